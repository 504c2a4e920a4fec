import { type Column, columns } from '#web/tasks/table/columns.tsx'
import { createDeviceChoice, useDeviceChoice } from '#web/ui/device-choice.ts'

/** The shown columns, in order. Storage has the hidden ones, so that a new column is shown by default. */
export const shownColumnsChoice = createDeviceChoice<readonly Column[]>(
  'marquee.hidden-columns',
  (text) => {
    const hidden = new Set(text?.split(' '))
    return hidden.size === 0
      ? columns
      : columns.filter(({ id, isOptional }) => !isOptional || !hidden.has(id))
  },
  (shown) =>
    columns
      .filter((column) => !shown.includes(column))
      .map(({ id }) => id)
      .join(' '),
)

/** The shown columns, in order. */
export function useShownColumns(): readonly Column[] {
  return useDeviceChoice(shownColumnsChoice)
}
