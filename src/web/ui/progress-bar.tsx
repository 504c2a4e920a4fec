import { classNames } from '#web/ui/class-names.ts'

/** How far something is. It is named by a label, or by words beside it. */
export function ProgressBar({
  value,
  max,
  ...words
}: {
  /** so much of max; left out: nobody knows yet */
  value?: number | undefined
  max: number | undefined
  /** how far it is, where a share of a hundred would not say it */
  'aria-valuetext'?: string
} & ({ 'aria-label': string } | { 'aria-labelledby': string })) {
  const isKnown = value !== undefined && max !== undefined && max > 0
  return (
    <div
      role="progressbar"
      {...words}
      {...(isKnown && { 'aria-valuemin': 0, 'aria-valuemax': max, 'aria-valuenow': value })}
      className="h-2 grow overflow-hidden rounded-full border border-edge bg-canvas"
    >
      <div
        // A colour that a system forces upon the page would leave nothing to be seen.
        className={classNames(
          'h-full bg-focus forced-color-adjust-none forced-colors:bg-[Highlight]',
          !isKnown && 'animate-glow opacity-60',
        )}
        style={{ width: isKnown ? `${(value / max) * 100}%` : '100%' }}
      />
    </div>
  )
}
