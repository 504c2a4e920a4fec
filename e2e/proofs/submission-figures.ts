import type { Figure } from './proof-figures.ts'
import { leastOf } from './seeded-random.ts'
import { type End, type Ending, type Gesture, GESTURES, type Poster } from './submit-in-page.ts'

/** What else happens around a submission. */
export type Circumstance =
  | 'as usual'
  | 'in both tabs at once'
  | 'while offline'
  | 'offline and online again at once'
  | 'page loaded again at once'

/** One poster, and how it is submitted. */
export interface Submitted {
  poster: Poster
  gesture: Gesture
  circumstance: Circumstance
}

/** What became of one poster: an end for each tab that submitted it. */
export interface Outcome extends Submitted {
  ends: readonly End[]
}

/** What has its share of 100. */
interface Share {
  readonly name: string
  readonly share: number
}

/** All that was seen on the screen and at the service. */
export interface Seen {
  outcomes: readonly Outcome[]
  /** address of a poster → what the service answered, for each time that it arrived */
  arrivals: ReadonlyMap<string, readonly string[]>
  /** what the service answers in place of `created` */
  answers: readonly (Share & { readonly isRefusal?: true })[]
  circumstances: readonly Share[]
}

/** What the screen said, held against what arrived at the service: each untruth as a line. */
export function untruths({ outcomes, arrivals, answers }: Seen): string[] {
  return outcomes.flatMap(({ poster, circumstance, ends }) => {
    const given = arrivals.get(poster.imageUrl) ?? []
    const [answer] = given
    const isRefusal = answers.some(({ name, isRefusal: no }) => name === answer && no === true)
    const truth: Record<Ending, boolean> = {
      Created: answer === 'created',
      Refused: isRefusal,
      'Not sent': answer === undefined,
      // The host had an answer that says which: it was asked, and the screen must know.
      Unknown: answer !== undefined && answer !== 'created' && !isRefusal,
      asked: true,
    }
    const said = ends.map(({ ending }) => ending)
    if (said.every((word) => truth[word])) return []
    const came = given.join(', ') || 'nothing'
    const what = `${poster.imageUrl} (${circumstance}) ended as ${said.join(' and ')}`
    const words = ends.map(({ entry }) => entry).join(' | ')
    return [`${what}, but the service answered: ${came}; the log: ${words}`]
  })
}

/** @param problems untruths, and errors of the page */
export function figuresOf(
  { outcomes, arrivals, answers, circumstances }: Seen,
  linkFigures: readonly Figure[],
  problems: readonly string[],
): Figure[] {
  const total = outcomes.length
  const count = (is: (outcome: Outcome) => boolean) => outcomes.filter(is).length
  const isBoth = ({ ends }: Outcome) => ends.length > 1
  const hasEnd = (word: Ending) => (outcome: Outcome) =>
    outcome.ends.some(({ ending }) => ending === word)
  const arrived = [...arrivals.values()]
  const answered = (wanted: string) => arrived.flat().filter((name) => name === wanted).length
  const refusals = answers.filter(({ isRefusal }) => isRefusal)
  const usable = new Set(['created', ...refusals.map(({ name }) => name)])
  return [
    { label: 'posters submitted', value: total },
    ...GESTURES.map((name) => ({
      label: `of them by ${name}`,
      value: count(({ gesture }) => gesture === name),
      expected: leastOf(total, 100 / GESTURES.length),
    })),
    ...circumstances.map(({ name, share }) => ({
      label: `of them ${name}`,
      value: count(({ circumstance }) => circumstance === name),
      expected: leastOf(total, share),
    })),
    ...linkFigures,
    { label: 'the service answered: created', value: answered('created') },
    ...answers.map(({ name, share }) => ({
      label: `the service answered: ${name}`,
      value: answered(name),
      expected: leastOf(total, share),
    })),
    ...(['Created', 'Refused', 'Unknown', 'Not sent'] as const).map((word) => ({
      label: `ended on the screen as: ${word}`,
      value: count(hasEnd(word)),
      expected: leastOf(total, word === 'Created' ? 50 : 1),
    })),
    {
      label: 'ended as unknown although the host had an answer that says which',
      value: count((outcome) => {
        const [answer = ''] = arrivals.get(outcome.poster.imageUrl) ?? []
        return hasEnd('Unknown')(outcome) && usable.has(answer)
      }),
      expected: { is: 0 },
    },
    {
      label:
        'outcomes that were asked for by "Check outcome", the host being out of reach at first',
      value: count(({ ends }) => ends.some(({ isAskedFor }) => isAskedFor)),
    },
    {
      label: 'second tabs that asked first and did not send',
      value: count((outcome) => isBoth(outcome) && hasEnd('asked')(outcome)),
      expected: leastOf(total, 5),
    },
    { label: 'posters that arrived at the service', value: arrived.length },
    {
      label: 'posters that arrived twice or more',
      value: arrived.filter(({ length }) => length > 1).length,
      expected: { is: 0 },
    },
    {
      label: 'words on the screen that were not true, and errors of the page',
      value: problems.length,
      expected: { is: 0 },
    },
  ]
}
