import { classNames } from '#web/ui/class-names.ts'

/** A progress bar. Its name is a label, or a text beside it. */
export function ProgressBar({
  value,
  max,
  ...words
}: {
  /** out of `max`; undefined: not known yet */
  value?: number | undefined
  max: number | undefined
  /** the progress in words, if a percentage would not say it */
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
        // With forced colours, both parts of the bar would look the same.
        className={classNames(
          'h-full bg-focus forced-color-adjust-none forced-colors:bg-[Highlight]',
          !isKnown && 'animate-glow opacity-60',
        )}
        style={{ width: isKnown ? `${(value / max) * 100}%` : '100%' }}
      />
    </div>
  )
}
