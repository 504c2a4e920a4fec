import { m } from '#web/messages/generated/messages.js'
import { switchPlace } from '#web/tasks/places.ts'
import { classNames } from '#web/ui/class-names.ts'

/** The switch "Auto-refresh". */
export function AutoRefreshSwitch({
  isOn,
  noteId,
  isInSheet,
  onChange,
}: {
  isOn: boolean
  /** the `id` of the note about refreshing */
  noteId: string
  /** it is in the sheet of filters, not in the header */
  isInSheet: boolean
  /** undefined: the app is still loading */
  onChange?: (isOn: boolean) => void
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-describedby={noteId}
      onClick={onChange && (() => onChange(!isOn))}
      className={classNames(
        'group inline-flex items-center gap-2 rounded-control text-sm whitespace-nowrap select-none',
        isInSheet ? 'h-control flex-row-reverse' : `justify-end ${switchPlace}`,
      )}
    >
      <span
        aria-hidden
        className="inline-flex h-4.5 w-8 items-center rounded-full border border-edge bg-canvas p-0.5 transition-colors group-aria-checked:border-focus group-aria-checked:bg-accent"
      >
        <span className="size-3 rounded-full bg-edge transition-transform group-aria-checked:translate-x-3.5 group-aria-checked:bg-on-accent forced-colors:bg-[CanvasText] forced-colors:group-aria-checked:bg-[CanvasText]" />
      </span>
      <span>{m.auto_refresh()}</span>
    </button>
  )
}
