import type { BrowserContext, Locator, Page, Request } from '@playwright/test'

import { expect } from './fixtures.ts'
import { fillPoster, submitPoster, taskRows } from './screens.ts'

/** The entries of the log, newest first. */
export function submissions(page: Page): Locator {
  return page.getByRole('region', { name: 'Submissions' }).getByRole('listitem')
}

/** Opens the log, which is closed beside results. */
export async function showSubmissions(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Show submissions/ }).click()
}

/** Submits the form and waits until the request has left the page. */
export async function send(page: Page, imageUrl: string, scene: string): Promise<Request> {
  await fillPoster(page, imageUrl, scene)
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await submitPoster(page).click()
  return sent
}

/** Waits until a creation has reached the host. Before that, it ends with its page. */
export async function expectArrival(page: Page, creation: Request): Promise<void> {
  // allHeaders() would wait for the reply.
  const { authorization = '', 'idempotency-key': id = '' } = creation.headers()
  const address = new URL(`/host/idempotency-keys/${id}`, creation.url()).href
  await expect
    .poll(async () => (await page.request.get(address, { headers: { authorization } })).text())
    .toMatch(/in-flight|done/)
}

/**
 * Creations arrive, but their replies do not, and the host cannot be asked. So their outcome is unknown.
 *
 * @returns allows asking the host again
 */
export async function loseReplies(
  from: Page | BrowserContext,
  expectConsole: (pattern: RegExp) => void,
): Promise<() => Promise<void>> {
  expectConsole(/ERR_CONNECTION_(?:RESET|REFUSED)/)
  await from.route('**/api/plugins/poster/tasks', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  const address = '**/host/idempotency-keys/*'
  await from.route(address, (route) => route.abort('connectionrefused'))
  return () => from.unroute(address)
}

/** The tasks that the service has created, regardless of what the pages show. */
export async function expectTasks(page: Page, count: number): Promise<void> {
  await page.getByRole('link', { name: 'Tasks', exact: true }).click()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(taskRows(page)).toHaveCount(count)
}
