import type { Page } from '@playwright/test'

import { POSTER_SCENES, type PosterScene } from '#contract/poster-tasks.ts'

import { command, type FormCommand, isCalm } from './form-command.ts'
import {
  askedAbout,
  currentTab,
  filledIn,
  type FormModel,
  logOf,
  NEXT_ANSWERS,
  type NextAnswer,
  reloaded,
  requestOf,
  submitted,
  type TabModel,
} from './form-model.ts'
import { chooseScene, click, typeImage } from './form-screen.ts'
import { currentPage, type World } from './form-world.ts'
import {
  changeTab,
  signOutAndIn,
  goAndComeBack,
  reload,
  replaceKey,
  toggleNetwork,
} from './session-commands.ts'
import { type Gesture, GESTURES, submit } from './submit-in-page.ts'

/** What may be typed, by its number; the sequence makes its own addresses of it. */
const TEXTS = 6

function textOf(index: number, { keys }: World): string {
  // Short, so that the log shows it whole.
  const address = (number: number) => `http://p.example/${keys.A.slice(-8)}/${String(number)}`
  const texts = [address(1), address(2), `  ${address(1)} `, 'ftp://pictures.example/a.png', '']
  return texts[index] ?? address(3)
}

const type = (index: number) =>
  command({
    name: `type text ${String(index)}`,
    can: (_model, { asksAbout }) => asksAbout === null,
    async act(model, world) {
      const text = textOf(index, world)
      await typeImage(currentPage(world, model), text)
      // A box for addresses drops the blanks around one by itself.
      filledIn(currentTab(model), { text: text.trim() })
    },
  })

const choose = (scene: PosterScene) =>
  command({
    name: `choose ${scene}`,
    can: (_model, { asksAbout }) => asksAbout === null,
    async act(model, world) {
      await chooseScene(currentPage(world, model), scene)
      filledIn(currentTab(model), { scene })
    },
  })

const fillIn = (index: number, scene: PosterScene) =>
  command({
    name: `fill in text ${String(index)} and ${scene}`,
    can: (_model, { asksAbout }) => asksAbout === null,
    async act(model, world) {
      const page = currentPage(world, model)
      const text = textOf(index, world)
      await typeImage(page, text)
      await chooseScene(page, scene)
      filledIn(currentTab(model), { text: text.trim() })
      filledIn(currentTab(model), { scene })
    },
  })

/** No other tab's question is about the same poster: it would follow what becomes known a moment later. */
function isAlone({ tabs }: FormModel, tab: TabModel): boolean {
  const isSame = ({ text, scene }: TabModel) => text === tab.text && scene === tab.scene
  return !tabs.some((other) => other !== tab && other.asksAbout !== null && isSame(other))
}

const send = (gesture: Gesture) =>
  command({
    name: `submit by ${gesture}`,
    can: (model, tab) => tab.asksAbout === null && !tab.isPanel && isAlone(model, tab),
    async act(model, world) {
      await submit(currentPage(world, model), gesture)
      submitted(model, currentTab(model))
    },
  })

const say = (yes: boolean) =>
  command({
    name: yes ? 'say yes to the question' : 'say no to the question',
    can: (model, tab) => tab.asksAbout !== null && (!yes || isAlone(model, tab)),
    async act(model, world) {
      const tab = currentTab(model)
      const button = yes ? 'Send again and accept a second charge' : 'Do not send'
      await click(currentPage(world, model), button)
      if (yes) submitted(model, tab, tab.asksAbout ?? [])
      else tab.asksAbout = null
    },
  })

const answerNext = (next: NextAnswer) =>
  command({
    name: `the service next ${next}`,
    can: () => true,
    async act(model, { form }) {
      form.next = next
      model.next = next
      await Promise.resolve()
    },
  })

const submitAndReload = command({
  name: 'submit, and load the page again before the answer',
  can(model, tab) {
    const request = requestOf(tab)
    const isFree = request !== undefined && askedAbout(model, tab, request).length === 0
    return isCalm(model, tab) && isFree && isAlone(model, tab) && model.next === 'creates'
  },
  async act(model, world) {
    const page = currentPage(world, model)
    const held = world.form.hold()
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
})

const submitInBothTabs = command({
  name: 'submit the same in both tabs at once',
  can(model, tab) {
    const request = requestOf(tab)
    const isFree = request !== undefined && askedAbout(model, tab, request).length === 0
    const isReady = model.tabs.every(({ asksAbout, isPanel }) => asksAbout === null && !isPanel)
    return (
      isFree && isReady && isCalm(model, tab) && model.tabs.length === 2 && model.next === 'creates'
    )
  },
  async act(model, world) {
    const { text, scene } = currentTab(model)
    const other = world.pages[1 - model.current]
    if (other === undefined || scene === null) return
    await typeImage(other, text)
    await chooseScene(other, scene)
    for (const tab of model.tabs) filledIn(tab, { text, scene })
    await Promise.all(world.pages.map((page) => submit(page, 'click')))
    const ends = await Promise.all(world.pages.map(endInTab))
    const winner = model.tabs[ends.indexOf('created')]
    if (winner !== undefined) submitted(model, winner)
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

const checkOutcome = command({
  name: 'check an outcome',
  can(model, tab) {
    const isUnknown = logOf(model, tab).some(({ word }) => word === 'Unknown')
    return isCalm(model, tab) && isUnknown
  },
  act: (model, world) => click(currentPage(world, model), 'Check outcome'),
})

const [firstScene, secondScene] = POSTER_SCENES

/** Every command, and its weight among those that are possible at a time. */
export const commands: readonly (readonly [weight: number, FormCommand])[] = [
  // Few posters, so that the same comes again.
  [18, fillIn(0, firstScene)],
  [3, fillIn(0, secondScene)],
  [3, fillIn(1, firstScene)],
  ...Array.from({ length: TEXTS }, (_, index) => [1, type(index)] as const),
  ...POSTER_SCENES.map((scene) => [1, choose(scene)] as const),
  ...GESTURES.map((gesture) => [12, send(gesture)] as const),
  ...NEXT_ANSWERS.map((next) => [2, answerNext(next)] as const),
  [20, say(true)],
  [14, say(false)],
  [8, checkOutcome],
  [14, submitAndReload],
  [60, submitInBothTabs],
  [2, reload],
  [2, goAndComeBack],
  [3, changeTab],
  [2, toggleNetwork],
  [2, replaceKey],
  [2, signOutAndIn],
]

/**
 * A command that is drawn when its turn comes, among those that are possible then.
 *
 * @param draw from 0 up to 1, without 1
 */
export function drawnCommand(draw: number): FormCommand {
  let name = 'not drawn yet'
  return {
    check: () => true,
    async run(model, world) {
      const possible = commands.filter(([, { check }]) => check(model))
      let left = draw * possible.reduce((sum, [weight]) => sum + weight, 0)
      const [, drawn] = possible.find(([weight]) => (left -= weight) < 0) ?? []
      name = String(drawn)
      await drawn?.run(model, world)
    },
    toString: () => name,
  }
}
