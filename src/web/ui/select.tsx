import { ChevronDown } from 'lucide-react'

import { useId } from 'react'

import { selectLabelClasses, selectLineClasses, selectClasses } from '#web/ui/classes.ts'

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
    <div className={selectLineClasses}>
      <label htmlFor={id} className={selectLabelClasses}>
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={value}
          onChange={(event) => {
            onChange(event.target.value)
          }}
          className={selectClasses}
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
