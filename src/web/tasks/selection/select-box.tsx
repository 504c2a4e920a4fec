import type { ReactNode } from 'react'

/** The first cell of a row: it has the checkbox, or is empty. */
export function SelectCell({ children }: { children?: ReactNode }) {
  return (
    <td role="cell" className="max-lg:col-start-1 max-lg:row-start-1 max-lg:w-0">
      {children}
    </td>
  )
}

/**
 * A checkbox that selects. Its label fills the cell, so that a click beside the box also selects and opens
 * nothing. The table handles the clicks of all checkboxes.
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
        // Set properties: `indeterminate` has no attribute, and the table handles the click.
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
