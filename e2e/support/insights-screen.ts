import type { Locator, Page } from '@playwright/test'

import type { Account } from './fixtures.ts'

const DAY = 86_400_000
/** Noon in Berlin. */
export const NOON = Date.UTC(2026, 2, 10, 11)

/** 2 completed and 3 failed tasks on one day, 1 failed two days later, and one that is not finished. */
export function addHistory(account: Account) {
  return account.addTasks([
    { status: 'completed', createdAt: NOON, completedAt: NOON + 12_000, price: 10 },
    { status: 'completed', createdAt: NOON, completedAt: NOON + 44_000, price: 25 },
    {
      status: 'failed',
      createdAt: NOON,
      errorMsg: 'No face in image 17 of job 8f3a2b91c',
      price: 5,
    },
    {
      status: 'failed',
      createdAt: NOON,
      errorMsg: 'No face in image 4 of job 1c44d0aa2',
      price: 5,
    },
    { status: 'failed', createdAt: NOON, errorMsg: 'The image is too dark', price: 5 },
    {
      status: 'failed',
      createdAt: NOON + 2 * DAY,
      errorMsg: 'No face in image 2 of job 77e0c1b95',
      price: 7,
    },
    { status: 'processing', createdAt: NOON + 2 * DAY, price: 1 },
  ])
}

/** Reads a long list. @param isAgain it was read before */
export const read = (page: Page, isAgain = false) =>
  page.getByRole('button', { name: isAgain ? 'Read again' : 'Read the rest' }).click()
/** A plot by its heading. */
export const plot = (page: Page, name: string) => page.getByRole('figure', { name, exact: true })

/** The results in words and plots. */
export const result = (page: Page) => page.getByRole('region', { name: 'Tasks read' })

/** The text of a table, row by row. */
export async function cells(figure: Locator): Promise<string[][]> {
  const rows = await figure.getByRole('row').all()
  return Promise.all(
    rows.map((row) =>
      row.locator('th, td').evaluateAll((all) => all.map((one) => one.textContent)),
    ),
  )
}

/** Counts the requests of scans of the whole list from now on. Only they ask for that many rows of every status. */
export function countReads(page: Page): { readonly sent: number } {
  const count = { sent: 0 }
  page.on('request', (request) => {
    const url = request.url()
    if (url.includes('page_size=100') && !url.includes('status=')) count.sent += 1
  })
  return count
}
