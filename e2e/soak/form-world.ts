import { setTimeout as pause } from 'node:timers/promises'

import type { BrowserContext, Page } from '@playwright/test'

import { errorEnvelope } from '#contract/envelope.ts'
import { answersHtml, answersJson, resets } from '#e2e/matrices/fault-injection/behaviours.ts'
import type { Behaviour } from '#e2e/matrices/fault-injection/server.ts'

import { openForm } from './form-in-page.ts'
import {
  type AccountName,
  type FormModel,
  type NextAnswer,
  shownLog,
  type TabModel,
} from './form-model.ts'
import { type ProofService, startProofService } from './soak-service.ts'

/** How long the service hangs before it cuts the connection, in milliseconds. */
const HANG_MS = 80

const behaviours: Record<NextAnswer, Behaviour | undefined> = {
  creates: undefined,
  refuses: answersJson(errorEnvelope(402, 'answered 402'), 402),
  'answers 503': answersJson(errorEnvelope(503, 'answered 503'), 503),
  'answers HTML': answersHtml(200),
  'is cut': resets,
  'hangs, then is cut': async (turn) => {
    await pause(HANG_MS)
    return resets(turn)
  },
}

/** The service of the sequences. */
export interface FormService {
  readonly service: ProofService
  /** how the next creation goes; after it, creations are made again */
  next: NextAnswer
  /** is called with what lets the next creation go on, once it has arrived */
  onHeld: ((letGo: () => void) => void) | undefined
  /** how many creations went in each way */
  readonly answered: ReadonlyMap<NextAnswer, number>
}

export async function startFormService(): Promise<FormService> {
  const answered = new Map<NextAnswer, number>()
  const service = await startProofService({
    async answerCreation() {
      const { next, onHeld } = form
      form.next = 'creates'
      form.onHeld = undefined
      answered.set(next, (answered.get(next) ?? 0) + 1)
      if (onHeld !== undefined) await new Promise<void>(onHeld)
      return behaviours[next]
    },
  })
  const form: FormService = { service, next: 'creates', onHeld: undefined, answered }
  return form
}

/** The real thing that a sequence acts on. */
export interface World {
  readonly context: BrowserContext
  /** one for each tab of the model */
  readonly pages: Page[]
  readonly form: FormService
  /** of this sequence: no other has used them */
  readonly keys: Record<AccountName, string>
}

/** The page of the tab that the person is at. */
export function currentPage({ pages }: World, { current }: FormModel): Page {
  const page = pages[current]
  if (page === undefined) throw new Error('there is no such tab')
  return page
}

/** Opens a tab at the form, connected with an account. */
export async function openTab({ context, keys }: Omit<World, 'pages'>, account: AccountName) {
  return openForm(context, keys[account], `Shop ${account}`)
}

/**
 * Holds every tab against the model, and the creations at the service.
 *
 * @throws with both where they are not the same
 */
export async function expectAsForetold(
  { pages, form, keys }: World,
  model: FormModel,
  after: string,
): Promise<void> {
  for (const [index, tab] of model.tabs.entries()) {
    const page = pages[index]
    if (page !== undefined) await expectScreen(page, model, tab, `${after}, in tab ${index}`)
  }
  for (const account of ['A', 'B'] as const) {
    const arrived = form.service.creations.filter(({ apiKey }) => apiKey === keys[account]).length
    if (arrived !== model.arrived[account])
      throw new Error(`${arrived} creations of ${account}, not ${model.arrived[account]}`)
  }
}

/** The parts of a tab that the model predicts. */
interface Screen {
  account: string
  /** null: there is no form */
  text: string | null
  scene: string | null
  isQuestion: boolean
  /** each as `word address scene`; undefined: it was not read yet */
  log: string[] | undefined
  /** an outcome is being asked for */
  isAsking: boolean
  /** the screen for defects of our own */
  isBroken: boolean
}

async function expectScreen(page: Page, model: FormModel, tab: TabModel, after: string) {
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
      const says = (text: string) => document.body.textContent.includes(text)
      function read(): string {
        const scene = document.querySelector<HTMLInputElement>('input[name=prompt]:checked')
        const account = driver.control(/^Account:/)?.ariaLabel ?? ''
        const screen: Screen = {
          account: /^Account: (?<name>.*) ••••/.exec(account)?.groups?.['name'] ?? '',
          text: driver.box('Image URL')?.value ?? null,
          scene: scene?.value ?? null,
          isQuestion: driver.control('Do not send') !== undefined,
          log: driver.log()?.map((entry) => `${entry.word} ${entry.address} ${entry.scene}`),
          isAsking: says('Checking the outcome…'),
          isBroken: says('Something went wrong on this page'),
        }
        return JSON.stringify(screen)
      }
      try {
        await driver.until('', () => read() === wanted.screen)
      } catch {
        throw new Error(`after ${wanted.after}\nexpected: ${wanted.screen}\nseen:     ${read()}`)
      }
    },
    { screen: JSON.stringify(expected), after },
  )
}
