import { useId } from 'react'

/** An option with a sentence of help. */
export interface RadioOption<Value extends string> {
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
    <div role="radiogroup" aria-labelledby={`${id}-legend`} className="flex flex-col gap-2">
      <p id={`${id}-legend`} className="text-sm font-semibold">
        {legend}
      </p>
      {options.map((option) => (
        <div key={option.value} className="flex gap-2.5">
          <input
            type="radio"
            id={`${id}-${option.value}`}
            name={name}
            checked={option.value === value}
            disabled={option.isDisabled}
            onChange={() => {
              onChange(option.value)
            }}
            aria-describedby={`${id}-${option.value}-help`}
            className="mt-0.5 size-4 shrink-0 accent-focus"
          />
          <div className="min-w-0 text-sm">
            <label
              htmlFor={`${id}-${option.value}`}
              className="-my-0.5 inline-block py-0.5 pointer-coarse:-my-2 pointer-coarse:py-2"
            >
              {option.label}
            </label>
            <p id={`${id}-${option.value}-help`} className="text-muted">
              {option.help}
            </p>
          </div>
        </div>
      ))}
    </div>
  )
}
