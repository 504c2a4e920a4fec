import { expect, type Locator, type Page } from '@playwright/test'

import { taskRows } from './screens.ts'

/** Steps that tests of the selection share. */

/** A task that does not change. */
export const failed = { status: 'failed', errorMsg: 'No face found in the image.' } as const

/** That many of them. */
export const many = (count: number) => Array.from({ length: count }, () => failed)

/** The actions for selected tasks. */
export const bar = (page: Page): Locator => page.getByRole('region', { name: 'Selection' })

/** The checkboxes of the rows. */
export const boxes = (page: Page): Locator => taskRows(page).getByRole('checkbox')

/** The checkbox in the header. */
export const boxOfAll = (page: Page): Locator =>
  page.getByRole('checkbox', { name: 'Select all tasks on this page' })

/** Waits until these boxes of the page are ticked and no others, counted from 0. */
export async function expectTicked(page: Page, ...places: number[]): Promise<void> {
  const ticked = () =>
    boxes(page).evaluateAll((all) =>
      all.flatMap((box, at) => (box instanceof HTMLInputElement && box.checked ? at : [])),
    )
  await expect.poll(ticked).toEqual(places)
}

/** Waits until the page listens to its keys, and the list has its own. */
export async function waitForKeys(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Search and commands/ }).waitFor()
  await page.getByRole('button', { name: 'List options' }).waitFor()
}
