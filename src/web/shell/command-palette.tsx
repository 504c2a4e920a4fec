import { useId, useState } from 'react'

import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { matchCommands } from '#web/shell/command-match.ts'
import { Keys } from '#web/shell/keys.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { type Command, useAvailableCommands } from '#web/ui/commands.ts'
import { Dialog } from '#web/ui/dialog.tsx'

/** Everything that can be done on the screen, by its name: type a part of it, press Enter. */
export function CommandPalette({
  onRun,
  onClose,
}: {
  onRun: (command: Command) => void
  onClose: () => void
}) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const commands = useAvailableCommands()
  const found = matchCommands(commands, typed)
  // By its name: commands that come late take the place of none that Enter is about to run.
  const [chosen, setChosen] = useState(found[0]?.id)
  const at = Math.max(
    found.findIndex(({ id: one }) => one === chosen),
    0,
  )
  const active = found[at]
  function move(step: number) {
    setChosen(found[(at + step + found.length) % found.length]?.id)
  }
  return (
    <Dialog title={m.commands_title()} closeLabel={m.close()} onClose={onClose}>
      <input
        type="text"
        role="combobox"
        aria-label={m.commands_label()}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={active === undefined ? undefined : `${id}-${active.id}`}
        aria-autocomplete="list"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={m.commands_label()}
        value={typed}
        onChange={(event) => {
          const { value } = event.target
          setTyped(value)
          setChosen(matchCommands(commands, value)[0]?.id)
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
          const step = steps[event.key]
          if (step !== undefined) {
            event.preventDefault()
            move(step)
          } else if (event.key === 'Enter' && active !== undefined) {
            event.preventDefault()
            onRun(active)
          }
        }}
        className="h-field w-full rounded-control border border-edge bg-surface px-3 text-lg placeholder:text-muted sm:text-base"
      />
      <div
        role="listbox"
        id={`${id}-list`}
        aria-label={m.commands_title()}
        // As high as it is at first: what is typed moves no edge.
        className="-mx-2 h-[min(24rem,50dvh)] overflow-y-auto"
      >
        {found.map((command) => (
          // The keyboard is with the box above.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={command.id}
            ref={(item) => {
              if (command === active) item?.scrollIntoView({ block: 'nearest' })
            }}
            role="option"
            tabIndex={-1}
            id={`${id}-${command.id}`}
            aria-selected={command === active}
            onPointerMove={() => setChosen(command.id)}
            onClick={() => onRun(command)}
            className={classNames(
              'flex min-h-9 cursor-default items-center gap-3 rounded-control px-2 text-sm',
              command === active && 'bg-accent-soft forced-colors:outline',
            )}
          >
            <span className="min-w-0 flex-1 truncate">{command.label}</span>
            <span className="text-muted max-sm:hidden">{command.group}</span>
            {command.keys && <Keys keys={command.keys} />}
          </div>
        ))}
      </div>
      <p role="status" className="sr-only">
        {found.length === 0
          ? m.commands_none()
          : m.commands_found({ count: found.length, shown: formatNumber(found.length) })}
      </p>
      {found.length === 0 && (
        <p aria-hidden className="absolute inset-x-5 top-36 text-sm text-muted">
          {m.commands_none()}
        </p>
      )}
    </Dialog>
  )
}
