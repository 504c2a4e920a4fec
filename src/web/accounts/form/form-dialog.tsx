import { type ReactNode, useRef } from 'react'

import type { Form as FormState } from '#web/accounts/form/use-form.ts'
import { m } from '#web/messages/generated/messages.js'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useChange } from '#web/ui/effects.ts'
import { focusInvalid } from '#web/ui/text-field.tsx'

interface FormProps<Field extends string> {
  form: FormState<Field>
  submitLabel: string
  isSubmitDisabled?: boolean
  children: ReactNode
}

/**
 * A form: its fields, a problem of the form as a whole, and the button that submits it. After a submit that has
 * found problems, the focus is on the first invalid field.
 */
export function Form<Field extends string>({
  form,
  submitLabel,
  isSubmitDisabled = false,
  children,
}: FormProps<Field>) {
  const element = useRef<HTMLFormElement>(null)
  const { failedSubmits } = form
  useChange(failedSubmits, () => focusInvalid(element.current))
  return (
    <form
      ref={element}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      {children}
      {form.problems.form !== undefined && <Banner tone="problem" title={form.problems.form} />}
      <Button
        tone="primary"
        size="large"
        type="submit"
        disabled={isSubmitDisabled}
        aria-disabled={form.isPending}
      >
        {submitLabel}
      </Button>
    </form>
  )
}

/** A dialog around one form. */
export function FormDialog<Field extends string>({
  title,
  onClose,
  ...form
}: FormProps<Field> & { title: ReactNode; onClose: () => void }) {
  return (
    <Dialog title={title} closeLabel={m.close()} onClose={onClose}>
      <Form {...form} />
    </Dialog>
  )
}

/** A dialog that says what was done. */
export function DoneDialog({
  title,
  done,
  onClose,
  children,
}: {
  title: string
  /** what was done, in a few words */
  done: string
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog title={title} closeLabel={m.close()} onClose={onClose}>
      <Banner tone="note" title={done}>
        {children}
      </Banner>
      <Button size="large" onClick={onClose}>
        {m.close()}
      </Button>
    </Dialog>
  )
}
