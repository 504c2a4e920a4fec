import { CircleAlert } from 'lucide-react'

import { classNames } from '#web/ui/class-names.ts'

/** What is wrong with a field, announced where it stands. */
export function FieldProblem({
  id,
  problem,
}: {
  /** what the field is described by */
  id: string
  /** undefined: nothing */
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
