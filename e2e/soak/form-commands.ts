import type { Page } from '@playwright/test'

import { POSTER_SCENES, type PosterScene } from '#contract/poster-tasks.ts'

import { click, fillIn, GESTURES, giveKey, submit, useAccountMenu } from './form-in-page.ts'
import {
  askedAbout,
  currentTab,
  filledIn,
  forgotten,
  type FormModel,
  logOf,
  newTab,
  NEXT_ANSWERS,
  reloaded,
  requestOf,
  submitted,
  type TabModel,
} from './form-model.ts'
import { currentPage, openTab, type World } from './form-world.ts'

/** One thing that a person, the network or the service does. */
export interface Command {
  readonly name: string
  /** among those that are possible at a time */
  readonly weight: number
  readonly can: (model: FormModel, tab: TabModel) => boolean
  /** Does it to the page and to the model alike. */
  readonly act: (model: FormModel, world: World) => void | Promise<void>
}

const always = () => true

const hasNoQuestion = (_model: FormModel, { asksAbout }: TabModel) => asksAbout === null

/** No question is open, and the browser is online. */
const toTheMinute = ({ isOffline }: FormModel, { asksAbout }: TabModel) =>
  !isOffline && asksAbout === null

/** No other tab's question is about the same poster: it would follow what becomes known a moment later. */
function isAlone({ tabs }: FormModel, tab: TabModel): boolean {
  const isSame = ({ text, scene }: TabModel) => text === tab.text && scene === tab.scene
  return !tabs.some((other) => other !== tab && other.asksAbout !== null && isSame(other))
}

/** The form's content will be sent without a question, and created. */
function isFree(model: FormModel, tab: TabModel): boolean {
  const request = requestOf(tab)
  return (
    request !== undefined &&
    askedAbout(model, tab, request).length === 0 &&
    toTheMinute(model, tab) &&
    model.next === 'creates'
  )
}

/** How many texts there are. */
const TEXTS = 6

/** What may be typed, by its number; the sequence makes its own addresses of it. */
function textOf(index: number, { keys }: World): string {
  // Short, so that the log shows it whole.
  const address = (number: number) => `http://p.example/${keys.A.slice(-8)}/${String(number)}`
  const texts = [address(1), address(2), `  ${address(1)} `, 'ftp://pictures.example/a.png', '']
  return texts[index] ?? address(3)
}

const fillsIn = (weight: number, text: number | undefined, scene?: PosterScene): Command => ({
  name: `fill in ${text === undefined ? '' : `text ${text} `}${scene ?? ''}`.trim(),
  weight,
  can: hasNoQuestion,
  async act(model, world) {
    const imageUrl = text === undefined ? undefined : textOf(text, world)
    await fillIn(currentPage(world, model), {
      ...(imageUrl !== undefined && { imageUrl }),
      ...(scene !== undefined && { scene }),
    })
    filledIn(currentTab(model), {
      // A box for addresses drops the blanks around one by itself.
      ...(imageUrl !== undefined && { text: imageUrl.trim() }),
      ...(scene !== undefined && { scene }),
    })
  },
})

/**
 * Waits until a tab has created the poster, or has said no to sending again what the other has sent.
 */
async function endInTab(page: Page): Promise<'created' | 'declined'> {
  return page.evaluate(async () => {
    const { driver } = window
    const end = await driver.until('an end', () => {
      return driver.control('Do not send') ?? driver.control('Create another')
    })
    if (end.textContent !== 'Do not send') return 'created'
    end.click()
    return 'declined'
  })
}

/** Signs the account out, and confirms that where its submissions would be lost. */
async function signOut(page: Page): Promise<void> {
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

const [firstScene, secondScene] = POSTER_SCENES

/** What is done with the form. */
const formCommands: readonly Command[] = [
  // Few posters, so that the same comes again.
  fillsIn(18, 0, firstScene),
  fillsIn(3, 0, secondScene),
  fillsIn(3, 1, firstScene),
  ...Array.from({ length: TEXTS }, (_, index) => fillsIn(1, index)),
  ...POSTER_SCENES.map((scene) => fillsIn(1, undefined, scene)),
  ...GESTURES.map((gesture): Command => ({
    name: `submit by ${gesture}`,
    weight: 12,
    can: (model, tab) => tab.asksAbout === null && !tab.isPanel && isAlone(model, tab),
    async act(model, world) {
      await submit(currentPage(world, model), gesture)
      submitted(model, currentTab(model))
    },
  })),
  {
    name: 'say yes to the question',
    weight: 20,
    can: (model, tab) => tab.asksAbout !== null && isAlone(model, tab),
    async act(model, world) {
      const tab = currentTab(model)
      await click(currentPage(world, model), 'Send again and accept a second charge')
      submitted(model, tab, tab.asksAbout ?? [])
    },
  },
  {
    name: 'say no to the question',
    weight: 14,
    can: (_model, tab) => tab.asksAbout !== null,
    async act(model, world) {
      await click(currentPage(world, model), 'Do not send')
      currentTab(model).asksAbout = null
    },
  },
  {
    name: 'submit, and load the page again before the answer',
    weight: 14,
    can: (model, tab) => isFree(model, tab) && isAlone(model, tab),
    async act(model, world) {
      const page = currentPage(world, model)
      const held = new Promise<() => void>((resolve) => {
        world.form.onHeld = resolve
      })
      await submit(page, 'click')
      const letGo = await held
      // Answered as soon as the page that asked is gone.
      await page.reload({ waitUntil: 'commit' })
      letGo()
      await page.waitForLoadState()
      const tab = currentTab(model)
      submitted(model, tab)
      reloaded(tab)
    },
  },
  {
    name: 'submit the same in both tabs at once',
    weight: 60,
    can: (model, tab) =>
      model.tabs.length === 2 &&
      model.tabs.every(({ asksAbout, isPanel }) => asksAbout === null && !isPanel) &&
      isFree(model, tab),
    async act(model, world) {
      const { text, scene } = currentTab(model)
      const other = world.pages[1 - model.current]
      if (other === undefined || scene === null) return
      await fillIn(other, { imageUrl: text, scene })
      for (const tab of model.tabs) filledIn(tab, { text, scene })
      await Promise.all(world.pages.map((page) => submit(page, 'click')))
      const ends = await Promise.all(world.pages.map(endInTab))
      const winner = model.tabs[ends.indexOf('created')]
      if (winner !== undefined) submitted(model, winner)
    },
  },
  {
    name: 'check an outcome',
    weight: 8,
    can: (model, tab) =>
      toTheMinute(model, tab) && logOf(model, tab).some(({ word }) => word === 'Unknown'),
    act: (model, world) => click(currentPage(world, model), 'Check outcome'),
  },
]

/** What is done around the form: by the service, and to the page, the tabs, the network and the session. */
const otherCommands: readonly Command[] = [
  ...NEXT_ANSWERS.map((next): Command => ({
    name: `the service next ${next}`,
    weight: 2,
    can: always,
    act(model, { form }) {
      form.next = next
      model.next = next
    },
  })),
  {
    name: 'load the page again',
    weight: 2,
    can: ({ isOffline }) => !isOffline,
    async act(model, world) {
      await currentPage(world, model).reload()
      reloaded(currentTab(model))
    },
  },
  {
    name: 'go to the tasks and back',
    weight: 2,
    can: toTheMinute,
    async act(model, world) {
      const page = currentPage(world, model)
      await page.evaluate(async () => {
        const { driver } = window
        await driver.click('Tasks')
        await driver.until('the tasks', () => driver.control('Refresh'))
        await driver.click('Posters')
        await driver.until('the form', () => driver.box('Image URL'))
      })
      currentTab(model).isPanel = false
    },
  },
  {
    // The second tab is opened when it is first wanted.
    name: 'go to another tab',
    weight: 3,
    can: ({ isOffline, tabs }) => tabs.length === 2 || !isOffline,
    async act(model, world) {
      const { account } = currentTab(model)
      model.current = 1 - model.current
      if (model.tabs.length === 2) return
      world.pages.push(await openTab(world, account))
      model.tabs.push(newTab(account))
    },
  },
  {
    // For all tabs.
    name: 'go offline, or online again',
    weight: 2,
    can: always,
    async act(model, { context }) {
      model.isOffline = !model.isOffline
      await context.setOffline(model.isOffline)
    },
  },
  {
    // The form keeps its text.
    name: "replace the key with the other account's",
    weight: 2,
    can: toTheMinute,
    async act(model, world) {
      const tab = currentTab(model)
      const page = currentPage(world, model)
      tab.account = tab.account === 'A' ? 'B' : 'A'
      tab.isPanel = false
      await useAccountMenu(page, 'Edit account')
      await giveKey(page, world.keys[tab.account], `Shop ${tab.account}`)
    },
  },
  {
    // The account's log goes with its key.
    name: 'sign out and connect again',
    weight: 2,
    can: toTheMinute,
    async act(model, world) {
      const { account } = currentTab(model)
      await signOut(currentPage(world, model))
      for (const [at, page] of world.pages.entries()) {
        if (model.tabs[at]?.account !== account) continue
        await giveKey(page, world.keys[account], `Shop ${account}`)
      }
      forgotten(model, account)
    },
  },
]

/** Every command. */
export const commands = [...formCommands, ...otherCommands]
