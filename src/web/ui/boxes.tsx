import { type ComponentProps, type ReactNode, useId } from 'react'

interface Labelled {
  label: ReactNode
  /** a sentence below the label */
  help?: string | undefined
}

function Box({ label, help, ...input }: Labelled & ComponentProps<'input'>) {
  const id = useId()
  return (
    <div className="flex gap-2.5">
      <input
        {...input}
        id={id}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        className="mt-0.5 size-4 shrink-0 accent-focus"
      />
      <div className="min-w-0 text-sm">
        <label
          htmlFor={id}
          className="-my-0.5 inline-block py-0.5 pointer-coarse:-my-2 pointer-coarse:py-2"
        >
          {label}
        </label>
        {help !== undefined && (
          <p id={`${id}-help`} className="text-muted">
            {help}
          </p>
        )}
      </div>
    </div>
  )
}

/** A checkbox with its label, and a sentence of help if it needs one. */
export function Checkbox({
  onChange,
  ...box
}: Labelled & { checked: boolean; onChange: (checked: boolean) => void }) {
  return <Box {...box} type="checkbox" onChange={({ target }) => onChange(target.checked)} />
}

/** An option with a sentence of help. */
interface RadioOption<Value extends string> {
  value: Value
  label: string
  help: string
  isDisabled?: boolean
}

/** A radio group with its options below each other. */
export function RadioList<Value extends string>({
  legend,
  name,
  value,
  options,
  onChange,
}: {
  legend: string
  /** of the radio inputs, unique in the form */
  name: string
  value: Value
  options: readonly RadioOption<Value>[]
  onChange: (value: Value) => void
}) {
  const id = useId()
  return (
    <div role="radiogroup" aria-labelledby={id} className="flex flex-col gap-2">
      <p id={id} className="text-sm font-semibold">
        {legend}
      </p>
      {options.map(({ value: one, label, help, isDisabled }) => (
        <Box
          key={one}
          type="radio"
          name={name}
          checked={one === value}
          disabled={isDisabled}
          label={label}
          help={help}
          onChange={() => onChange(one)}
        />
      ))}
    </div>
  )
}
