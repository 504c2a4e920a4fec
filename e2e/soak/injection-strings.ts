import { injectionStrings } from '#e2e/injection/catalogue.ts'
import type { InjectionString } from '#e2e/injection/injection-string.ts'
import { type Problem, PROBLEMS } from '#e2e/injection/problem.ts'
import { startInjectionService } from '#e2e/injection/service.ts'
import { openStage, runVisit, type Visit } from '#e2e/injection/stage.ts'
import { visitsToAccounts } from '#e2e/injection/visits-to-accounts.ts'
import { visitsToAddresses } from '#e2e/injection/visits-to-addresses.ts'
import { visitsToBatches } from '#e2e/injection/visits-to-batches.ts'
import { visitsToFinds } from '#e2e/injection/visits-to-finds.ts'
import { visitsToInsights } from '#e2e/injection/visits-to-insights.ts'
import { visitsToOverviews } from '#e2e/injection/visits-to-overviews.ts'
import { visitsToPosters } from '#e2e/injection/visits-to-posters.ts'
import { visitsToRows } from '#e2e/injection/visits-to-rows.ts'
import { visitsToWords } from '#e2e/injection/visits-to-words.ts'

import type { Figure, ProofSetting } from './proof-figures.ts'

/** Every place. A new one is a line in one of these. */
const visits: readonly Visit[] = [
  ...visitsToRows,
  ...visitsToWords,
  ...visitsToAddresses,
  ...visitsToPosters,
  ...visitsToBatches,
  ...visitsToAccounts,
  ...visitsToFinds,
  ...visitsToOverviews,
  ...visitsToInsights,
]

/** A desk, and a phone. */
const DESK = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 800 }

/** Places that cost more get a share of the strings, also in the long proof. */
const DEAR_COST = 8

/** What costs more is left to the long proof. */
const SHORT_COST = 12

/** How many strings each place gets. */
export interface Extent {
  /** how many there are */
  strings: number
  /** on one screen only, fewer of them in dear places, and none in the dearest */
  isShort?: boolean
  /** only every third place, say, from this one on */
  places?: { from: number; every: number }
}

/**
 * Puts injection strings into every place of the app, behind the real host, and holds each place against
 * the same place with a harmless string.
 *
 * @returns the figures, and what was wrong
 */
export async function lookAtStrings(
  { browser, startHost, seed }: ProofSetting,
  { strings: count, isShort = false, places = { from: 0, every: 1 } }: Extent,
): Promise<{ figures: Figure[]; problems: readonly Problem[] }> {
  const strings = injectionStrings(count, seed)
  const service = await startInjectionService()
  const host = await startHost({ taskApiUrl: service.baseUrl })
  const stage = await openStage(browser, service, host.origin)
  const { page, seen, watch } = stage
  /** place → how many strings it was to get */
  const meant = new Map<string, number>()
  try {
    const screens = isShort ? [DESK] : [DESK, PHONE]
    const paidFor = visits
      .filter(({ cost }) => !isShort || cost <= SHORT_COST)
      .filter((_, index) => index % places.every === places.from)
    const rounds = screens.flatMap((screen) => paidFor.map((visit) => ({ screen, visit })))
    for (const [index, { screen, visit }] of rounds.entries()) {
      await page.setViewportSize(screen)
      const isAll = screen === DESK && !isShort
      const some = share(strings, visit, { isAll, from: index * 7 })
      const names = visit.places.map(({ name }) => name)
      for (const name of names) meant.set(name, (meant.get(name) ?? 0) + some.length)
      watch.place = names.join(', ')
      // Report a place that cannot be inspected, and go on with the next one.
      await runVisit(stage, visit, some).catch((error: unknown) => {
        stage.note({ kind: 'lost', place: watch.place, text: '', detail: String(error) })
      })
    }
  } finally {
    await stage.context.close()
    await service.close()
  }
  const problems = [...seen.problems, ...watch.problems]
  return {
    problems,
    figures: [
      {
        label: 'strings, each another',
        value: new Set(strings.map(({ text }) => text)).size,
        expected: { is: count },
      },
      { label: 'families they are of', value: new Set(strings.map(({ family }) => family)).size },
      ...[...meant].map(([place, expected]) => ({
        label: place,
        value: seen.sights[place] ?? 0,
        expected: { is: expected },
      })),
      {
        label: 'texts and attributes in which the string was found, or the beginning of it',
        value: seen.finds,
        expected: { atLeast: count },
      },
      { label: 'links and media compared with their address', value: seen.links },
      { label: 'file names looked at', value: seen.fileNames },
      { label: 'videos and pictures that were asked for, as foreseen', value: watch.loads },
      { label: 'of such, those that the policy stopped', value: watch.stopped },
      ...Object.entries(PROBLEMS).map(([kind, label]) => ({
        label,
        value: problems.filter((problem) => problem.kind === kind).length,
        expected: { is: 0 },
      })),
    ],
  }
}

/** The strings that a place gets: those that it takes, or some of them, the fewer the longer each takes. */
function share(
  strings: readonly InjectionString[],
  { takes = () => true, cost }: Visit,
  { isAll, from }: { isAll: boolean; from: number },
): InjectionString[] {
  const taken = strings.filter(takes)
  const count = isAll ? Math.ceil((taken.length * DEAR_COST) / cost) : taken.length / cost
  // Each place begins at another string: together they see all of them.
  const start = from % Math.max(1, taken.length)
  return [...taken.slice(start), ...taken.slice(0, start)].slice(0, Math.ceil(count))
}
