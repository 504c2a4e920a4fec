import type { ReactNode } from 'react'

/** The cell before the others of a row: with a box to select it by, or empty. */
export function SelectCell({ children }: { children?: ReactNode }) {
  return (
    <td role="cell" className="max-lg:col-start-1 max-lg:row-start-1 max-lg:w-0">
      {children}
    </td>
  )
}

/**
 * A box to select by. Its label fills the cell: who misses the box still means it, and opens nothing. The
 * table listens for all of them.
 */
export function SelectBox({
  label,
  isSelected,
  isMixed = false,
}: {
  label: string
  isSelected: boolean
  isMixed?: boolean
}) {
  return (
    <label className="flex h-icon w-icon items-center select-none max-lg:-ml-1 lg:h-9 lg:w-auto lg:justify-center lg:pl-2">
      <input
        // Not by `checked`: that would take a press back until the code behind it is there.
        ref={(box) => {
          if (box !== null) Object.assign(box, { checked: isSelected, indeterminate: isMixed })
        }}
        type="checkbox"
        aria-label={label}
        className="select-box"
      />
    </label>
  )
}
