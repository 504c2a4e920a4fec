import type { Browser, Page } from '@playwright/test'

import type { Told, ToldSubmission } from './raw-submissions.ts'
import { installDriver } from '#e2e/support/page-driver.ts'
import { endOf, fillIn, openForm, submit, type Word } from './submit-in-page.ts'

/** Windows that submit at the same time: more of them for many posters, as most of the time they wait for a cluster in trouble. */
const windowsFor = (count: number) => Math.min(4, Math.max(2, Math.ceil(count / 250)))

/** After so many a new window with a new account goes on, so that its log stays as long as a person's. */
const POSTERS_IN_WINDOW = 200

const TOLD: Record<Word, Told> = {
  Created: 'created',
  'Not sent': 'not sent',
  Unknown: 'unknown',
  Refused: 'never told',
}

/** Submits posters through the form, each with an address of its own. */
export async function submitInBrowser(
  browser: Browser,
  origin: string,
  count: number,
): Promise<ToldSubmission[]> {
  const submissions: ToldSubmission[] = []
  let next = 0
  async function workInWindows() {
    while (next < count) {
      const page = await openWindow(browser, origin, `browser-${String(next)}`)
      for (let done = 0; done < POSTERS_IN_WINDOW && next < count; done += 1) {
        const imageUrl = `http://p.example/browser-${String(next)}`
        next += 1
        submissions.push(await submitPoster(page, imageUrl))
      }
      await page.context().close()
    }
  }
  await Promise.all(Array.from({ length: windowsFor(count) }, workInWindows))
  return submissions
}

async function openWindow(browser: Browser, origin: string, apiKey: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    ignoreHTTPSErrors: true,
    serviceWorkers: 'block',
  })
  await installDriver(context)
  return openForm(context, apiKey)
}

async function submitPoster(page: Page, imageUrl: string): Promise<ToldSubmission> {
  const poster = { imageUrl, scene: 'firework' }
  await fillIn(page, poster)
  const from = Date.now()
  await submit(page, 'click')
  let end = await endOf(page, poster, 'through nginx')
  // As a person does who wants to know: the button asks again.
  while (/could not ask this page’s host|host can record again/.test(end.text)) {
    end = await endOf(page, poster, 'asked again')
  }
  const [word] = end.words
  return { imageUrl, told: word === undefined ? 'never told' : TOLD[word], from, until: Date.now() }
}
