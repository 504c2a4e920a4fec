import type { Page } from '@playwright/test'

/** How a submission ended, in the log's own word, or that there was a question first. */
export type Ending = 'Created' | 'Refused' | 'Unknown' | 'Not sent' | 'asked'

/** How a submission is made. */
export const GESTURES = ['click', 'double click', 'Enter and click'] as const
export type Gesture = (typeof GESTURES)[number]

/** A poster as it is submitted: its address is unlike every other's. */
export interface Poster {
  imageUrl: string
  scene: string
}

/** Fills the form in; what was created before is put away first. */
export async function fillIn(page: Page, { imageUrl, scene }: Poster): Promise<void> {
  await page.evaluate(
    async ({ url, value }) => {
      const { driver } = window
      const isForm = () => driver.box('Image URL')
      await driver.until('the form or the way back to it', () => {
        const another = driver.control('Create another')
        return another ?? isForm()
      })
      if (isForm() === undefined) await driver.click('Create another')
      await driver.type('Image URL', url)
      const radio = await driver.until(`scene ${value}`, () =>
        document.querySelector<HTMLInputElement>(`input[name=prompt][value="${value}"]`),
      )
      radio.click()
    },
    { url: imageUrl, value: scene },
  )
}

/** Submits the form; what becomes of it is not waited for. */
export async function submit(page: Page, gesture: Gesture): Promise<void> {
  if (gesture !== 'Enter and click') {
    await page.evaluate(
      async (clicks) => {
        const { driver } = window
        // Another tab may have learnt the outcome of the poster before sooner than this one.
        const button = await driver.until('the button', () => driver.control('Create poster task'))
        for (let click = 0; click < clicks; click += 1) button.click()
      },
      gesture === 'double click' ? 2 : 1,
    )
    return
  }
  await page.evaluate(async () => {
    const { driver } = window
    await driver.until('the button', () => driver.control('Create poster task'))
    driver.box('Image URL')?.focus()
    // The click follows Enter as soon as the browser has time for it, whatever the page does meanwhile.
    driver.clickAfterEnter = new Promise((resolve) => {
      const clickToo = () => {
        setTimeout(() => {
          driver.control(/^(?:Create poster task|Creating…)$/)?.click()
          resolve()
        })
      }
      document.addEventListener('submit', clickToo, { once: true, capture: true })
    })
  })
  await page.keyboard.press('Enter')
  await page.evaluate(() => window.driver.clickAfterEnter)
}

/** How the screen says that a submission ended. */
export interface End {
  ending: Ending
  /** all that the log says of it */
  entry: string
  /** the host could not be asked while the browser was offline, and "Check outcome" was clicked */
  isAskedFor: boolean
}

/**
 * Waits until the log tells how the submission of this poster ended, and asks for nothing more; a
 * question is answered with no.
 *
 * @param how it was submitted, for the report of one that does not end
 */
export async function endOf(page: Page, { imageUrl }: Poster, how: string): Promise<End> {
  const address = imageUrl.replace(/^http:\/\//, '')
  const what = `the end of ${address}, ${how}`
  return page.evaluate(
    async (wanted) => {
      const { driver } = window
      const ended = ['Created', 'Refused', 'Unknown', 'Not sent'] as const
      let isAskedFor = false
      let text = ''
      const ending = await driver.until<Ending>(wanted.what, () => {
        const decline = driver.control('Do not send')
        if (decline !== undefined) {
          decline.click()
          return 'asked'
        }
        // The log may know it a moment before the form does.
        if (driver.control('Creating…') !== undefined) return undefined
        const entries = [...document.querySelectorAll('[aria-labelledby=submissions] li')]
        const entry = entries.find(({ textContent }) => textContent.includes(wanted.address))
        text = entry?.textContent ?? ''
        // It is being asked for, or will be: the screen says so.
        if (/Asking what became of it|host is asked again/.test(text)) return undefined
        const word = entry?.querySelector('p > span')?.textContent
        const isUnasked = text.includes('The host could not be asked')
        if (word === 'Unknown' && isUnasked && !isAskedFor) {
          isAskedFor = true
          const buttons = [...(entry?.querySelectorAll('button') ?? [])]
          buttons.find(({ textContent }) => textContent === 'Check outcome')?.click()
          return undefined
        }
        return ended.find((known) => known === word)
      })
      return { ending, entry: text, isAskedFor }
    },
    { address, what },
  )
}
