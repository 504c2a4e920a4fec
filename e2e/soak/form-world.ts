import { setTimeout as pause } from 'node:timers/promises'

import type { BrowserContext, Page } from '@playwright/test'

import { errorEnvelope } from '#contract/envelope.ts'
import { answersHtml, answersJson, resets } from '#e2e/matrices/fault-injection/behaviours.ts'
import type { Behaviour } from '#e2e/matrices/fault-injection/server.ts'
import { NO_WORKER } from '#e2e/support/page-guard.ts'

import type { AccountName, FormModel, NextAnswer } from './form-model.ts'
import { installDriver } from '#e2e/support/page-driver.ts'
import { type ProofService, startProofService } from './soak-service.ts'

/** How long the service hangs before it cuts the connection, in milliseconds. */
const HANG_MS = 80

const hangsThenResets: Behaviour = async (turn) => {
  await pause(HANG_MS)
  return resets(turn)
}

const saysStatus = (status: number) =>
  answersJson(errorEnvelope(status, `answered ${String(status)}`), status)

const behaviours: Record<NextAnswer, Behaviour | undefined> = {
  creates: undefined,
  refuses: saysStatus(402),
  'answers 503': saysStatus(503),
  'answers HTML': answersHtml(200),
  'is cut': resets,
  'hangs, then is cut': hangsThenResets,
}

/** The service of the sequences. A test decides how the next creation goes. */
export interface FormService {
  readonly service: ProofService
  /** how the next creation goes; after it, creations are made again */
  next: NextAnswer
  /** how many creations went in each way */
  readonly answered: ReadonlyMap<NextAnswer, number>
  /** Holds the next creation. Resolves when it has arrived, to what lets it go on. */
  hold(): Promise<() => void>
}

export async function startFormService(): Promise<FormService> {
  let next: NextAnswer = 'creates'
  const answered = new Map<NextAnswer, number>()
  let arrived: ((letGo: () => void) => void) | undefined
  const service = await startProofService({
    markOf: () => 'row',
    async answerCreation() {
      const answer = next
      next = 'creates'
      answered.set(answer, (answered.get(answer) ?? 0) + 1)
      if (arrived !== undefined) {
        const tell = arrived
        arrived = undefined
        await new Promise<void>(tell)
      }
      return behaviours[answer]
    },
  })
  return {
    service,
    answered,
    get next() {
      return next
    },
    set next(answer) {
      next = answer
    },
    hold: () =>
      new Promise((resolve) => {
        arrived = resolve
      }),
  }
}

/** The real thing that a sequence acts on. */
export interface World {
  readonly context: BrowserContext
  /** one for each tab of the model */
  readonly pages: Page[]
  /** the second tab of the sequence before, empty: to open another each time takes longest of all */
  spare: Page | undefined
  readonly form: FormService
  /** of this sequence: no other has used them */
  readonly keys: Record<AccountName, string>
  /** how many commands were run */
  steps: Map<string, number>
  /** errors of pages and on their consoles that nothing announced */
  readonly surprises: string[]
}

/** Console messages of the browser about answers that the model predicts. */
const ANNOUNCED =
  /^Failed to load resource: (?:the server responded with a status of (?:402|502|503)|net::ERR_INTERNET_DISCONNECTED)/

/** A window with one tab at the form. */
export async function openWindow(context: BrowserContext, surprises: string[]): Promise<Page> {
  await installDriver(context)
  context.on('weberror', (webError) => surprises.push(String(webError.error())))
  context.on('console', (message) => {
    const isProblem = ['error', 'warning'].includes(message.type()) && message.text() !== NO_WORKER
    if (isProblem && !ANNOUNCED.test(message.text())) surprises.push(message.text())
  })
  const page = await context.newPage()
  await page.goto('/posters')
  return page
}

/** Brings the one tab to where every sequence begins: a new account, an empty form. */
export async function beginAnew(world: World): Promise<void> {
  const [page, other] = world.pages
  if (page === undefined) throw new Error('there is no tab')
  await world.context.setOffline(false)
  if (other !== undefined) {
    world.pages.pop()
    await other.evaluate(() => {
      sessionStorage.clear()
    })
    await other.goto('about:blank')
    world.spare = other
  }
  await page.evaluate(() => {
    sessionStorage.clear()
  })
  await page.goto('/posters')
  await page.evaluate(async (apiKey) => {
    const { driver } = window
    await driver.type('API key', apiKey)
    await driver.click('More options')
    await driver.type('Account name', 'Shop A')
    await driver.click('Connect')
    await driver.until('the form', () => driver.box('Image URL'))
  }, world.keys.A)
}

/** The page of the tab that the person is at. */
export function currentPage({ pages }: World, { current }: FormModel): Page {
  const page = pages[current]
  if (page === undefined) throw new Error('there is no such tab')
  return page
}
