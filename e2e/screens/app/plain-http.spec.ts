import { copied, details } from '#e2e/support/details-screen.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { LAN_NAME } from '#e2e/support/outside-world.ts'
import { connect, pasted, taskRows } from '#e2e/support/screens.ts'

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

  await test.step('in the details, which are a modal dialog on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${origin}/tasks?status=completed&task=${uuid ?? ''}`)
    expect(JSON.parse(await copied(page, 'Copy JSON'))).toMatchObject({ uuid })
    const button = details(page).getByRole('button', { name: 'Copy JSON', exact: true })
    await expect(button).toBeFocused()
  })
})
