import { expect, test } from '#e2e/support/fixtures.ts'
import { IMAGE_HOST } from '#e2e/support/outside-world.ts'
import { createPageGuard } from '#e2e/support/page-guard.ts'

/** What a test may do wrong, as code in the page, and all that the guard then says. */
const wrongs: readonly (readonly [title: string, code: string, ...reports: RegExp[]])[] = [
  ['a console error', "console.error('broken')", /console error: broken/],
  ['a console warning', "console.warn('odd')", /console warning: odd/],
  ['an uncaught error', "setTimeout(() => { throw new Error('late') })", /page error: Error: late/],
  ['an unhandled rejection', "void Promise.reject(new Error('lost'))", /page error: Error: lost/],
  ['a refused reply', "void fetch('/api/plugins/video/tasks')", /console error: .*status of 401/],
  [
    'a lost request',
    "void fetch('/cut-off').catch(() => {})",
    /request failed: GET .*cut-off/,
    /console error: .*ERR_CONNECTION_RESET/,
  ],
  [
    'a violation of the policy',
    "document.body.append(Object.assign(document.createElement('style'), { textContent: 'p {}' }))",
    /securitypolicyviolation style-src-elem inline/,
    /console error: Applying inline style violates/,
  ],
  [
    'another host',
    "new Image().src = 'https://elsewhere.example/a.png'",
    /outside world: https:/,
    /console error: .*ERR_NAME_NOT_RESOLVED/,
  ],
  ['a missing image', `new Image().src = '${IMAGE_HOST}/missing.png'`, /console error: .*404/],
]

test('the guard reports every problem that a test did not announce', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const guard = createPageGuard()
  await guard.watch(context)
  await context.route('**/cut-off', (route) => route.abort('connectionreset'))
  const page = await context.newPage()
  await page.goto('/tasks')
  await expect(page.getByRole('button', { name: 'Connect' })).toBeVisible()
  guard.verify()

  for (const [title, code, ...reports] of wrongs) {
    await test.step(title, async () => {
      await page.evaluate(code)
      for (const report of reports) {
        await expect(() => expect(() => guard.verify()).toThrow(report)).toPass()
      }
      for (const report of reports) guard.announce(report)
    })
  }
  await context.close()
  guard.verify()
  guard.announce(/never comes/)
  expect(() => guard.verify()).toThrow(/never comes/)
})
