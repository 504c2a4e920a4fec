import type { Page } from '@playwright/test'

import { expect, test } from '#e2e/support/fixtures.ts'
import { connect, submitPoster } from '#e2e/support/screens.ts'

/** Colours of the system alone, as Windows has them: Chromium renders them so. */
test.use({ contextOptions: { forcedColors: 'active' } })

/** How an element differs from its neighbours. */
const edges = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => {
      const { backgroundColor, outlineStyle, borderTopStyle, borderTopColor } =
        getComputedStyle(element)
      return [backgroundColor, outlineStyle, borderTopStyle, borderTopColor].join(' ')
    }),
  )

test('chosen elements differ from the others, and controls have an edge', async ({
  page,
  account,
}) => {
  await connect(page, account.apiKey)
  const control = page.getByRole('switch')
  await expect(control).toBeChecked()
  const [chosen, ...others] = await edges(page, '[role=radiogroup] label')
  expect(new Set(others).size).toBe(1)
  expect(others).not.toContain(chosen)
  const [here, there] = await edges(page, 'header nav a')
  expect(here).not.toBe(there)

  // Auto-refresh shows whether it is on.
  const look = async () => (await control.screenshot()).toString('base64')
  const on = await look()
  await control.click()
  await expect(control).not.toBeChecked()
  await page.mouse.move(0, 0)
  expect(await look()).not.toBe(on)

  await page.getByRole('link', { name: 'Posters', exact: true }).click()
  await expect(submitPoster(page)).toBeVisible()
  const [edge] = await edges(page, 'main form button[type=submit]')
  const [, ground, border] = /^(rgb\(.+?\)) none solid (rgb\(.+\))$/.exec(edge ?? '') ?? []
  expect(border).toBeDefined()
  expect(border).not.toBe(ground)
})
