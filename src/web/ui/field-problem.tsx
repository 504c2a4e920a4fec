import { CircleAlert, Info } from 'lucide-react'

import { classNames } from '#web/ui/class-names.ts'

/** The problem of a field, or a note about its value. Screen readers announce it when it appears. */
export function FieldProblem({
  id,
  problem,
  isNote = false,
}: {
  /** the field's aria-describedby */
  id: string
  /** undefined: no problem */
  problem: string | undefined
  /** the value can be used as it is */
  isNote?: boolean
}) {
  const Icon = isNote ? Info : CircleAlert
  return (
    <p
      id={id}
      aria-live="polite"
      className={classNames(
        'flex gap-1.5 text-sm',
        !isNote && 'text-failed',
        problem === undefined && 'hidden',
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{problem}</span>
    </p>
  )
}
