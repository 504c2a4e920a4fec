import { ChevronDown } from 'lucide-react'
import { useId } from 'react'

/** An option of a select. */
export interface SelectOption {
  value: string
  label: string
}

/** The browser's own select with its label. It works with every keyboard, screen reader and phone. */
export function Select({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: string
  options: readonly SelectOption[]
  onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <div className="flex max-w-full flex-wrap items-center gap-2">
      <label htmlFor={id} className="text-sm whitespace-nowrap text-muted">
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className="h-control appearance-none rounded-control border border-edge bg-surface pr-7 pl-2.5 text-sm text-ink hover:bg-hover"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-2 my-auto size-4 text-muted"
        />
      </div>
    </div>
  )
}
