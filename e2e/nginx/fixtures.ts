import type { APIRequestContext, Page } from '@playwright/test'

import { expect, test as base } from '#e2e/support/fixtures.ts'
import { images } from '#e2e/support/outside-world.ts'
import { connect, fillPoster, submitPoster, taskRows } from '#e2e/support/screens.ts'

import { type NginxProcess, startNginx } from '#e2e/support/nginx-process.ts'

interface Fixtures {
  /** startNginx; each is stopped at the test's end */
  startSite: typeof startNginx
}

export const test = base.extend<Fixtures>({
  // Nobody has signed the certificates that tests make.
  ignoreHTTPSErrors: true,
  // Certificate errors that are merely ignored do not allow a service worker.
  launchOptions: [
    async ({ launchOptions }, use) => {
      const args = [...(launchOptions.args ?? []), '--ignore-certificate-errors']
      await use({ ...launchOptions, args })
    },
    { scope: 'worker' },
  ],
  serviceWorkers: 'allow',

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  startSite: async ({}, use) => {
    const started: NginxProcess[] = []
    await use(async (...options) => {
      const nginx = await startNginx(...options)
      started.push(nginx)
      return nginx
    })
    await Promise.all(started.map(async (nginx) => nginx.stop()))
  },

  // After the test the page goes first: the end of nginx is no failure of its requests.
  context: async ({ context, startSite: _sites }, use) => {
    await use(context)
    await context.close()
  },
})

/** What people come for, from the key to a poster that is in the list. */
export async function connectListCreate(page: Page, origin: string, apiKey: string) {
  await connect(page, apiKey, `${origin}/tasks`)
  await expect(taskRows(page)).toHaveCount(20)
  await page.getByRole('radio', { name: 'Failed' }).check()
  await expect(page).toHaveURL(/\?status=failed$/)
  await expect(taskRows(page).first()).toContainText('Failed')
  await page.getByRole('link', { name: 'Posters', exact: true }).click()
  await fillPoster(page, images.portrait, 'firework')
  await submitPoster(page).click()
  await expect(page.getByRole('heading', { name: /^Created/ })).toBeVisible()
  // The kept app opens from the browser, and its host is asked for the rows.
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.goto(`${origin}/tasks`)
  await expect(page.getByRole('navigation', { name: 'Pagination' })).toContainText('301 tasks')
}

/** An answer as it came: its status, and each header as often as it stands there. */
export interface RawAnswer {
  status: number
  headers: Record<string, string[]>
  body: Buffer
}

/** Asks for something, and leaves its body as it came. */
export async function ask(
  request: APIRequestContext,
  url: string,
  options: { method?: string; headers?: Record<string, string>; data?: string | Buffer } = {},
): Promise<RawAnswer> {
  const reply = await request.fetch(url, { maxRedirects: 0, ...options })
  const headers: Record<string, string[]> = {}
  for (const { name, value } of reply.headersArray()) {
    ;(headers[name.toLowerCase()] ??= []).push(value)
  }
  return { status: reply.status(), headers, body: await reply.body() }
}
