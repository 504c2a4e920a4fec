import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'

import { classNames } from '#web/ui/class-names.ts'
import { FieldProblem } from '#web/ui/field-problem.tsx'

/** The props that connect an input to its frame. */
export interface FieldBox {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
  readonly className: string
}

interface FieldFrameProps {
  label: string
  help?: ReactNode
  /** undefined: no problem */
  problem?: string | undefined
  /** what to know about the value; shown while there is no problem */
  note?: string | undefined
  className?: string | undefined
}

/** The frame of an input: its label, its help, and its problem or a note, which are announced when they appear. */
export function FieldFrame({
  label,
  help,
  problem,
  note,
  className,
  children,
}: FieldFrameProps & { children: (box: FieldBox) => ReactNode }) {
  const id = useId()
  const helpId = `${id}-help`
  const problemId = `${id}-problem`
  const said = problem ?? note
  const described = [said !== undefined && problemId, help !== undefined && helpId]
  return (
    <div className={classNames('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': problem !== undefined,
        'aria-describedby': described.filter((part) => part !== false).join(' ') || undefined,
        className: classNames(
          'h-field w-full min-w-0 rounded-control border bg-surface px-3 text-lg sm:text-base',
          problem === undefined ? 'border-edge' : 'border-failed',
        ),
      })}
      <FieldProblem id={problemId} problem={said} isNote={problem === undefined} />
      {help !== undefined && (
        <p id={helpId} className="text-sm text-muted">
          {help}
        </p>
      )}
    </div>
  )
}

/** A text input with its frame. */
export function TextField({
  label,
  help,
  problem,
  note,
  trailing,
  inputRef,
  className,
  ...input
}: FieldFrameProps &
  InputHTMLAttributes<HTMLInputElement> & {
    /** shown beside the input, for example a toggle */
    trailing?: ReactNode
    inputRef?: Ref<HTMLInputElement>
  }) {
  return (
    <FieldFrame label={label} help={help} problem={problem} note={note} className={className}>
      {(box) => (
        <div className="flex gap-2">
          <input
            {...input}
            {...box}
            ref={inputRef}
            className={classNames(box.className, 'placeholder:text-muted')}
          />
          {trailing}
        </div>
      )}
    </FieldFrame>
  )
}

/** Moves the focus to the first invalid field of a form, if there is one. */
export function focusInvalid(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
