import { inlineHashes } from '#host/pages/security-headers.ts'
import { makeTestCertificate } from '#host/tls/certificate.fixture.ts'

import { expect, test } from '#e2e/support/fixtures.ts'
import { taskRows } from '#e2e/support/screens.ts'

// Nobody has signed the certificate that the test makes.
test.use({ ignoreHTTPSErrors: true })

/** @param html the page, with a script of its own in it */
const pagePolicy = (html: string) =>
  `default-src 'none'; ${["script-src 'self'", ...inlineHashes(html).scripts].join(' ')}; ` +
  `script-src-attr 'none'; ${["style-src 'self'", ...inlineHashes(html).styles].join(' ')}; ` +
  "img-src 'self' https:; media-src 'self' https:; connect-src 'self'; font-src 'self'; " +
  "manifest-src 'self'; worker-src 'self'; frame-src 'none'; object-src 'none'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types app-worker picture-worker; " +
  'report-uri /csp-report; report-to csp'

/** What every answer carries over TLS. */
const everywhere: Record<string, unknown> = {
  'strict-transport-security': 'max-age=63072000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'reporting-endpoints': 'csp="/csp-report"',
  'permissions-policy': expect.stringMatching(/(?:^|, )camera=\(\),/),
}

test('over TLS the app connects and shows rows, with every header on every kind of answer', async ({
  page,
  request,
  startOwnHost,
}) => {
  const { origin, demoKey = '' } = await startOwnHost({ tls: makeTestCertificate() })
  expect(origin).toMatch(/^https:/)
  const assetAnswered = page.waitForResponse(/\/assets\/.*\.js$/)
  const listAnswered = page.waitForResponse(/\/api\/plugins\/video\/tasks/)
  const document = await page.goto(`${origin}/tasks`)
  await page.getByRole('button', { name: 'Use the demo account' }).click()
  await expect(taskRows(page)).toHaveCount(20)
  const [asset, list] = [await assetAnswered, await listAnswered]

  const page404 = await request.get(`${origin}/assets/gone.js`)
  expect(page404.status()).toBe(404)
  const api404 = await request.get(`${origin}/api/account`, {
    headers: { authorization: `Bearer ${demoKey}` },
  })
  expect(api404.status()).toBe(404)

  const html = (await document?.text()) ?? ''
  expect(inlineHashes(html).scripts).toHaveLength(2)
  const ofPage = { ...everywhere, 'content-security-policy': pagePolicy(html) }
  const ofData = { ...everywhere, 'content-security-policy': "default-src 'none'; sandbox" }
  expect(document?.headers()).toMatchObject({ ...ofPage, 'cache-control': 'no-store' })
  // A script has the page's policies in the page, and may do nothing elsewhere.
  expect(asset.headers()).toMatchObject({
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(page404.headers()).toMatchObject({ ...ofPage, 'cache-control': 'no-store' })
  expect(list.status()).toBe(200)
  expect(list.headers()).toMatchObject({ ...ofData, 'cache-control': 'no-store' })
  expect(api404.headers()).toMatchObject({ ...ofData, 'cache-control': 'no-store' })
})
