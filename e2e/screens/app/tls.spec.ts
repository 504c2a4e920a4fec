import { makeTestCertificate } from '#host/tls/certificate.fixture.ts'

import { expect, test } from '#e2e/support/fixtures.ts'
import { taskRows } from '#e2e/support/screens.ts'

// Nobody has signed the certificate that the test makes.
test.use({ ignoreHTTPSErrors: true })

test('over TLS the app connects and shows rows', async ({ page, startOwnHost }) => {
  const { origin } = await startOwnHost({ tls: makeTestCertificate() })
  const document = await page.goto(`${origin}/tasks`)
  expect(document?.headers()).toHaveProperty('strict-transport-security')
  await page.getByRole('button', { name: 'Use the demo account' }).click()
  await expect(taskRows(page)).toHaveCount(20)
})
