import type { BrowserContext, CDPSession, Page } from '@playwright/test'

import { errorEnvelope } from '#contract/envelope.ts'
import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import {
  answersHtml,
  answersJson,
  hangsBeforeHeaders,
  resets,
} from '#e2e/matrices/fault-injection/behaviours.ts'

import type { ProofSetting } from './account-switches.ts'
import { startFaultyLink } from './faulty-link.ts'
import { installDriver } from '#e2e/support/page-driver.ts'
import type { Figure } from './proof-figures.ts'
import { startProofService } from './soak-service.ts'
import { seededRandom, shuffledDecks } from '#e2e/support/seeded-random.ts'
import {
  type Circumstance,
  figuresOf,
  type Outcome,
  type Submitted,
  untruths,
} from './submission-figures.ts'
import { endOf, fillIn, GESTURES, openForm, recorded, submit } from './submit-in-page.ts'

const saysStatus = (status: number) =>
  answersJson(errorEnvelope(status, `answered ${String(status)}`), status)

/** What the service answers, and in how many of 100 creations; the rest is created. */
const answersOfService = [
  { behaviour: saysStatus(408), name: 'HTTP 408', share: 4 },
  { behaviour: saysStatus(421), name: 'HTTP 421', share: 4 },
  { behaviour: saysStatus(402), name: 'HTTP 402', share: 3, isRefusal: true },
  { behaviour: saysStatus(503), name: 'HTTP 503', share: 3 },
  { behaviour: resets, name: 'RST', share: 3 },
  { behaviour: answersHtml(200), name: 'a page of HTML', share: 2 },
  { behaviour: hangsBeforeHeaders, name: 'nothing until the time-out', share: 1 },
] as const

/** What else happens around a submission, and in how many of 100. */
const circumstances = [
  { name: 'in both tabs at once', share: 10 },
  { name: 'while offline', share: 3 },
  { name: 'offline and online again at once', share: 3 },
  { name: 'page loaded again at once', share: 1 },
  { name: 'page loaded again when it is recorded', share: 1 },
] as const satisfies readonly { name: Circumstance; share: number }[]

/** Parallel windows: while one waits, the others use the processor. */
const WINDOWS = 2

/** After so many a new window with a new account goes on, so that its log stays as long as a person's. */
const POSTERS_IN_WINDOW = 260

/** Submissions per round for the tabs of a window, as the log shows the last 20. */
const POSTERS_IN_ROUND = 20

interface Tab {
  page: Page
  network: CDPSession
}

/**
 * Submits posters through the form in windows of two tabs while everything between them and the
 * service breaks, and counts at the service what arrived.
 *
 * @param count how many posters
 */
export async function submitUnderFaults(
  { browser, startHost, seed }: ProofSetting,
  count: number,
): Promise<{ figures: Figure[]; problems: string[] }> {
  const arrivals = new Map<string, string[]>()
  const nextAnswer = shuffledDecks(seededRandom(seed + 1), answersOfService)
  const service = await startProofService({
    markOf: (apiKey) => apiKey,
    answerCreation({ imageUrl }) {
      const answer = nextAnswer()
      const before = arrivals.get(imageUrl) ?? []
      arrivals.set(imageUrl, [...before, answer?.name ?? 'created'])
      return answer?.behaviour
    },
  })
  const host = await startHost({
    taskApiUrl: service.baseUrl,
    allowedHosts: ['127.0.0.1'],
    taskApiTimeout: 1,
  })
  const link = await startFaultyLink(host, seededRandom(seed + 2), count)
  const outcomes: Outcome[] = []
  const problems: string[] = []
  const nextRound = dealRounds(seed, count)

  async function workInWindows(): Promise<void> {
    for (let round = nextRound(); round.length > 0;) {
      const context = await browser.newContext({ baseURL: link.origin })
      context.on('weberror', (webError) => problems.push(String(webError.error())))
      const tabs = await openTabs(context, `key-of-window-${round[0]?.poster.imageUrl ?? ''}`)
      for (let done = 0; done < POSTERS_IN_WINDOW && round.length > 0; round = nextRound()) {
        outcomes.push(...(await submitRound(tabs, round, arrivals)))
        done += round.length
      }
      await context.close()
    }
  }
  try {
    await Promise.all(Array.from({ length: WINDOWS }, workInWindows))
  } finally {
    await link.close()
    await service.close()
  }
  const seen = { asked: count, outcomes, arrivals, answers: answersOfService, circumstances }
  problems.push(...untruths(seen))
  return { problems, figures: figuresOf(seen, link.figures(), problems) }
}

/** Address of a poster → what the service answered, for each time that it arrived. */
type Arrivals = ReadonlyMap<string, readonly string[]>

/** Deals the posters out in rounds, the same for the same seed; the last of all is empty. */
function dealRounds(seed: number, count: number): () => Submitted[] {
  const random = seededRandom(seed)
  const nextCircumstance = shuffledDecks(random, circumstances)
  let dealt = 0
  return () => {
    const length = Math.min(POSTERS_IN_ROUND, count - dealt)
    return Array.from({ length }, () => {
      dealt += 1
      const imageUrl = `http://p.example/${String(dealt).padStart(6, '0')}`
      return {
        poster: { imageUrl, scene: random.pick(POSTER_SCENES) },
        gesture: random.pick(GESTURES),
        circumstance: nextCircumstance()?.name ?? 'as usual',
      }
    })
  }
}

async function openTabs(context: BrowserContext, apiKey: string): Promise<[Tab, Tab]> {
  await installDriver(context)
  const openTab = async (): Promise<Tab> => {
    const page = await openForm(context, apiKey)
    return { page, network: await context.newCDPSession(page) }
  }
  return [await openTab(), await openTab()]
}

/** The tabs share the posters out between them, each at its own pace; then come those of both. */
async function submitRound(
  tabs: [Tab, Tab],
  round: readonly Submitted[],
  arrivals: Arrivals,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const single = round.filter(({ circumstance }) => circumstance !== 'in both tabs at once')
  const workOff = async (tab: Tab) => {
    for (let next = single.shift(); next !== undefined; next = single.shift()) {
      outcomes.push(await submitIn(tab, next))
    }
  }
  await Promise.all(tabs.map(workOff))
  for (const one of round) {
    if (one.circumstance === 'in both tabs at once')
      outcomes.push(await submitInBoth(tabs, one, arrivals))
  }
  return outcomes
}

async function submitInBoth(
  tabs: [Tab, Tab],
  submitted: Submitted,
  arrivals: Arrivals,
): Promise<Outcome> {
  const { poster, gesture, circumstance } = submitted
  await Promise.all(tabs.map(({ page }) => fillIn(page, poster)))
  await Promise.all(tabs.map(({ page }) => submit(page, gesture)))
  const ends = await Promise.all(tabs.map(({ page }) => endOf(page, poster, circumstance)))
  // Both may have sent it, one after the other: each hears of the other's a moment later.
  const arrived = arrivals.get(poster.imageUrl)?.length ?? 0
  return { ...submitted, ends, last: await endOf(tabs[0].page, poster, circumstance, { arrived }) }
}

async function submitIn({ page, network }: Tab, submitted: Submitted): Promise<Outcome> {
  const { poster, gesture, circumstance } = submitted
  await fillIn(page, poster)
  if (circumstance === 'while offline') await setOffline(network, true)
  await submit(page, gesture)
  if (circumstance === 'offline and online again at once') {
    await setOffline(network, true)
    await setOffline(network, false)
  }
  if (circumstance === 'page loaded again when it is recorded') await recorded(page, poster)
  const isLoadedAgain = circumstance.startsWith('page loaded again')
  if (isLoadedAgain) await page.reload()
  const end = await endOf(page, poster, `${circumstance}, by ${gesture}`, { isLoadedAgain })
  if (circumstance === 'while offline') await setOffline(network, false)
  return { ...submitted, ends: [end], last: end }
}

/** For this tab alone; the other goes on. */
async function setOffline(network: CDPSession, offline: boolean): Promise<void> {
  await network.send('Network.emulateNetworkConditions', {
    offline,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
}
