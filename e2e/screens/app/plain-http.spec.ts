import { details, showMore } from '#e2e/support/details-screen.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { images, LAN_NAME } from '#e2e/support/outside-world.ts'
import { connect, fillPoster, pasted, submitPoster, taskRows } from '#e2e/support/screens.ts'

/** Chromium says that headers for secure pages have no effect here. */
const NO_SECURE_CONTEXT = /Cross-Origin-Opener-Policy|Origin-Agent-Cluster|origin-keyed/i

test('everything that copies does so on plain http, too, and leaves focus and selection @release', async ({
  page,
  startOwnHost,
  expectConsole,
}) => {
  expectConsole(NO_SECURE_CONTEXT)
  const host = await startOwnHost({ allowedHosts: [LAN_NAME] })
  const origin = `http://${LAN_NAME}:${String(host.port)}`
  await connect(page, host.demoKey ?? '', `${origin}/tasks?status=completed`)
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  const link = taskRows(page).first().getByRole('link').first()
  const uuid = new URL((await link.getAttribute('href')) ?? '', origin).searchParams.get('task')

  await test.step('in a row', async () => {
    const selected = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
      getSelection()?.selectAllChildren(heading)
      return heading.textContent
    })
    const copy = taskRows(page).first().getByRole('button', { name: 'Copy task ID' })
    await copy.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
    expect(await pasted(page)).toBe(uuid)
    await expect(copy).toBeFocused()
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(selected)
  })

  await test.step('of selected tasks', async () => {
    await page
      .getByRole('checkbox', { name: /^Select/ })
      .nth(1)
      .check()
    await page.getByRole('button', { name: 'Copy IDs' }).click()
    await expect.poll(async () => pasted(page)).toContain(uuid)
    await page
      .getByRole('checkbox', { name: /^Select/ })
      .nth(1)
      .uncheck()
  })

  for (const viewport of [
    { width: 1280, height: 720 },
    // Here the details are a modal dialog.
    { width: 390, height: 844 },
  ]) {
    await test.step(`in the details, ${viewport.width} pixels wide`, async () => {
      await page.setViewportSize(viewport)
      await page.goto(`${origin}/tasks?status=completed&task=${uuid ?? ''}`)
      await showMore(page)
      for (const [name, expected] of [
        ['Copy link', `${origin}/tasks?status=completed&task=${uuid ?? ''}`],
        ['Copy JSON', /"uuid"/],
        ['Copy ticket bundle', /"made_at"/],
        ['Copy task ID', uuid ?? ''],
        ['Copy: Created', /^\d{4}-/],
      ] as const) {
        const button = details(page).getByRole('button', { name, exact: true })
        await button.click()
        await expect(button).toBeFocused()
        await expect
          .poll(async () => pasted(page), { message: name })
          .toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected))
      }
    })
  }

  await test.step('of a created poster, and in the log', async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.goto(`${origin}/posters`)
    await fillPoster(page, images.portrait, 'firework')
    await submitPoster(page).click()
    await expect(page.getByRole('heading', { name: /^Created/ })).toBeVisible()
    for (const folded of await page.getByText('Details', { exact: true }).all())
      await folded.click()
    for (const button of await page.getByRole('button', { name: /^Copy/ }).all()) {
      await button.click()
      await expect.poll(async () => pasted(page)).toMatch(/^[0-9a-f-]{36}$/)
      await page.getByRole('button', { name: /^Copy/ }).first().focus()
    }
  })
})
