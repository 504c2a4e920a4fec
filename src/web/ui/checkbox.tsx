import { type ReactNode, useId } from 'react'

/** A checkbox with its label, and a sentence of help if it needs one. */
export function Checkbox({
  label,
  help,
  checked,
  onChange,
}: {
  label: ReactNode
  help?: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  const id = useId()
  return (
    <div className="flex gap-2.5">
      <input
        type="checkbox"
        id={id}
        checked={checked}
        onChange={(event) => {
          onChange(event.target.checked)
        }}
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
