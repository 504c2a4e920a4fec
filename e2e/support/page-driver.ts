import type { BrowserContext } from '@playwright/test'

/**
 * Acts on the page from inside it: a proof of thousands of steps has no time for a journey through
 * the browser's protocol with each. It finds what a person finds (visible, by its name) and clicks
 * the real thing.
 */
export interface PageDriver {
  /** a visible button or link by its whole name, or one whose name matches */
  control(name: string | RegExp): HTMLElement | undefined
  /** a visible text box by its label */
  box(label: string): HTMLInputElement | HTMLTextAreaElement | undefined
  /** waits until there is something, at every change of the document. @throws after 30 s */
  until<Found>(what: string, find: () => Found | undefined | null | false): Promise<Found>
  /** clicks a button or link, once it is there */
  click(name: string | RegExp): Promise<void>
  /** types into a box in place of what was in it, once it is there */
  type(label: string, text: string): Promise<void>
  /** fills in the form that asks for a key, and waits until its account is at work */
  giveKey(apiKey: string, name?: string): Promise<void>
  /** the entries of the log, newest first; undefined: it was not read yet */
  log(): LogEntry[] | undefined
  /** resolves when the click that follows Enter was made */
  clickAfterEnter: Promise<void>
}

/** An entry of the log of submissions. */
interface LogEntry {
  element: Element
  /** the whole entry */
  text: string
  word: string
  /** as the log writes it, see addressInLog */
  address: string
  scene: string
}

declare global {
  interface Window {
    driver: PageDriver
  }
}

/** Puts the driver into every page of a context that is opened from now on. */
export async function installDriver(context: BrowserContext): Promise<void> {
  await context.addInitScript(defineDriver)
}

function defineDriver(): void {
  // A host may ask Redis for 20 s for the reply that another host has.
  const LIMIT = 30_000
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const nameOf = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent).trim()

  const driver: PageDriver = {
    clickAfterEnter: Promise.resolve(),
    control(name) {
      const isNamed = (text: string) => (typeof name === 'string' ? text === name : name.test(text))
      return [...document.querySelectorAll<HTMLElement>('button, a[href]')].find(
        (element) => isNamed(nameOf(element)) && isShown(element),
      )
    },
    box(label) {
      for (const element of document.querySelectorAll('label')) {
        const { control } = element
        const isBox = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
        if (isBox && element.textContent.trim() === label && isShown(control)) return control
      }
      return undefined
    },
    until(what, find) {
      return new Promise((resolve, reject) => {
        const observer = new MutationObserver(look)
        const timer = setInterval(look, 50)
        const startedAt = performance.now()
        function look() {
          const found = find()
          const isThere = found !== undefined && found !== null && found !== false
          const isLate = performance.now() - startedAt > LIMIT
          if (!isThere && !isLate) return
          observer.disconnect()
          clearInterval(timer)
          if (isThere) resolve(found)
          else reject(new Error(`not there in time: ${what}\n${document.body.innerText}`))
        }
        observer.observe(document, {
          subtree: true,
          childList: true,
          attributes: true,
          characterData: true,
        })
        look()
      })
    },
    async click(name) {
      const control = await driver.until(String(name), () => driver.control(name))
      control.click()
    },
    async type(label, text) {
      const box = await driver.until(label, () => driver.box(label))
      // React hears of a value that its own setter did not write.
      const { prototype } = box instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(box, text)
      box.dispatchEvent(new Event('input', { bubbles: true }))
    },
    async giveKey(apiKey, name) {
      await driver.type('API key', apiKey)
      if (name !== undefined) {
        const more = driver.control('More options')
        if (more?.ariaExpanded === 'false') more.click()
        await driver.type('Account name', name)
      }
      await driver.click(/^(?:Connect|Save)$/)
      const header = `••••${apiKey.slice(-4)}`
      await driver.until(header, () => driver.control(/^Account:/)?.ariaLabel?.endsWith(header))
    },
    log() {
      const entries = [...document.querySelectorAll('[aria-labelledby=submissions] li')]
      if (entries.length === 0 && !document.body.textContent.includes('No submissions yet.'))
        return undefined
      return entries.map((element) => {
        const textOf = (selector: string) => element.querySelector(selector)?.textContent ?? ''
        return {
          element,
          text: element.textContent,
          word: textOf('p > span'),
          address: textOf('bdi'),
          scene: textOf('p .font-mono'),
        }
      })
    },
  }
  window.driver = driver
}
