import { TASK_STATUS } from '#contract/video-tasks.ts'
import { readTypedNumber, TYPED_NUMBER } from '#web/format/typed-number.ts'
import {
  LABEL,
  plainText,
  readTaskQuery,
  TASK_NUMBER,
  type TaskQuery,
  UUID,
} from '#web/task-list/search/task-query.ts'
import { HIDDEN_WORDS, type TaskMarks } from '#web/task-list/task-marks.ts'

/**
 * A status that a person can search for. `unfinished`: neither completed nor failed. `ended`: one of both. `open`: pending or
 * processing, if the list does not say which. `other`: a status that the app does not know.
 */
export type SearchedStatus = keyof typeof TASK_STATUS | 'unfinished' | 'ended' | 'open' | 'other'

/** Limits of a value: `over` and `under` exclude their own value, `from` and `to` include it. Undefined: no limit. */
export interface Limits {
  over?: number | undefined
  from?: number | undefined
  under?: number | undefined
  to?: number | undefined
}

/** What a task must be like. */
export type SearchCondition =
  /** this task */
  | { kind: 'task'; query: TaskQuery }
  /** created within these limits, in milliseconds since the epoch */
  | ({ kind: 'created' } & Limits)
  /** created so many milliseconds ago at most */
  | { kind: 'since'; ms: number }
  /** Took so long, in milliseconds, or is unfinished for so long, if not `isOver` */
  | ({ kind: 'elapsed'; isOver: boolean } & Limits)
  /** has a price within these limits */
  | ({ kind: 'price' } & Limits)
  | { kind: 'video' }
  /** unfinished for longer than 95 % of the finished tasks of the list took */
  | { kind: 'late' }
  /** the person has marked it so */
  | { kind: 'marked'; mark: keyof TaskMarks }
  /** failed for a reason of this shape, see shapeOf; '': without a message */
  | { kind: 'failure'; shape: string }
  | { kind: 'status'; status: SearchedStatus }
  /** its error message or its note contains the text, in any case, or its ID has it */
  | { kind: 'words'; text: string; query: TaskQuery | undefined }
  | { kind: 'not'; condition: SearchCondition }
  | { kind: 'any'; conditions: readonly SearchCondition[] }
  | { kind: 'all'; conditions: readonly SearchCondition[] }

/** Tries a pattern at one place of a text. Latin words and numbers must end where it ends; a day may go on with its time. */
export function compile(pattern: string): RegExp {
  return new RegExp(String.raw`(?:${pattern})(?!(?<=[a-z\d])(?!T\d)(?:\w|-\w))`, 'iy')
}

/** Tries a pattern at a place of a text. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Finds what a pattern means. @returns undefined if the text has another meaning */
type Read<T = SearchCondition> = (found: readonly (string | undefined)[]) => T | undefined
type Reader = readonly [RegExp, Read]

const COUNTS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const DIGITS = '零一二三四五六七八九'

/** A small whole number, in digits or in words. */
export const COUNT = String.raw`(?:\d{1,4}|[一二两三四五六七八九十]{1,3}|an?\b|${COUNTS.join('|')})`

/** Reads a number of COUNT; without one it is 1. */
export function readCount(text: string): number {
  if (text === '') return 1
  if (/^\d+$/.test(text)) return Number(text)
  const [, tens, ones] = /^(.?)十(.?)$/.exec(text.replace('两', '二')) ?? []
  if (tens !== undefined)
    return (DIGITS.indexOf(tens) || 1) * 10 + Math.max(DIGITS.indexOf(ones ?? ''), 0)
  const digit = DIGITS.indexOf(text.replace('两', '二'))
  return digit === -1 ? COUNTS.indexOf(text.toLowerCase()) + 1 || 1 : digit
}

const UNITS: readonly [string, number][] = [
  ['seconds?|secs?|s|秒钟?', 1_000],
  ['minutes?|mins?|m|分钟?', 60_000],
  ['hours?|hrs?|h|个?小时|个?钟头', 3_600_000],
  ['days?|d|天', 86_400_000],
]
const CLOCK_UNIT = `(?:${UNITS.slice(0, 3)
  .map(([unit]) => unit)
  .join('|')})`
const UNIT = `(?:${UNITS.map(([unit]) => unit).join('|')})`

function unitOf(text: string): number {
  return UNITS.find(([unit]) => new RegExp(`^(?:${unit})$`, 'i').test(text))?.[1] ?? Number.NaN
}

/** The unit at the end of a duration. */
const unitIn = (text: string) => new RegExp(`${UNIT}$`, 'i').exec(text)?.[0] ?? ''

/** Durations without a number, or with a half. */
const HALVES: readonly [string, string][] = [
  ['an hour and a half|一个半小时', '90 min'],
  ['half an hour|半个?小时|半个?钟头', '30 min'],
  ['half a minute|半分钟', '30 s'],
  ['half a day|半天', '12 h'],
]
const amount = `(?:${TYPED_NUMBER}|${COUNT})`
export const DURATION = String.raw`(?:\d{1,3}:\d\d(?::\d\d)?|${HALVES.map(([half]) => half).join('|')}|${amount}\s*${UNIT}(?:\s*(?:and\s|,\s)?\s*${amount}\s*${UNIT})*)`

/** A duration in milliseconds, and its smallest unit. */
function readDuration(text: string): { value: number; unit: number } | undefined {
  if (text.includes(':')) {
    const value = text.split(':').reduce((sum, digits) => sum * 60 + Number(digits), 0)
    return { value: value * 1_000, unit: 1_000 }
  }
  const half = HALVES.find(([pattern]) => new RegExp(`^(?:${pattern})$`, 'i').test(text))
  const part = new RegExp(String.raw`(${amount})\s*(${UNIT})(?![a-z])`, 'gi')
  const parts = [...(half?.[1] ?? text).matchAll(part)].map(([, count = '', unit = '']) => {
    const value = /^\d/.test(count) ? (readTypedNumber(count) ?? Number.NaN) : readCount(count)
    return { value: value * unitOf(unit), unit: unitOf(unit) }
  })
  const value = Math.round(parts.reduce((sum, one) => sum + one.value, 0))
  const unit = Math.min(...parts.map((one) => one.unit))
  return parts.length === 0 || Number.isNaN(value) ? undefined : { value, unit }
}

/** What stands between alternatives. */
export const OR = String.raw`or\b|\|{1,2}|或者?|还是`
const ORS = new RegExp(String.raw`\s*(?:${OR})\s*`, 'i')

/** What stands before a limit, and after it. */
const BOUNDS: readonly [keyof Limits, string, string][] = [
  [
    'from',
    'at least|(?:no|not) (?:less|fewer|shorter|lower) than|min(?:imum)?|from|>=|=>|≥|至少|不低于|不少于|不小于|不短于|最少',
    String.raw`(?:or|and) (?:more|longer|above|over|higher|up)|\+|及?以上`,
  ],
  [
    'to',
    'at most|up to|(?:no|not) (?:more|longer|greater|higher) than|not (?:over|above)|max(?:imum)?|within|<=|=<|≤|不超过|不多于|不大于|不高于|不长于|至多|最多',
    '(?:or|and) (?:less|fewer|shorter|below|under|lower)|及?以下|[以之]内',
  ],
  [
    'over',
    'over|(?:more(?: expensive)?|longer|greater|higher|slower) than|above|exceeding|>|超过|多于|大于|高于|长于',
    '(?!)',
  ],
  [
    'under',
    'under|(?:less|cheaper|fewer|shorter|lower|faster) than|below|<|不到|不足|少于|小于|低于|短于',
    '(?!)',
  ],
]
/** A comparison in words or signs, before its value. */
export const COMPARISON = `(?:${BOUNDS.map(([, before]) => before).join('|')})`
const after = `(?:${BOUNDS.map(([, , suffix]) => suffix).join('|')})`

/** One limit for each pair of its words and its value. */
function limitsOf(
  pairs: readonly (readonly [string | undefined, number | undefined])[],
): Limits | undefined {
  const limits: Limits = {}
  for (const [word = '', value] of pairs) {
    const isOne = (pattern: string) => new RegExp(`^(?:${pattern})$`, 'i').test(word)
    const bound = BOUNDS.find(([, before, suffix]) => isOne(before) || isOne(suffix))
    if (bound === undefined || value === undefined) return undefined
    limits[bound[0]] = value
  }
  return limits
}

const POINTS = String.raw`\s*(?:points?|pts?\b|credits?|积分|点数?)`

/** Readers of limits of one kind: "5-10", "over 5 and under 8", "5 or more", "5", "5 or 10". */
function limitReaders(
  /** what stands before the value, and the value */
  [lead, value]: readonly [string, string],
  read: (text: string) => number | undefined,
  /** what a value without a limit means */
  exactly: (text: string) => Limits | undefined,
  made: (limits: Limits) => SearchCondition,
): Reader[] {
  const to = String.raw`(?:-|~|\.\.|to\b|until\b|至|到|(?<=(?:between|介于|在)[^;]{1,40})(?:and\b|和|与))`
  const all: readonly [string, Read<Limits | (Limits | undefined)[]>][] = [
    [
      String.raw`(?:between|from|介于|从|在)?\s*(${value}|${TYPED_NUMBER})\s*${to}\s*(${value})(?:之间)?`,
      ([, first = '', last = '']) => {
        // The start of a range takes the unit of its end.
        const from = read(first) ?? read(first + unitIn(last))
        const end = read(last)
        // "9:00 to 17:00" and "9点到17点" may be times of day.
        const isClock = lead !== TOOK && lead !== PRICE && /:|点$/.test(last)
        if (from === undefined || end === undefined || isClock) return undefined
        return { from: Math.min(from, end), to: Math.max(from, end) }
      },
    ],
    [
      String.raw`(${COMPARISON})\s*(${value})(?:\s*(?:and\b|but\b|,|&|且|并)?\s*(${COMPARISON})\s*(${value}))?`,
      ([, word, one = '', another, other]) =>
        limitsOf([
          [word, read(one)],
          ...(other === undefined ? [] : [[another, read(other)] as const]),
        ]),
    ],
    [
      String.raw`(${value})\s*(${after})(?:${POINTS})?`,
      ([, text = '', word]) => limitsOf([[word, read(text)]]),
    ],
    // "12 or 36 points", "took 5 or 10 min": all have the unit of the last.
    [
      String.raw`((?:(?:${value}|${TYPED_NUMBER})\s*(?:${OR})\s*)*${value})`,
      ([, text = '']) => text.split(ORS).map((one) => exactly(one) ?? exactly(one + unitIn(text))),
    ],
  ]
  return all.map(([pattern, limits]) => [
    compile(lead + pattern),
    (found) => {
      const each = [limits(found)].flat()
      const known = each.flatMap((one) => one ?? [])
      return known.length === each.length ? together('any', known.map(made)) : undefined
    },
  ])
}

const TOOK = String.raw`(?:took|taken|taking|takes?|elapsed|duration|用时|耗时|花了)\s*[:=]?\s*`
const PRICE = String.raw`(?:(?:prices?|costs?|costing|points|价格|花费|积分)\s*(?:is|was|of|为|是)?\s*[:=]?\s*|(?=cheaper|more expensive))`

const durationIn = (text: string) => readDuration(text)?.value
const priceIn = (text: string) => readTypedNumber(text.replace(new RegExp(`${POINTS}$`, 'i'), ''))
const justPrice = (text: string) => {
  const price = priceIn(text)
  return price === undefined ? undefined : { from: price, to: price }
}
/** A duration is rounded to its smallest unit. */
const justDuration = (text: string) => {
  const read = readDuration(text)
  return read && { from: read.value, under: read.value + read.unit }
}
const elapsed =
  (isOver: boolean) =>
  (limits: Limits): SearchCondition => ({ kind: 'elapsed', ...limits, isOver })
const priced = (limits: Limits): SearchCondition => ({ kind: 'price', ...limits })

/** What words mean. Words of both languages are understood in both. */
const WORDS: readonly [string, SearchCondition][] = [
  ['late|偏慢', { kind: 'late' }],
  ['fail(?:ed|ures?|s)?|失败', { kind: 'status', status: TASK_STATUS.failed }],
  [
    'completed|succeeded|successful|已?完成|成功',
    { kind: 'status', status: TASK_STATUS.completed },
  ],
  ['processing|处理中', { kind: 'status', status: TASK_STATUS.processing }],
  ['pending|queued|等待中|排队中?|待处理', { kind: 'status', status: TASK_STATUS.pending }],
  ['unfinished|not (?:yet )?finished|未完成|没完成', { kind: 'status', status: 'unfinished' }],
  ['finished|ended|已?结束', { kind: 'status', status: 'ended' }],
  ['in progress|进行中', { kind: 'status', status: 'open' }],
  ['other status|其他状态', { kind: 'status', status: 'other' }],
  [
    '(?:(?:with )?no|without(?: an?)?) (?:error )?message|[没无]有?错误信息',
    { kind: 'failure', shape: '' },
  ],
  ['unstarred', { kind: 'not', condition: { kind: 'marked', mark: 'isStarred' } }],
  ['starred|已?加星标?', { kind: 'marked', mark: 'isStarred' }],
  [HIDDEN_WORDS, { kind: 'marked', mark: 'isHidden' }],
  ['priced', { kind: 'price' }],
]

const STATUS = String.raw`(?:(?:(?:status|状态)(?:\s*(?:[:=]|为|是))?|is\s*[:=])\s*)?`

/** What a task can have, or not. */
const THINGS: readonly [string, SearchCondition][] = [
  ['videos?|视频', { kind: 'video' }],
  ['notes?|备注', { kind: 'marked', mark: 'note' }],
  ['stars?|星标?', { kind: 'marked', mark: 'isStarred' }],
  ['prices?|价格', { kind: 'price' }],
]
const HAVING = String.raw`(?:(?:with|has|have|having)\s+(?:an?\s+)?|[有带])`
const LACKING = String.raw`(?:(?:without|(?:(?:with|has|have|having)\s+)?no)\s+(?:an?\s+)?|没有?|无|不带|不含)`

/** A number of a task, and not of minutes or points. */
const aNumber = String.raw`${TASK_NUMBER}(?!\d|\s*(?:${UNIT}|points?|积分|点)(?!\w))`
const and = String.raw`\s*(?:,|、|&|and\b|or\b|和|或)\s*`
const namedNumbers = String.raw`(?:#\s?|${LABEL}#?)${aNumber}(?:${and}#?${aNumber})*|第?${aNumber}号(?:任务|视频|海报|工单)?`
/** Numbers and nothing else. */
export const NUMBERS = new RegExp(
  String.raw`^${TASK_NUMBER}(?:(?:${and}|\s+)${TASK_NUMBER})+$|^\d{1,3}(?: \d{3})+$`,
  'i',
)
/** The start of a uuid, perhaps with blanks for its dashes. Words have no digits, and numbers no letters. */
export const PART_OF_ID = compile(
  String.raw`(?=[\d -]*[a-f])(?=[a-f -]*\d)[\da-f]{8}(?:(?:[ -][\da-f]{4}){3}[ -][\da-f]{1,12}|(?:[ -][\da-f]{4}){0,3}(?:-[\da-f]{1,3})?)`,
)
/** An address, a uuid, or an ID that was shortened in the middle. */
const IDS = [/[a-z]+:\/\/\S+/iy, UUID, compile(String.raw`(?=[\da-f]*\d)[\da-f]{2,}\.{3}[\da-f]*`)]

const inside = String.raw`"((?:[^"\\]|\\.)+)"`
const recent = String.raw`(?:(?:with)?in\s+)?(?:the\s+)?(?:last|past|previous|within|最近的?|过去的?|近|前)\s*`
/** So many units, up to now. @param unit a pattern */
export function recentPattern(unit: string, count: string): string {
  return String.raw`${recent}(${count})\s*(${unit})(?:之?内|以来)?|(${COUNT})\s*(${unit})之?内`
}
const since = (count: string, unit: string): SearchCondition => ({
  kind: 'since',
  ms: readCount(count) * unitOf(unit),
})
const not = (condition: SearchCondition): SearchCondition => ({ kind: 'not', condition })

/** What is understood, apart from days. */
export const readers: readonly Reader[] = [
  [
    compile(`(?:failed )?like\\s*${inside}|(?:失败原因)?类似\\s*${inside}`),
    ([, one, other]) => ({ kind: 'failure', shape: unquoted(one ?? other ?? '') }),
  ],
  ...WORDS.map(([pattern, condition]): Reader => [
    compile(condition.kind === 'status' ? `${STATUS}(?:${pattern})` : pattern),
    () => condition,
  ]),
  ...THINGS.flatMap(([thing, condition]): Reader[] => [
    [compile(`${LACKING}(?:${thing})`), () => not(condition)],
    [compile(String.raw`${HAVING}(?:${thing})(?!\s*(?:${COMPARISON}|[:=\d]))`), () => condition],
  ]),
  [
    compile(recentPattern(CLOCK_UNIT, `${COUNT}|`)),
    ([, one, unit, other, last]) => since(one ?? other ?? '', unit ?? last ?? ''),
  ],
  [
    compile(
      String.raw`(?:(since|newer than|less than|under|within)|older than|before|more than|over)\s*(${COUNT})\s*(${CLOCK_UNIT}|days?)(?:\s*(?:ago|old)|(?<=(?:older|newer).*))`,
    ),
    ([, isSince, count = '', unit = '']) =>
      isSince === undefined ? not(since(count, unit)) : since(count, unit),
  ],
  [
    compile(String.raw`(${COUNT})\s*(${CLOCK_UNIT})\s*(?:ago|[以之]?前)`),
    ([, count = '', unit = '']) =>
      together('all', [since(String(readCount(count) + 1), unit), not(since(count, unit))]),
  ],
  ...limitReaders([TOOK, DURATION], durationIn, justDuration, elapsed(true)),
  ...limitReaders([String.raw`(?:for\s+)?`, DURATION], durationIn, () => undefined, elapsed(false)),
  ...limitReaders([PRICE, `${TYPED_NUMBER}(?:${POINTS})?`], priceIn, justPrice, priced),
  // "10点" alone is a time of day.
  ...limitReaders(
    ['', String.raw`${TYPED_NUMBER}(?:${POINTS}|(?=\s*${after}${POINTS}))`],
    priceIn,
    (text) => (text.endsWith('点') ? undefined : justPrice(text)),
    priced,
  ),
  ...IDS.map((pattern): Reader => [
    pattern,
    ([name = '']) => {
      const query = readTaskQuery(name)
      return query && { kind: 'task', query }
    },
  ]),
  [
    compile(namedNumbers),
    ([name = '']) => numbersIn(name, (one) => ({ kind: 'task', query: readTaskQuery(one) ?? [] })),
  ],
]

/** A text in quotes, as a failure is searched for by it. */
export function inQuotes(text: string): string {
  return `"${plainText(text).replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

/** What stands in quotes. */
export function unquoted(text: string): string {
  return text.replaceAll(/\\(["\\])/g, '$1')
}

/** One condition of several, each once. */
export function together(
  kind: 'any' | 'all',
  conditions: readonly SearchCondition[],
): SearchCondition {
  const flat = conditions.flatMap((one) => (one.kind === kind ? one.conditions : [one]))
  const each = [...new Map(flat.map((one) => [JSON.stringify(one), one])).values()]
  return each.length === 1 && each[0] ? each[0] : { kind, conditions: each }
}

/** Tasks of these numbers: one, or any of several. The blank or comma in "812 813" may separate thousands, or numbers. */
export function numbersIn(
  text: string,
  made: (number: string) => SearchCondition,
): SearchCondition {
  const numbers = text.match(new RegExp(TASK_NUMBER, 'g')) ?? []
  const each = numbers.flatMap((one) =>
    /^\d{3}[, ]/.test(one) ? [one, ...(one.match(/\d+/g) ?? [])] : one,
  )
  return together(
    'any',
    each.map((one) => made(one)),
  )
}
