import { errorEnvelope } from '#contract/envelope.ts'
import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import {
  answersHtml,
  answersJson,
  hangsBeforeHeaders,
  resets,
} from '#e2e/matrices/fault-injection/behaviours.ts'
import { leastOf, seededRandom, shuffledDecks } from '#e2e/support/seeded-random.ts'

import { startFaultyLink } from './faulty-link.ts'
import { type End, GESTURES, type Word, WORDS } from './form-in-page.ts'
import { type Figure, figure, type ProofResult, type ProofSetting } from './proof-figures.ts'
import { startProofService } from './soak-service.ts'
import {
  type Circumstance,
  type PlannedPoster,
  type SubmittedPoster,
  submitPosters,
} from './submit-posters.ts'

const saysStatus = (status: number) =>
  answersJson(errorEnvelope(status, `answered ${String(status)}`), status)

/** What the service answers, in how many of 100 creations, and what the log must say; the rest is created. */
const answersOfService = [
  { behaviour: saysStatus(408), name: 'HTTP 408', share: 4, word: 'Unknown' },
  { behaviour: saysStatus(421), name: 'HTTP 421', share: 4, word: 'Unknown' },
  // The host had an answer that says which: it was asked, and the screen must know.
  { behaviour: saysStatus(402), name: 'HTTP 402', share: 3, word: 'Refused' },
  { behaviour: saysStatus(503), name: 'HTTP 503', share: 3, word: 'Unknown' },
  { behaviour: resets, name: 'RST', share: 3, word: 'Unknown' },
  { behaviour: answersHtml(200), name: 'a page of HTML', share: 2, word: 'Unknown' },
  { behaviour: hangsBeforeHeaders, name: 'nothing until the time-out', share: 1, word: 'Unknown' },
] as const

/** What else happens around a submission, and in how many of 100. */
const circumstances = [
  { name: 'in both tabs at once', share: 10 },
  { name: 'while offline', share: 3 },
  { name: 'offline and online again at once', share: 3 },
  { name: 'page loaded again at once', share: 1 },
  { name: 'page loaded again when it is recorded', share: 1 },
] as const satisfies readonly { name: Circumstance; share: number }[]

/** Address of a poster → what the service answered, as the log must say it, for each time that it arrived. */
type Arrivals = ReadonlyMap<string, readonly Word[]>

/**
 * Submits posters through the form in windows of two tabs while everything between them and the
 * service breaks, and holds what the log says against what arrived at the service.
 *
 * @param count how many posters
 */
export async function submitUnderFaults(
  { browser, startHost, seed }: ProofSetting,
  count: number,
): Promise<ProofResult> {
  const arrivals = new Map<string, readonly Word[]>()
  const answered = new Map<string, number>()
  const nextAnswer = shuffledDecks(seededRandom(seed + 1), answersOfService)
  const service = await startProofService({
    answerCreation({ imageUrl }) {
      const { name = 'created', word = 'Created', behaviour } = nextAnswer() ?? {}
      answered.set(name, (answered.get(name) ?? 0) + 1)
      arrivals.set(imageUrl, [...(arrivals.get(imageUrl) ?? []), word])
      return behaviour
    },
  })
  const host = await startHost({
    taskApiUrl: service.baseUrl,
    allowedHosts: ['127.0.0.1'],
    taskApiTimeout: 1,
  })
  const link = await startFaultyLink(host, seededRandom(seed + 2), count)
  const problems: string[] = []
  const arrivalsOf = (imageUrl: string) => arrivals.get(imageUrl)?.length ?? 0
  try {
    const plan = planOf(seed, count)
    const submitted = await submitPosters(browser, link.origin, plan, { arrivalsOf, problems })
    problems.push(...submitted.flatMap((poster) => untruthOf(poster, arrivals)))
    const figures = [
      ...figuresOf(submitted, arrivals, count),
      ...link.figures(),
      figure('the service answered: created', answered.get('created') ?? 0),
      ...answersOfService.map(({ name, share }) =>
        figure(`the service answered: ${name}`, answered.get(name) ?? 0, leastOf(count, share)),
      ),
      figure('words on the screen that were not true, and errors of the page', problems.length, {
        is: 0,
      }),
    ]
    return { problems, figures }
  } finally {
    await link.close()
    await service.close()
  }
}

/** The same posters for the same seed. */
function planOf(seed: number, count: number): PlannedPoster[] {
  const random = seededRandom(seed)
  const nextCircumstance = shuffledDecks(random, circumstances)
  return Array.from({ length: count }, (_, index) => ({
    imageUrl: `http://p.example/${String(index + 1).padStart(6, '0')}`,
    scene: random.pick(POSTER_SCENES),
    gesture: random.pick(GESTURES),
    circumstance: nextCircumstance()?.name ?? 'as usual',
  }))
}

/**
 * Holds what the log says of a poster against what the service answered. Of two tabs the second may send a poster
 * as well, once the first was refused or not sent: the log has both then.
 */
function untruthOf(
  { imageUrl, circumstance, last }: SubmittedPoster,
  arrivals: Arrivals,
): string[] {
  const truth = arrivals.get(imageUrl) ?? []
  const said = last.words.filter((word) => word !== 'Not sent')
  const isTrue = said.toSorted().join() === truth.toSorted().join()
  const isTwice = truth.filter((word) => word === 'Created').length > 1
  if (isTrue && !isTwice) return []
  const what = `${imageUrl} (${circumstance}) ended as ${last.words.join(' and ')}`
  return [`${what}, the service answered: ${truth.join(', ') || 'nothing'}; the log: ${last.text}`]
}

function figuresOf(
  submitted: readonly SubmittedPoster[],
  arrivals: Arrivals,
  asked: number,
): Figure[] {
  const total = submitted.length
  const count = (is: (poster: SubmittedPoster) => boolean) => submitted.filter(is).length
  const hasEnd = (wanted: End['kind'], { ends }: SubmittedPoster) =>
    ends.some(({ kind }) => kind === wanted)
  const createdTwice = [...arrivals.values()].filter(
    (words) => words.filter((word) => word === 'Created').length > 1,
  )
  return [
    figure('posters submitted', total, { is: asked }),
    ...GESTURES.map((name) =>
      figure(
        `of them by ${name}`,
        count(({ gesture }) => gesture === name),
        leastOf(total, 100 / GESTURES.length),
      ),
    ),
    ...circumstances.map(({ name, share }) =>
      figure(
        `of them ${name}`,
        count(({ circumstance }) => circumstance === name),
        leastOf(total, share),
      ),
    ),
    ...WORDS.map((word) =>
      figure(
        `ended on the screen as: ${word}`,
        count(({ last }) => last.words.includes(word)),
        leastOf(total, word === 'Created' ? 50 : 1),
      ),
    ),
    figure(
      'outcomes that were asked for by "Check outcome", the host being out of reach at first',
      count(({ ends }) => ends.some(({ isAskedFor }) => isAskedFor)),
    ),
    figure(
      'second tabs that asked first and did not send',
      count((poster) => poster.ends.length > 1 && hasEnd('asked', poster)),
      leastOf(total, 5),
    ),
    figure(
      'still in the form and not recorded, the page having been loaded again before that',
      count((poster) => hasEnd('not begun', poster)),
    ),
    figure('posters that arrived at the service', arrivals.size),
    figure('posters that were created twice', createdTwice.length, { is: 0 }),
  ]
}
