import type { Page } from '@playwright/test'

import { expect, test } from '#e2e/support/fixtures.ts'
import { connect, taskRows, waitForAllCode } from '#e2e/support/screens.ts'

const many = (count: number) =>
  Array.from({ length: count }, () => ({ status: 'completed' as const }))

/** Presses a key that an input method takes, as Safari gives it to the page after a composition. */
async function pressComposed(page: Page, key: string): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key,
    windowsVirtualKeyCode: 229,
  })
  await client.detach()
}

test('keys of an input method run nothing, anywhere', async ({ page, account }) => {
  account.addTasks(many(45))
  await connect(page, account.apiKey)
  await waitForAllCode(page)
  for (const key of ['n', '/', '?', 'e']) await pressComposed(page, key)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog')
  await expect(palette).toHaveAccessibleName('Commands')
  const chosen = palette.getByRole('option', { selected: true })
  await expect(chosen).toContainText('Search all tasks')
  await pressComposed(page, 'ArrowDown')
  await pressComposed(page, 'Enter')
  await pressComposed(page, 'Escape')
  await expect(chosen).toContainText('Search all tasks')
  await page.keyboard.press('Escape')
  const field = page.getByRole('spinbutton', { name: 'Page' })
  await field.fill('3')
  await pressComposed(page, 'Enter')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/tasks')
  await page
    .getByRole('link')
    .filter({ hasText: /^[0-9a-f]{8}$/ })
    .first()
    .click()
  const details = page.getByRole('dialog', { name: 'Task details' })
  const opened = page.url()
  await expect(details).toBeVisible()
  await pressComposed(page, 'ArrowDown')
  await pressComposed(page, 'Escape')
  await expect(details).toBeVisible()
  expect(page.url()).toBe(opened)
})

test('what is typed into an extension stays there', async ({ page, account }) => {
  account.addTasks(many(45))
  await connect(page, account.apiKey)
  await waitForAllCode(page)
  await expect(taskRows(page)).toHaveCount(20)
  for (const mode of ['open', 'closed'] as const) {
    for (const [tag, place] of [
      ['div', 'html'],
      ['div', 'body'],
      ['div', 'main'],
      ['grammar-box', 'main'],
    ] as const) {
      await test.step(`${mode} shadow root of <${tag}> in ${place}`, async () => {
        const box = await page.evaluateHandle(
          ([shadowMode, name, parent]) => {
            const host = document.createElement(name)
            document.querySelector(parent)?.prepend(host)
            const input = document.createElement('input')
            host.attachShadow({ mode: shadowMode }).append(input)
            input.focus()
            return input
          },
          [mode, tag, place] as const,
        )
        await page.keyboard.type('gp/n?e')
        await page.keyboard.press('Control+k')
        expect(await box.evaluate((input) => input.value)).toBe('gp/n?e')
        await box.evaluate((input) => {
          const root = input.getRootNode()
          if (root instanceof ShadowRoot) root.host.remove()
        })
      })
    }
  }
  await test.step('an editable text in an element of ours', async () => {
    const editable = await page.evaluateHandle(() => {
      const text = document.createElement('p')
      text.contentEditable = 'true'
      document.querySelector('main')?.prepend(text)
      text.focus()
      return text
    })
    await page.keyboard.type('gp/n?')
    expect(await editable.evaluate((text) => text.textContent)).toBe('gp/n?')
    await editable.evaluate((text) => text.remove())
  })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/tasks')
  // On the page itself the same keys run.
  await page.keyboard.press('n')
  await expect(page).toHaveURL('/tasks?page=2')
})

test('a wheel over the page field scrolls the page and leaves the number @release', async ({
  page,
  account,
}) => {
  account.addTasks(many(65))
  await connect(page, account.apiKey, '/tasks?page=3')
  const field = page.getByRole('spinbutton', { name: 'Page' })
  await field.click()
  const before = await page.evaluate(() => scrollY)
  for (let notch = 0; notch < 3; notch += 1) await page.mouse.wheel(0, -100)
  await expect.poll(async () => page.evaluate(() => scrollY)).toBeLessThan(before)
  await expect(field).toHaveValue('3')
  await expect(field).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/tasks?page=3')
  // The arrow keys still change it.
  await page.keyboard.press('ArrowDown')
  await expect(field).toHaveValue('2')
})
