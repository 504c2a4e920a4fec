import type { BrowserContext, Page } from '@playwright/test'

/** The log's texts for finished submissions. */
export const WORDS = ['Created', 'Refused', 'Unknown', 'Not sent'] as const
export type Word = (typeof WORDS)[number]

/** How a submission is made. */
export const GESTURES = ['click', 'double click', 'Enter and click'] as const
export type Gesture = (typeof GESTURES)[number]

/** A poster as it is submitted. */
export interface Poster {
  imageUrl: string
  scene: string
}

/** Opens the form in a new tab of a context with the driver, and connects with a key. */
export async function openForm(
  context: BrowserContext,
  apiKey: string,
  name?: string,
): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/posters')
  await giveKey(page, apiKey, name)
  return page
}

/** Fills in the form that asks for a key, and waits until its account is at work. */
export async function giveKey(page: Page, apiKey: string, name?: string): Promise<void> {
  await page.evaluate((account) => window.driver.giveKey(account.apiKey, account.name), {
    apiKey,
    name,
  })
}

/** Fills in the form, or a part of it. The panel of the poster before is put away first. */
export async function fillIn(page: Page, { imageUrl, scene }: Partial<Poster>): Promise<void> {
  await page.evaluate(
    async (wanted) => {
      const { driver } = window
      const isForm = () => driver.box('Image URL')
      await driver.until('the form', () => driver.control('Create another') ?? isForm())
      if (isForm() === undefined) await driver.click('Create another')
      if (wanted.imageUrl !== undefined) await driver.type('Image URL', wanted.imageUrl)
      if (wanted.scene === undefined) return
      const radio = await driver.until(`scene ${wanted.scene}`, () =>
        document.querySelector<HTMLElement>(`input[name=prompt][value="${wanted.scene ?? ''}"]`),
      )
      radio.click()
    },
    { imageUrl, scene },
  )
}

/** Submits the form; what becomes of it is not waited for. */
export async function submit(page: Page, gesture: Gesture): Promise<void> {
  if (gesture !== 'Enter and click') {
    await page.evaluate(
      async (clicks) => {
        const { driver } = window
        // Another tab may have learnt the outcome of the poster before sooner than this one.
        const button = await driver.until('the button', () => driver.control('Create poster'))
        for (let time = 0; time < clicks; time += 1) button.click()
      },
      gesture === 'double click' ? 2 : 1,
    )
    return
  }
  await page.evaluate(async () => {
    const { driver } = window
    await driver.until('the button', () => driver.control('Create poster'))
    driver.box('Image URL')?.focus()
    // The click follows Enter as soon as the browser is idle.
    driver.clickAfterEnter = new Promise((resolve) => {
      const clickToo = () => {
        setTimeout(() => {
          driver.control(/^(?:Create poster|Creating…)$/)?.click()
          resolve()
        })
      }
      document.addEventListener('submit', clickToo, { once: true, capture: true })
    })
  })
  await page.keyboard.press('Enter')
  await page.evaluate(() => window.driver.clickAfterEnter)
}

/** An address as the log writes it. */
function addressInLog(imageUrl: string): string {
  return imageUrl.replace(/^http:\/\//, '')
}

/** Waits until the log has an entry of this poster. */
export async function recorded(page: Page, { imageUrl }: Poster): Promise<void> {
  await page.evaluate(async (wanted) => {
    const { driver } = window
    await driver.until(`an entry of ${wanted}`, () =>
      driver.log()?.some(({ address }) => address === wanted),
    )
  }, addressInLog(imageUrl))
}

/** How a submission ended for the tab that made it. */
export interface End {
  /** asked: there was a question, answered with no; not begun: the form has it still, the log has not */
  kind: 'ended' | 'asked' | 'not begun'
  /** the log's word for each submission of this poster */
  words: readonly Word[]
  /** the full text of these entries */
  text: string
  /** the host could not be asked, and "Check outcome" was clicked */
  isAskedFor: boolean
}

/**
 * Waits until the log tells how every submission of this poster ended, and asks for nothing more; a
 * question is answered with no.
 *
 * @param how it was submitted, for the report of one that does not end
 * @param isLoadedAgain the page was, perhaps before the submission was recorded
 * @param arrived so many submissions of it the service has had
 */
export async function endOf(
  page: Page,
  { imageUrl }: Poster,
  how: string,
  { isLoadedAgain = false, arrived = 0 }: { isLoadedAgain?: boolean; arrived?: number } = {},
): Promise<End> {
  const address = addressInLog(imageUrl)
  const what = `the end of ${address}, ${how}`
  return page.evaluate(
    async (wanted) => {
      const { driver } = window
      let isAskedFor = false
      // What the click has begun is drawn in a turn or two.
      for (let turn = 0; turn < 3; turn += 1) {
        await new Promise((resolve) => {
          setTimeout(resolve)
        })
      }
      return driver.until<End>(wanted.what, () => {
        const decline = driver.control('Do not send')
        if (decline !== undefined) {
          decline.click()
          return { kind: 'asked', words: [], text: '', isAskedFor }
        }
        const entries = driver.log()?.filter((entry) => entry.address === wanted.address)
        // The log may know it a moment before the form does.
        if (entries === undefined || driver.control('Creating…') !== undefined) return undefined
        if (entries.filter(({ word }) => word !== 'Not sent').length < wanted.arrived)
          return undefined
        const text = entries.map((entry) => entry.text).join(' | ')
        if (entries.length === 0) {
          const isInForm = driver.box('Image URL')?.value === wanted.imageUrl
          const isNotBegun = wanted.isLoadedAgain && isInForm
          return isNotBegun && { kind: 'not begun', words: [], text, isAskedFor }
        }
        // It is being asked for, or will be: the screen says so.
        if (/Checking the outcome|Marquee will ask the host again/.test(text)) return undefined
        const unanswered = entries.filter((entry) => entry.text.includes('Marquee could not ask'))
        if (unanswered.length > 0 && !isAskedFor) {
          isAskedFor = true
          for (const { element } of unanswered) {
            const buttons = [...element.querySelectorAll('button')]
            buttons.find(({ textContent }) => textContent === 'Check outcome')?.click()
          }
          return undefined
        }
        const words = entries.map(({ word }) => wanted.words.find((known) => known === word))
        const known = words.filter((word) => word !== undefined)
        return known.length === words.length && { kind: 'ended', words: known, text, isAskedFor }
      })
    },
    { address, imageUrl, what, isLoadedAgain, arrived, words: WORDS },
  )
}
