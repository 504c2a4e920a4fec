import { CircleAlert } from 'lucide-react'

import { classNames } from '#web/ui/class-names.ts'

/** The problem of a field. Screen readers announce it when it appears. */
export function FieldProblem({
  id,
  problem,
}: {
  /** the field's aria-describedby */
  id: string
  /** undefined: no problem */
  problem: string | undefined
}) {
  return (
    <p
      id={id}
      aria-live="polite"
      className={classNames('flex gap-1.5 text-sm text-failed', problem === undefined && 'hidden')}
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{problem}</span>
    </p>
  )
}
