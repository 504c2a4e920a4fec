import type { Figure } from './proof-figures.ts'
import { leastOf } from '#e2e/support/seeded-random.ts'
import {
  type End,
  type Gesture,
  GESTURES,
  type Poster,
  type Word,
  WORDS,
} from './submit-in-page.ts'

/** What else happens around a submission. */
export type Circumstance =
  | 'as usual'
  | 'in both tabs at once'
  | 'while offline'
  | 'offline and online again at once'
  | 'page loaded again at once'
  | 'page loaded again when it is recorded'

/** Single poster, and how it is submitted. */
export interface Submitted {
  poster: Poster
  gesture: Gesture
  circumstance: Circumstance
}

/** The outcome of one poster. */
export interface Outcome extends Submitted {
  /** for each tab that submitted it */
  ends: readonly End[]
  /** what the log says in the end, of each submission of it */
  last: End
}

/** Cases with a share of 100. */
interface Share {
  readonly name: string
  readonly share: number
}

/** All that was seen on the screen and at the service. */
export interface Seen {
  /** how many posters were to be submitted */
  asked: number
  outcomes: readonly Outcome[]
  /** address of a poster → what the service answered, for each time that it arrived */
  arrivals: ReadonlyMap<string, readonly string[]>
  /** what the service answers in place of `created` */
  answers: readonly (Share & { readonly isRefusal?: true })[]
  circumstances: readonly Share[]
}

/**
 * What the screen said, held against what arrived at the service: each untruth as a line. Of two tabs
 * the second may send a poster as well, once the first was refused or not sent: the log has both then.
 */
export function untruths({ outcomes, arrivals, answers }: Seen): string[] {
  const wordFor = (answer: string): Word => {
    if (answer === 'created') return 'Created'
    // The host had an answer that says which: it was asked, and the screen must know.
    return answers.some(({ name, isRefusal }) => name === answer && isRefusal === true)
      ? 'Refused'
      : 'Unknown'
  }
  return outcomes.flatMap(({ poster, circumstance, last }) => {
    const given = arrivals.get(poster.imageUrl) ?? []
    const truth = given.map(wordFor).toSorted().join(', ')
    const said = last.words
      .filter((word) => word !== 'Not sent')
      .toSorted()
      .join(', ')
    if (said === truth) return []
    const came = given.join(', ') || 'nothing'
    const what = `${poster.imageUrl} (${circumstance}) ended as ${last.words.join(' and ')}`
    return [`${what}, but the service answered: ${came}; the log: ${last.text}`]
  })
}

/** @param problems untruths, and errors of the page */
export function figuresOf(
  { asked, outcomes, arrivals, answers, circumstances }: Seen,
  linkFigures: readonly Figure[],
  problems: readonly string[],
): Figure[] {
  const total = outcomes.length
  const count = (is: (outcome: Outcome) => boolean) => outcomes.filter(is).length
  const isBoth = ({ ends }: Outcome) => ends.length > 1
  const has = (word: Word) => (outcome: Outcome) => outcome.last.words.includes(word)
  const hasEnd = (wanted: End['kind']) => (outcome: Outcome) =>
    outcome.ends.some(({ kind }) => kind === wanted)
  const arrived = [...arrivals.values()]
  const answered = (wanted: string) => arrived.flat().filter((name) => name === wanted).length
  const refusals = answers.filter(({ isRefusal }) => isRefusal)
  const usable = new Set(['created', ...refusals.map(({ name }) => name)])
  return [
    { label: 'posters submitted', value: total, expected: { is: asked } },
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
    ...WORDS.map((word) => ({
      label: `ended on the screen as: ${word}`,
      value: count(has(word)),
      expected: leastOf(total, word === 'Created' ? 50 : 1),
    })),
    {
      label: 'ended as unknown although the host had an answer that says which',
      value: count((outcome) => {
        // Where two tabs sent it, there is an answer to each.
        const given = arrivals.get(outcome.poster.imageUrl) ?? []
        const unknown = outcome.last.words.filter((word) => word === 'Unknown').length
        return given.length > 0 && unknown > given.filter((answer) => !usable.has(answer)).length
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
    {
      label: 'still in the form and not recorded, the page having been loaded again before that',
      value: count(hasEnd('not begun')),
    },
    { label: 'posters that arrived at the service', value: arrived.length },
    {
      label: 'posters that arrived more often than the log has submissions of them',
      value: count(
        ({ poster, last }) => (arrivals.get(poster.imageUrl) ?? []).length > last.words.length,
      ),
      expected: { is: 0 },
    },
    {
      label: 'posters that were created twice',
      value: arrived.filter((given) => given.filter((answer) => answer === 'created').length > 1)
        .length,
      expected: { is: 0 },
    },
    {
      label: 'words on the screen that were not true, and errors of the page',
      value: problems.length,
      expected: { is: 0 },
    },
  ]
}
