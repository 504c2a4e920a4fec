import type { Page } from '@playwright/test'

import { type FormModel, shownLog, type TabModel } from './form-model.ts'

/** The parts of a tab that the model predicts. */
interface Screen {
  account: string
  /** null: there is no form */
  text: string | null
  scene: string | null
  isQuestion: boolean
  /** each as `word address scene`; null: it was not read yet */
  log: string[] | null
  /** an outcome is being asked for */
  isAsking: boolean
  /** the screen for defects of our own */
  isBroken: boolean
}

/** Waits until a tab shows what the model predicts. @throws with both if it does not */
export async function expectScreen(
  page: Page,
  model: FormModel,
  tab: TabModel,
  after: string,
): Promise<void> {
  const expected: Screen = {
    account: `Shop ${tab.account}`,
    text: tab.isPanel ? null : tab.text,
    scene: tab.isPanel ? null : tab.scene,
    isQuestion: tab.asksAbout !== null,
    log: shownLog(model, tab),
    isAsking: false,
    isBroken: false,
  }
  await page.evaluate(
    async (wanted) => {
      const { driver } = window
      function read(): Screen {
        const entries = [...document.querySelectorAll('[aria-labelledby=submissions] li')]
        const box = driver.box('Image URL')
        const scene = document.querySelector<HTMLInputElement>('input[name=prompt]:checked')
        const account = driver.control(/^Account:/)?.getAttribute('aria-label') ?? ''
        const isRead =
          entries.length > 0 || document.body.textContent.includes('No submissions yet.')
        const log = entries.map((entry) => {
          const word = entry.querySelector('p > span')?.textContent ?? ''
          const address = entry.querySelector('bdi')?.textContent ?? ''
          return `${word} ${address} ${entry.querySelector('p .font-mono')?.textContent ?? ''}`
        })
        return {
          account: /^Account: (?<name>.*) ••••/.exec(account)?.groups?.['name'] ?? '',
          text: box?.value ?? null,
          scene: scene?.value ?? null,
          isQuestion: driver.control('Do not send') !== undefined,
          log: isRead ? log : null,
          isAsking: document.body.textContent.includes('Checking the outcome…'),
          isBroken: document.body.textContent.includes('Something went wrong on this page'),
        }
      }
      try {
        await driver.until('', () => JSON.stringify(read()) === wanted.screen)
      } catch {
        const seen = JSON.stringify(read())
        throw new Error(`after ${wanted.after}\nexpected: ${wanted.screen}\nseen:     ${seen}`)
      }
    },
    { screen: JSON.stringify(expected), after },
  )
}

/** Fills in the form that asks for a key. */
export async function giveKey(page: Page, name: string, apiKey: string): Promise<void> {
  await page.evaluate(
    async (account) => {
      const { driver } = window
      await driver.type('API key', account.apiKey)
      if (driver.control('More options')?.ariaExpanded === 'false')
        await driver.click('More options')
      await driver.type('Account name', account.name)
      await driver.click('Connect')
      const header = `Account: ${account.name} ••••${account.apiKey.slice(-4)}`
      await driver.until(header, () => driver.control(header))
    },
    { name, apiKey },
  )
}

/** Opens the account menu and clicks one of its buttons. */
export async function useAccountMenu(page: Page, button: string): Promise<void> {
  await page.evaluate(async (name) => {
    await window.driver.click(/^Account:/)
    await window.driver.click(name)
  }, button)
}

/** Signs the account out, and confirms that where its submissions would be lost. */
export async function signOut(page: Page): Promise<void> {
  await useAccountMenu(page, 'Sign out')
  await page.evaluate(async () => {
    const { driver } = window
    const confirm = () =>
      [...document.querySelectorAll<HTMLElement>('dialog[open] button')].find(
        ({ textContent }) => textContent === 'Sign out',
      )
    const next = await driver.until(
      'the connect screen or a question',
      () => driver.box('API key') ?? confirm(),
    )
    if (next instanceof HTMLButtonElement) next.click()
  })
}

/** Types an image URL; the panel of the poster before is put away first. */
export async function typeImage(page: Page, text: string): Promise<void> {
  await page.evaluate(async (typed) => {
    window.driver.control('Create another')?.click()
    await window.driver.type('Image URL', typed)
  }, text)
}

/** Chooses a scene; the panel of the poster before is put away first. */
export async function chooseScene(page: Page, scene: string): Promise<void> {
  await page.evaluate(async (value) => {
    const { driver } = window
    driver.control('Create another')?.click()
    const radio = await driver.until(`scene ${value}`, () =>
      document.querySelector<HTMLInputElement>(`input[name=prompt][value="${value}"]`),
    )
    radio.click()
  }, scene)
}

/** Clicks a button or link by its name, once it is there. */
export async function click(page: Page, name: string): Promise<void> {
  await page.evaluate((wanted) => window.driver.click(wanted), name)
}
