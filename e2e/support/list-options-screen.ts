import { expect, type Locator, type Page } from '@playwright/test'

/** The dialog with list options. */
export function listOptions(page: Page): Locator {
  return page.getByRole('dialog', { name: 'List options' })
}

/** Opens it by its button. */
export async function openListOptions(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'List options' }).click()
  await expect(listOptions(page)).toBeVisible()
  return listOptions(page)
}

/** The checkboxes of the columns that can be hidden. */
export function columnBoxes(page: Page): Locator {
  return listOptions(page).getByRole('group', { name: 'Columns' }).getByRole('checkbox')
}

/**
 * Problems with the rows on screen: cells that overlap or leave their row, empty places, and a page that scrolls
 * sideways.
 */
export function rowProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const MOST_GAP = 10
    const isCard = innerWidth < 1024
    const rows = [...document.querySelectorAll('tbody tr')]
    const problems = rows.flatMap((row, at) => {
      const box = row.getBoundingClientRect()
      const cells = [...row.children]
        .filter((cell) => cell.checkVisibility({ visibilityProperty: true }))
        .map((cell) => cell.getBoundingClientRect())
      const isApart = cells.every((one, index) =>
        cells
          .slice(index + 1)
          .every(
            (other) =>
              one.right <= other.left + 1 ||
              other.right <= one.left + 1 ||
              one.bottom <= other.top + 1 ||
              other.bottom <= one.top + 1,
          ),
      )
      // The checkbox stands before the status.
      const [first, task] = [row.firstElementChild, row.querySelector('.column-task')].map((cell) =>
        cell?.getBoundingClientRect(),
      )
      const isInLine = !isCard || first?.left === task?.left
      const isInside = cells.every(
        ({ left, right }) => left >= box.left - 1 && right <= box.right + 1,
      )
      const edges = cells.toSorted((a, b) => (isCard ? a.top - b.top : a.left - b.left))
      let reached = isCard ? box.top + 12 : box.left
      let hole = 0
      for (const { left, right, top, bottom } of edges) {
        hole = Math.max(hole, (isCard ? top : left) - reached)
        reached = Math.max(reached, isCard ? bottom : right)
      }
      hole = Math.max(hole, (isCard ? box.bottom - 12 : box.right) - reached)
      return [
        ...(isApart ? [] : [`row ${String(at)}: cells lie over each other`]),
        ...(isInLine ? [] : [`row ${String(at)}: the task is not below the box and the status`]),
        ...(isInside ? [] : [`row ${String(at)}: a cell is beside it`]),
        ...(hole <= MOST_GAP ? [] : [`row ${String(at)}: nothing in ${hole.toFixed(0)} px`]),
      ]
    })
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth > clientWidth ? [...problems, 'scrolls sideways'] : problems
  })
}
