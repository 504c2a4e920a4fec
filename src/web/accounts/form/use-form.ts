import { type ChangeEvent, useRef, useState } from 'react'
import { useLeave } from '#web/ui/effects.ts'

/** What is wrong, in words: with a field, by its name, or with the form as a whole. */
export type FormProblems<Field extends string> = Partial<
  Readonly<Record<Field | 'form', string | undefined>>
>

type FormValues<Field extends string> = Readonly<Record<Field, string>>

/** Tries something with the values. @returns what is wrong with them; nothing if it worked */
type Attempt<Field extends string> = (
  signal: AbortSignal,
) => Promise<FormProblems<Field> | undefined>

/** The state of a form with text fields, and what its parts do with it. */
export type Form<Field extends string> = ReturnType<typeof useForm<Field>>

/** What a form does. */
export interface FormOptions<Field extends string> {
  initial: FormValues<Field>
  /** Finds problems before anything is tried. */
  validate?: (values: FormValues<Field>) => FormProblems<Field>
  /**
   * Does what the form is for.
   *
   * @param signal aborted when the form is gone or the attempt is cancelled
   * @returns problems that only trying could find; nothing if it worked
   */
  submit: (
    values: FormValues<Field>,
    signal: AbortSignal,
  ) => Promise<FormProblems<Field> | undefined>
  /** Called after it worked, unless the form is gone by then. */
  onDone?: (() => void) | undefined
}

/** Holds the state of a form: its values, its problems, and the attempt on its way. */
export function useForm<Field extends string>({
  initial,
  validate,
  submit,
  onDone,
}: FormOptions<Field>) {
  const [values, setValues] = useState(initial)
  const [problems, setProblems] = useState<FormProblems<Field>>({})
  const [failedSubmits, setFailedSubmits] = useState(0)
  const [isPending, setIsPending] = useState(false)
  const pending = useRef<AbortController>(null)

  useLeave(() => pending.current?.abort())

  /** Shows what is wrong. @returns whether anything is */
  function show(found: FormProblems<Field>): boolean {
    const hasProblems = Object.values(found).some((problem) => problem !== undefined)
    setProblems(found)
    if (hasProblems) setFailedSubmits((count) => count + 1)
    return hasProblems
  }

  async function attempt(work: Attempt<Field>) {
    if (pending.current !== null) return
    const controller = new AbortController()
    pending.current = controller
    setIsPending(true)
    try {
      const found = await work(controller.signal)
      if (!controller.signal.aborted && !show(found ?? {})) onDone?.()
    } finally {
      if (pending.current === controller) cancel()
    }
  }

  /** Aborts the attempt that is on its way. */
  function cancel() {
    pending.current?.abort()
    pending.current = null
    setIsPending(false)
  }

  /** Changes a field, and removes its problem. */
  function set(field: Field, value: string) {
    setValues((before) => ({ ...before, [field]: value }))
    setProblems((before) => ({ ...before, [field]: undefined }))
  }

  return {
    values,
    problems,
    /** whether an attempt is on its way; another submit is ignored until it ends */
    isPending,
    /** how often a submit has found problems: each time, the focus goes to the first invalid field */
    failedSubmits,
    set,
    /** Props that connect a text field to the form. */
    field: (field: Field) => ({
      value: values[field],
      problem: problems[field],
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        set(field, target.value)
      },
    }),
    /** Validates the values, then submits them. */
    submit() {
      if (pending.current !== null || show(validate?.(values) ?? {})) return
      void attempt(async (signal) => submit(values, signal))
    },
    /** Makes an attempt without validation. */
    attempt: (work: Attempt<Field>) => void attempt(work),
    cancel,
  }
}
