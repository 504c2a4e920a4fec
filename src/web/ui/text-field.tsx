import { CircleAlert } from 'lucide-react'

import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'

import { classNames } from '#web/ui/class-names.ts'

/** A text box with its label, help, and a problem that is announced where it stands. */
export function TextField({
  label,
  help,
  problem,
  trailing,
  inputRef,
  className,
  ...input
}: InputHTMLAttributes<HTMLInputElement> & {
  label: string
  help?: ReactNode
  /** undefined: no problem */
  problem?: string | undefined
  /** stands beside the box, for example a toggle */
  trailing?: ReactNode
  inputRef?: Ref<HTMLInputElement>
}) {
  const id = useId()
  const helpId = `${id}-help`
  const problemId = `${id}-problem`
  const described = [problem !== undefined && problemId, help !== undefined && helpId]
  return (
    <div className={classNames('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          {...input}
          id={id}
          ref={inputRef}
          aria-invalid={problem !== undefined}
          aria-describedby={described.filter((part) => part !== false).join(' ') || undefined}
          className={classNames(
            'h-10 w-full min-w-0 rounded-control border bg-surface px-3 text-lg sm:text-base placeholder:text-muted',
            'file:mr-3 file:-ml-1.5 file:h-full file:bg-transparent file:font-medium file:text-ink',
            problem === undefined ? 'border-edge' : 'border-failed',
          )}
        />
        {trailing}
      </div>
      <p
        id={problemId}
        aria-live="polite"
        className={classNames(
          'flex gap-1.5 text-sm text-failed',
          problem === undefined && 'hidden',
        )}
      >
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>{problem}</span>
      </p>
      {help !== undefined && (
        <p id={helpId} className="text-sm text-muted">
          {help}
        </p>
      )}
    </div>
  )
}
