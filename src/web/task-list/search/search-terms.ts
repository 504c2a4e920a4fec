import { undress } from '#contract/record.ts'
import { TASK_STATUS } from '#contract/video-tasks.ts'
import { type DayNumber, dayOf } from '#web/format/calendar.ts'
import { readTypedNumber, TYPED_NUMBER } from '#web/format/typed-number.ts'
import { compile, matchAt, rangeAt } from '#web/task-list/search/search-days.ts'
import { readTaskQuery, type TaskQuery } from '#web/task-list/search/task-query.ts'
import { HIDDEN_WORDS, type TaskMarks } from '#web/task-list/task-marks.ts'

/**
 * A status that a person can search for. `unfinished`: neither completed nor failed. `ended`: one of both. `open`: pending or
 * processing, if the list does not say which. `other`: a status that the app does not know.
 */
export type SearchedStatus = keyof typeof TASK_STATUS | 'unfinished' | 'ended' | 'open' | 'other'

/** What a task must be like. */
export type SearchCondition =
  /** one of these tasks. Several such conditions: any of them */
  | { kind: 'task'; query: TaskQuery }
  /** created on these days, in the time zone that is shown; undefined: no limit */
  | { kind: 'created'; first: DayNumber | undefined; last: DayNumber | undefined }
  /** created so many milliseconds ago at most */
  | { kind: 'since'; ms: number }
  /**
   * Took so long, in milliseconds, or is unfinished for so long, if not `isOver`; undefined: no limit. `to` is not included.
   */
  | { kind: 'elapsed'; from: number | undefined; to: number | undefined; isOver: boolean }
  /** has a price within these limits, which are included */
  | { kind: 'price'; from: number | undefined; to: number | undefined }
  | { kind: 'video'; isThere: boolean }
  /** the person has marked it so */
  | { kind: 'marked'; mark: keyof TaskMarks }
  /** failed for a reason of this shape, see shapeOf; '': without a message */
  | { kind: 'failure'; shape: string }
  | { kind: 'status'; status: SearchedStatus }
  /** its error message or its note contains the text, in any case, or its ID begins with it */
  | { kind: 'words'; text: string; query: TaskQuery | undefined }

/** A part of a search text, and what it means. */
export interface SearchTerm {
  /** as it was typed */
  text: string
  condition: SearchCondition
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const UNITS: readonly [RegExp, number][] = [
  [/^(?:s|sec|secs|seconds?|秒钟?)$/, SECOND],
  [/^(?:m|mins?|minutes?|分钟?)$/, MINUTE],
  [/^(?:h|hrs?|hours?|个?小时|时)$/, HOUR],
  [/^(?:d|days?|天)$/, DAY],
]
const number = TYPED_NUMBER
const unit = String.raw`(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|秒钟?|分钟?|个?小时|天)`
const more = String.raw`(?:over|more than|longer than|above|at least|超过|多于|大于|高于|长于|至少|>=?)`
const less = String.raw`(?:under|less than|up to|shorter than|below|at most|不到|不超过|少于|小于|低于|短于|至多|最多|<=?)`
const until = String.raw`(?:-|–|\.\.|to|until|至|到)`
const points = String.raw`(?:points?|积分|点数?)`
const price = String.raw`(?:price|prices|costs?|costing|价格|花费)`
const took = String.raw`(?:(took|taken|taking|用时|耗时)\s*)`

const inside = String.raw`"((?:[^"\\]|\\.)+)"`

/** What words mean. Words of both languages are understood in both. */
const WORDS: readonly [string, SearchedStatus][] = [
  ['failed|failures?|失败', TASK_STATUS.failed],
  ['completed|succeeded|已?完成|成功', TASK_STATUS.completed],
  ['processing|处理中', TASK_STATUS.processing],
  ['pending|queued|等待中|排队中?|待处理', TASK_STATUS.pending],
  ['unfinished|not finished|未完成|没完成', 'unfinished'],
  ['finished|ended|已?结束', 'ended'],
  ['in progress|进行中', 'open'],
  ['other status|其他状态', 'other'],
]

/** What the person has marked, in words of both languages. */
const MARKS: readonly [string, keyof TaskMarks][] = [
  ['starred|(?:with|has) (?:a )?star|已?加星标?|有?星标', 'isStarred'],
  [HIDDEN_WORDS, 'isHidden'],
  ['(?:with|has) (?:a )?notes?|有备注', 'note'],
]

/** Words that say nothing about a task. */
const FILLERS =
  /^(?:the|an?|of|for|from|with|on|in|at|and|or|that|this|some|something|ones?|tasks?|videos?|posters?|is|are|was|were|it|its|created|all|my|的|了|和|在|有|任务|视频|海报|创建|所有)$/i

interface Reader {
  pattern: RegExp
  /** @returns undefined if the text has another meaning */
  read: (found: readonly (string | undefined)[], today: DayNumber) => SearchCondition | undefined
}

const readers: readonly Reader[] = [
  {
    pattern: compile(`(?:failed )?like\\s*${inside}|(?:失败原因)?类似\\s*${inside}`),
    read: ([, one, other]) => ({ kind: 'failure', shape: unquoted(one ?? other ?? '') }),
  },
  {
    pattern: compile('(?:with )?no (?:error )?message|(?:没有|无)错误信息'),
    read: () => ({ kind: 'failure', shape: '' }),
  },
  ...WORDS.map(([pattern, status]): Reader => ({
    pattern: compile(pattern),
    read: () => ({ kind: 'status', status }),
  })),
  {
    pattern: compile(`(?:last|past|最近|过去|近)\\s*(\\d+)\\s*(hours?|个?小时|minutes?|分钟)`),
    read: ([, count = '', of = '']) => ({ kind: 'since', ms: Number(count) * unitOf(of) }),
  },
  {
    pattern: compile(`(?:${took}|for )?(${more}|${less})\\s*(${number})\\s*(${unit})`),
    read: ([, over, word = '', count = '', of = '']) =>
      elapsed(word, toNumber(count) * unitOf(of), over),
  },
  {
    pattern: compile(`${took}?(${number})\\s*(${unit})\\s*(以上|以下|以内)`),
    read: ([, over, count = '', of = '', word = '']) =>
      elapsed(word, toNumber(count) * unitOf(of), over),
  },
  {
    pattern: compile(`${took}?(${number})\\s*(${unit})?\\s*${until}\\s*(${number})\\s*(${unit})`),
    read: ([, over, from = '', ofFrom, to = '', of = '']) => ({
      kind: 'elapsed',
      from: toNumber(from) * unitOf(ofFrom ?? of),
      to: toNumber(to) * unitOf(of),
      isOver: over !== undefined,
    }),
  },
  ...[true, false].map((isThere): Reader => ({
    pattern: compile(
      isThere ? '(?:with|has) (?:a )?video|有视频' : '(?:without|no) (?:a )?video|[没无]有?视频',
    ),
    read: () => ({ kind: 'video', isThere }),
  })),
  ...MARKS.map(([pattern, mark]): Reader => ({
    pattern: compile(pattern),
    read: () => ({ kind: 'marked', mark }),
  })),
  {
    pattern: compile('with (?:a )?price|priced|有价格'),
    read: () => ({ kind: 'price', from: undefined, to: undefined }),
  },
  {
    pattern: compile(
      `${price}\\s*[:=]?\\s*(${number})\\s*${until}\\s*(${number})(?:\\s*${points})?`,
    ),
    read: ([, from = '', to = '']) => ({ kind: 'price', from: toNumber(from), to: toNumber(to) }),
  },
  {
    pattern: compile(`${price}\\s*[:=]?\\s*(${more}|${less})?\\s*(${number})(?:\\s*${points})?`),
    read: ([, word, amount = '']) => priced(word, toNumber(amount)),
  },
  {
    pattern: compile(`(${more}|${less})?\\s*(${number})\\s*${points}`),
    read: ([, word, amount = '']) => priced(word, toNumber(amount)),
  },
]

/**
 * Reads a search text: IDs in any notation, days and times, durations, prices and statuses. The rest is words.
 *
 * @param today the day in the time zone that is shown
 */
export function readSearch(text: string, today: DayNumber): SearchTerm[] {
  const typed = undress(text).trim()
  const named = isAboutFailure.test(typed) ? undefined : namedTasks(typed)
  if (named !== undefined) return named
  const terms: SearchTerm[] = []
  for (let at = 0; at < typed.length;) {
    const found = termAt(typed, at, today) ?? wordAt(typed, at, today)
    at += found.length
    if (found.condition !== undefined) {
      terms.push({ text: typed.slice(at - found.length, at).trim(), condition: found.condition })
    }
  }
  // Saying the same twice adds nothing.
  return terms.filter(({ text: own }, at) => terms.findIndex((term) => term.text === own) === at)
}

/** Leaves a term out of a search text, as that is read today. */
export function withoutTerm(text: string, term: string): string {
  const texts = readSearch(text, dayOf(Date.now())).map((one) => one.text)
  return texts.filter((one) => one !== term).join(' ')
}

/** A failure is searched for by its message, which may look like an ID. */
const isAboutFailure = /(?:like|类似)\s*"/i

/** Tasks that the text names beyond doubt. Then it says nothing else: the words around an ID in a ticket are not searched. */
function namedTasks(typed: string): SearchTerm[] | undefined {
  const ids = typed.match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|#\d+/gi) ?? []
  const texts = ids.length > 1 ? ids : [typed]
  const isNamed = ids.length > 0 || /^[a-z]+:\/\/\S+$/i.test(typed) || /[\da-f]…/i.test(typed)
  if (!isNamed) return undefined
  const terms = [...new Set(texts)].flatMap((text) => {
    const query = readTaskQuery(text)
    return query === undefined ? [] : [{ text, condition: { kind: 'task', query } as const }]
  })
  return terms.length === 0 ? undefined : terms
}

interface Found {
  /** in characters */
  length: number
  /** undefined: it says nothing */
  condition: SearchCondition | undefined
}

/** What is understood at a place of the text. */
function termAt(typed: string, at: number, today: DayNumber): Found | undefined {
  const days = rangeAt(typed, at, today)
  if (days !== undefined) {
    const { first, last, length } = days
    return { length, condition: { kind: 'created', first, last } }
  }
  for (const { pattern, read } of readers) {
    const found = matchAt(pattern, typed, at)
    const condition = found && read(found, today)
    if (found && condition) return { length: found[0].length, condition }
  }
  return undefined
}

/** A word at a place of the text, up to where something else is understood. Chinese words have no blanks between them. */
function wordAt(typed: string, at: number, today: DayNumber): Found {
  const [gap] = /^[\s,;，；、。]+/.exec(typed.slice(at)) ?? []
  if (gap !== undefined) return { length: gap.length, condition: undefined }
  const [quoted, text] = /^["“「『]([^"“”「」『』]+)["”」』]/.exec(typed.slice(at)) ?? []
  if (quoted !== undefined && text !== undefined) {
    const condition = { kind: 'words', text, query: undefined } as const
    return { length: quoted.length, condition }
  }
  let end = at + 1
  while (end < typed.length && !/[\s,;，；、。]/.test(typed.charAt(end))) {
    if (isChinese(typed.charAt(end)) && termAt(typed, end, today) !== undefined) break
    end += 1
  }
  const word = typed.slice(at, end)
  const plain = word.replace(/^的(?=.)/, '').replace(/[.!?:！？：]+$/, '')
  if (plain === '' || FILLERS.test(plain)) return { length: word.length, condition: undefined }
  const condition = { kind: 'words', text: plain, query: readTaskQuery(plain) } as const
  return { length: word.length, condition }
}

function elapsed(word: string, ms: number, over: string | undefined): SearchCondition {
  const { from, to } = limits(word, ms)
  // "At most 5 min" includes 5 minutes. Times are in whole milliseconds.
  const isIncluded = to !== undefined && matchAt(atMost, word, 0) !== null
  return { kind: 'elapsed', from, to: isIncluded ? to + 1 : to, isOver: over !== undefined }
}

function priced(word: string | undefined, amount: number): SearchCondition {
  if (word === undefined) return { kind: 'price', from: amount, to: amount }
  return { kind: 'price', ...limits(word, amount) }
}

const lessOnly = compile(`${less}|以下|以内`)
const atMost = compile('at most|up to|不超过|至多|最多|<=|以内')

function limits(word: string, amount: number) {
  return matchAt(lessOnly, word, 0) === null
    ? { from: amount, to: undefined }
    : { from: undefined, to: amount }
}

/** A text in quotes, as a failure is searched for by it. */
export function inQuotes(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}

function unquoted(text: string): string {
  return text.replaceAll(/\\(.)/g, '$1')
}

function toNumber(text: string): number {
  return readTypedNumber(text) ?? Number.NaN
}

function unitOf(text: string): number {
  return UNITS.find(([pattern]) => pattern.test(text.toLowerCase()))?.[1] ?? Number.NaN
}

function isChinese(character: string): boolean {
  return /\p{Script=Han}/u.test(character)
}
