import type { Page } from '@playwright/test'

import { expect, test } from '#e2e/support/fixtures.ts'
import { showMore } from '#e2e/support/details-screen.ts'
import { connect, taskRows } from '#e2e/support/screens.ts'

const row = (page: Page, id: string) => taskRows(page).filter({ hasText: `#${id}` })

test.describe('through the host', () => {
  test.use({ via: 'proxied' })

  test('a list of the world is read as what it means', async ({ page }) => {
    await connect(page, 'mq_foreign')
    await expect(taskRows(page)).toHaveCount(9)
    await test.step('texts for nothing are neither failures nor videos', async () => {
      for (const id of ['1', '2', '5', '6']) await expect(row(page, id)).toContainText('Completed')
      for (const id of ['3', '4', '7']) await expect(row(page, id)).toContainText('In progress')
      await expect(page.getByText('say otherwise')).toHaveCount(0)
    })
    await test.step('times of other programs are read, and none is of year 1 or 1970', async () => {
      // Around midnight it is one day more.
      for (const id of ['5', '6']) await expect(row(page, id)).toContainText(/[23] days ago/)
      await row(page, '4').getByRole('link').first().click()
      const details = page.getByRole('dialog', { name: 'Task details' })
      await expect(details).toContainText('In progress')
      await expect(details).not.toContainText('1970')
      await page.keyboard.press('Escape')
    })
    await test.step('a creation ahead of the clock is no plan, and says why', async () => {
      await expect(row(page, '7')).toContainText(/[78] hr\. ahead/)
      await expect(page.getByRole('main')).toContainText('the clocks differ')
      await row(page, '7').getByRole('link').first().click()
      const details = page.getByRole('dialog', { name: 'Task details' })
      await showMore(page)
      await expect(details).toContainText('Time ahead of this device’s clock')
      await page.keyboard.press('Escape')
    })
    await test.step('the colours of a terminal are left out, and are in the record', async () => {
      await expect(row(page, '8')).toContainText('RuntimeError: no face found in face.jpg')
    })
    await test.step('NaN costs the price alone', async () => {
      await expect(row(page, '9')).toContainText('Completed')
    })
    // The gallery.
    await page.keyboard.press('v')
    await expect(page.getByText(/[78] hr\. ahead/)).toBeVisible()
  })

  test('a total that rows disprove is nowhere', async ({ page }) => {
    await connect(page, 'mq_wrong_total', '/tasks?page=2')
    await expect(taskRows(page)).toHaveCount(10)
    const all = page.getByRole('radio', { name: 'All' }).locator('xpath=..')
    await expect(page.getByRole('main')).toContainText('Its total is not used')
    await expect(page.getByText('The service gave no usable total')).toBeVisible()
    await expect(all).not.toContainText('5')
    await page.getByRole('button', { name: 'Export' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export tasks' })
    await expect(dialog).toContainText('Everything')
    await expect(dialog).not.toContainText(/\b5 tasks/)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(all).not.toContainText('5')
  })
})
