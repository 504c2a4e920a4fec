import {
  type Column,
  columns,
  HIDDEN_COLUMNS_ENTRY,
  readShownColumns,
} from '#web/tasks/table/columns.ts'
import { createDeviceChoice, useDeviceChoice } from '#web/ui/device-choice.ts'

/** The shown columns, in order. Storage has the hidden ones, so that a new column is shown by default. */
export const shownColumnsChoice = createDeviceChoice<readonly Column[]>(
  HIDDEN_COLUMNS_ENTRY,
  readShownColumns,
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
