import type { ListRow } from '#web/task-list/list-page.ts'

/**
 * The index of the row that keys act on: the one that has the focus, or else the one whose details are open; -1: there is none.
 *
 * @param focused the index of the row that has the focus; -1: none has
 * @param task the task whose details are open, by its name in the address
 */
export function currentRow(
  rows: readonly ListRow[],
  focused: number,
  task: string | undefined,
): number {
  if (focused !== -1 || task === undefined) return focused
  return rows.findIndex((row) => row.kind === 'task' && row.name === task)
}

/**
 * The index of the row so many rows further. Without a current row, it is the first row, or backwards the last.
 *
 * @param current -1: there is none
 */
export function stepFrom(current: number, by: number, rowCount: number): number {
  return current === -1 && by < 0 ? rowCount - 1 : current + by
}

/**
 * How many tiles an arrow key goes: to the sides by one, up and down by a line.
 *
 * @param tops where each tile begins, in their order
 * @returns undefined: the key goes nowhere
 */
export function stepOfArrow(key: string, tops: readonly number[]): number | undefined {
  const perLine = tops.filter((top) => top === tops[0]).length
  const steps = new Map([
    ['ArrowLeft', -1],
    ['ArrowRight', 1],
    ['ArrowUp', -perLine],
    ['ArrowDown', perLine],
  ])
  return steps.get(key)
}
