import { type DayNumber, dayNumber, placeOf, startOfDay } from '#web/format/calendar.ts'
import {
  compile,
  COUNT,
  matchAt,
  readCount,
  recentPattern,
} from '#web/task-list/search/search-readers.ts'

/** Some days of the calendar. */
interface Days {
  first: DayNumber
  last: DayNumber
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** A month by its name, as a pattern. */
export const month = String.raw`(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`
/** A month that is no other word. */
const plainMonth = '(?:january|february|april|june|july|august|september|october|november|december)'
const recentYear = String.raw`(?:19|20)\d\d`
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const weekday = String.raw`(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?`
/** A number of a date or a clock. */
const small = String.raw`(?:\d{1,2}|[一二三四五六七八九十]{1,3})`
const calendarUnit = '(?:days?|d|天|日|weeks?|w|周|个?星期|个?礼拜|months?|个?月|years?|y|年)'

type ReadDays = (found: readonly (string | undefined)[], today: DayNumber) => Days | undefined

const calendar = (
  [
    [
      String.raw`(\d{4})([-/.])(\d\d?)\2(\d\d?)`,
      ([, year, , of, date]) => oneDay(Number(year), Number(of), Number(date)),
    ],
    [
      String.raw`(\d\d?)\.\s?(\d\d?)\.\s?(\d{4})`,
      ([, date, of, year]) => oneDay(Number(year), Number(of), Number(date)),
    ],
    // Either the day or the month is first. Where both would be days, nobody can say.
    [
      String.raw`(\d\d?)/(\d\d?)/(\d{4})`,
      ([, one, other, year]) => {
        const [a, b, of] = [Number(one), Number(other), Number(year)]
        if (a <= 12 && b <= 12 && a !== b) return undefined
        return a > 12 ? oneDay(of, b, a) : oneDay(of, a, b)
      },
    ],
    [String.raw`(\d{4})[-/](\d\d)`, ([, year, of]) => wholeMonth(Number(year), Number(of))],
    // "Nov 1-9", "11月1日到9日"
    [
      String.raw`(?:(\d{4})年)?(?:(${month})\s+|(\d{1,2})月)(\d{1,2})[日号]?\s*(?:-|~|至|到)\s*(\d{1,2})[日号]?(?![\d:月])(?:,?\s+(\d{4}))?`,
      ([, year, name = '', number, one, other, after], today) => {
        const of = number === undefined ? monthOf(name) : Number(number)
        const [first, last] = [one, other].map((date) => pastDays(year ?? after, of, date, today))
        return first && last && first.first <= last.first
          ? { first: first.first, last: last.last }
          : undefined
      },
    ],
    [
      String.raw`(?:(\d{4}|\d\d|今|去|前)年)?(${small})月(?:份|(${small})[日号]?)?`,
      ([, year = '', of = '', date], today) => {
        const back = ['今', '去', '前'].indexOf(year)
        const named =
          back === -1 ? year : String(new Date(today * 86_400_000).getUTCFullYear() - back)
        return pastDays(named === '' ? undefined : named, readCount(of), date, today)
      },
    ],
    // A year alone may be the number of a task.
    [
      String.raw`in\s+(${recentYear})|(\d{4})年`,
      ([, one, other]) => wholeYear(Number(one ?? other)),
    ],
    [
      String.raw`(${recentYear})\s*(?:\.\.|-|to\b|至|到)\s*(${recentYear})(?!-)`,
      ([, one, other]) => {
        const [of = 0, last = 0] = [Number(one), Number(other)].toSorted((x, y) => x - y)
        return { first: wholeYear(of).first, last: wholeYear(last).last }
      },
    ],
    [
      String.raw`(${month})\s+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(\d{4}))?`,
      ([, name = '', date, year], today) => pastDays(year, monthOf(name), date, today),
    ],
    [
      String.raw`(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?(${month})(?:,?\s+(\d{4}))?`,
      ([, date, name = '', year], today) => pastDays(year, monthOf(name), date, today),
    ],
    [
      String.raw`(${month})\s+(\d{4})`,
      ([, name = '', year]) => wholeMonth(Number(year), monthOf(name)),
    ],
    [
      String.raw`(?:in|last)\s+(${month})|(${plainMonth})`,
      ([, one, other], today) => pastDays(undefined, monthOf(one ?? other ?? ''), undefined, today),
    ],
    [
      '(the day before yesterday|大?前天|大?前日)|(yesterday|昨天|昨日)|today|今天|今日|当天',
      ([found = '', before, yesterday], today) => {
        const near = yesterday === undefined ? 0 : 1
        const far = found.startsWith('大') ? 3 : 2
        const back = before === undefined ? near : far
        return { first: today - back, last: today - back }
      },
    ],
    [
      recentPattern(calendarUnit, COUNT),
      ([, one, of, other, unit], today) =>
        recentDays(readCount(one ?? other ?? ''), unitName(of ?? unit ?? ''), today),
    ],
    [
      String.raw`(${COUNT})\s*(${calendarUnit})\s*(?:ago|[以之]?前)`,
      ([, count = '', unit = ''], today) => calendarSpan(-readCount(count), unitName(unit), today),
    ],
    [
      String.raw`(the week before last)|(?:(this|本|这|今|当)|last|previous|(上+|去)|(前)(?=年))\s*个?\s*(week|周|星期|礼拜|month|月|year|年|quarter|季度)(?![一二三四五六日天末])`,
      ([, before, now, past, far, unit = 'week'], today) => {
        const isFar = before !== undefined || far !== undefined
        const back = isFar ? 2 : (past?.length ?? 1)
        return calendarSpan(now === undefined ? -back : 0, unitName(unit), today)
      },
    ],
    [
      String.raw`(?:(last|previous|past)\s+|(this)\s+|on\s+)?(${weekday}|weekend)`,
      ([, past, now, name = ''], today) => {
        const week = now === undefined ? undefined : 0
        const isWeekend = /end/i.test(name)
        if (isWeekend) return weekDay(5, today, past === undefined ? week : -1, 2)
        const index = WEEKDAYS.indexOf(name.slice(0, 3).toLowerCase())
        return weekDay(index, past === undefined ? today : today - 1, week)
      },
    ],
    [
      `(本|这|上+)?个?(?:周|星期|礼拜)([一二三四五六日天末])`,
      ([, which, name = ''], today) => {
        const past = which?.startsWith('上') === true ? -which.length : 0
        const weeks = which === undefined ? undefined : past
        if (name === '末') return weekDay(5, today, weeks, 2)
        return weekDay('一二三四五六日'.indexOf(name.replace('天', '日')), today, weeks)
      },
    ],
    // Alone, a year may be the number of a task, and a month another word.
    [`(${recentYear})`, ([, year]) => wholeYear(Number(year)), 'beside'],
    [
      `(${month})`,
      ([, name = ''], today) => pastDays(undefined, monthOf(name), undefined, today),
      'beside',
    ],
  ] satisfies [string, ReadDays, 'beside'?][]
).map(([pattern, read, beside]) => ({
  pattern: compile(pattern),
  read,
  isBeside: beside !== undefined,
}))

/** A stretch of time in milliseconds since the epoch; `under` is not included; undefined: no limit. */
export interface CreatedAt {
  from: number | undefined
  under: number | undefined
  /** of its text, in characters */
  length: number
}

const clock = new RegExp(
  String.raw`(?:(上午|早上|凌晨|中午|下午|晚上)\s*)?(${small})(?::(\d\d)(?::\d\d(?:[.,]\d+)?)?|[点时](?:钟|整)?(?:(半)|(\d\d?)分?)?(?!以|\d))?(?:\s*([ap])\.?m\.?)?(?:\s*(z|utc|gmt|(?:\+|(?<=:\d\d:\S*)-)\d\d:?\d\d))?(?<!\w(?=\w))`,
  'iy',
)

interface Moment {
  from: number
  to: number
  end: number
  /** the day, if it is a single one */
  day: DayNumber | undefined
}

/** The end of what goes up to a moment: "until 11am" has its first minute. */
const endOf = ({ from, to }: { from: number; to: number }) =>
  to - from === 3_600_000 ? from + 60_000 : to

/** A time of a day: a minute, or an hour if no minutes are named. @param half of the day, unless it is named */
function clockAt(typed: string, at: number, day: DayNumber, half = ''): Moment | undefined {
  const found = matchAt(clock, typed, at)
  if (found === null) return undefined
  const [all, part = half, hour = '', digits, isHalf, chinese, half12 = '', zone] = found
  const minutes = isHalf === undefined ? (digits ?? chinese) : '30'
  const isTime = digits !== undefined || half12 !== '' || /[点时]/.test(all)
  const said = readCount(hour)
  if (!isTime || said > 24 || Number(minutes ?? 0) > 59) return undefined
  const isLate = /下午|晚上/.test(part) || /p/i.test(half12)
  const hours = isLate || half12 !== '' ? (said % 12) + (isLate ? 12 : 0) : said
  const minute = hours * 60 + Number(minutes ?? 0)
  const from =
    zone === undefined
      ? startOfDay(day, minute)
      : day * 86_400_000 + (minute - aheadOfUtc(zone)) * 60_000
  return { from, to: from + (minutes === undefined ? 60 : 1) * 60_000, end: at + all.length, day }
}

/** The minutes that a zone is ahead of UTC. */
function aheadOfUtc(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? []
  return sign === undefined ? 0 : (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
}

/** What stands before a moment, and after it. */
const SENSES = (
  [
    [
      'from',
      'since|after|later than|newer than|starting(?: from| on)?|>=?|≥|自从?',
      'onwards?|(?:and|or) (?:later|after)|之后|以后|后|以来|起|开始|至今|(?<=from .*)on',
    ],
    ['before', 'before|earlier than|older than|prior to|<|早于', '之前|以前|前'],
    [
      'until',
      String.raw`until|till?|up to|through|no later than|<=|≤|截至|截止到?|到|\.\.`,
      '(?:and|or) (?:earlier|before)|为止|止',
    ],
  ] as const
).map(([sense, open, close]) => ({
  sense,
  open: compile(String.raw`(?:${open})\s*`),
  close: compile(String.raw`\s*(?:${close})`),
}))

const created = compile(
  String.raw`(?:created|date|created_at)\s*(?:on|at)?\s*(?:[:=]\s*)?|创建(?:时间|日期)?(?:于|在)?\s*[:=]?\s*`,
)
const lead = compile(String.raw`(?:between|from|介于|从|自)\s*`)
const connector = /\s*(?:\.\.|-|~|to\b|until\b|till?\b|through\b|and\b|至|到|和|与)\s*/iy
const gapToClock = /(?:T(?=\d)|[,\s]*(?:at\s+|between\s+|from\s+|从|的)?)/iy

/** A day, some days, or a time of a day. @param beside the day of a time alone, and its half; a year or a month alone is one, too */
function momentAt(
  typed: string,
  at: number,
  today: DayNumber,
  beside?: { day: DayNumber; half?: string | undefined },
): Moment | undefined {
  for (const { pattern, read, isBeside } of calendar) {
    if (isBeside && beside === undefined) continue
    const found = matchAt(pattern, typed, at)
    const days = found && read(found, today)
    if (!found || !days) continue
    const { first, last } = days
    const end = at + found[0].length
    const day = first === last ? first : undefined
    const time = day === undefined ? undefined : clockAt(typed, skip(gapToClock, typed, end), day)
    return time ?? { from: startOfDay(first), to: startOfDay(last + 1), end, day }
  }
  return beside === undefined ? undefined : clockAt(typed, at, beside.day, beside.half)
}

/** When tasks were created, at a place of a text: on a day, at a time, from one to another, up to one, or from one on. */
export function createdAt(typed: string, at: number, today: DayNumber): CreatedAt | undefined {
  const made = (end: number, from?: number, under?: number) => ({ from, under, length: end - at })
  const limited = ({ end, from, to }: Moment, sense: string, day?: Moment) => {
    if (sense === 'from') return made(end, from, day?.to)
    return made(end, day?.from, sense === 'before' ? from : endOf({ from, to }))
  }
  const begin = skip(created, typed, at)
  const opened = senseAt('open', typed, begin)
  if (opened !== undefined) {
    const moment = momentAt(typed, opened.end, today, { day: today })
    return moment && limited(moment, opened.sense)
  }
  const start = skip(lead, typed, begin)
  const first = momentAt(typed, start, today)
  if (first === undefined) return undefined
  const between = matchAt(connector, typed, first.end)?.[0] ?? ''
  // "下午3点到5点" is all in the afternoon.
  const [half] = /下午|晚上/.exec(typed.slice(begin, first.end)) ?? []
  const second =
    between === ''
      ? undefined
      : momentAt(typed, first.end + between.length, today, { day: first.day ?? today, half })
  // "Yesterday and today" are two days, "between … and …" is one stretch.
  const isBetween = /between|from|介于|[从自]/i.test(typed.slice(begin, first.end))
  const isRange = isBetween || !/^\s*(?:and|和|与)/i.test(between)
  if (second !== undefined && isRange) {
    const from = Math.min(first.from, second.from)
    return made(second.end, from, Math.max(endOf(first), endOf(second)))
  }
  if (between.trim() === '..') return made(first.end + between.length, first.from)
  // A time after its day: "yesterday after 10:00".
  const next = senseAt('open', typed, skip(/[,\s]*/y, typed, first.end))
  const time = first.day === undefined || !next ? undefined : clockAt(typed, next.end, first.day)
  if (time !== undefined && next !== undefined) return limited(time, next.sense, first)
  const closed = senseAt('close', typed, first.end)
  if (closed !== undefined) return limited({ ...first, end: closed.end }, closed.sense)
  // 从昨天 is since yesterday.
  return made(
    first.end,
    first.from,
    /[从自]/.test(typed.slice(begin, start)) ? undefined : first.to,
  )
}

function skip(pattern: RegExp, typed: string, at: number): number {
  return at + (matchAt(pattern, typed, at)?.[0].length ?? 0)
}

function senseAt(side: 'open' | 'close', typed: string, at: number) {
  for (const one of SENSES) {
    const found = matchAt(one[side], typed, at)
    if (found !== null) return { sense: one.sense, end: at + found[0].length }
  }
  return undefined
}

/** @param of 1 is January */
function oneDay(year: number, of: number, date: number): Days | undefined {
  const day = dayNumber(year, of - 1, date)
  // 30 February is another day.
  const isDay = of >= 1 && of <= 12 && date >= 1 && new Date(day * 86_400_000).getUTCDate() === date
  return isDay ? { first: day, last: day } : undefined
}

function wholeMonth(year: number, of: number): Days | undefined {
  if (of < 1 || of > 12) return undefined
  return { first: dayNumber(year, of - 1, 1), last: dayNumber(year, of, 1) - 1 }
}

function wholeYear(of: number): Days {
  return { first: dayNumber(of, 0, 1), last: dayNumber(of + 1, 0, 1) - 1 }
}

/** A day, or a month without one. Without a year it is the last one that has begun. */
function pastDays(
  year: string | undefined,
  of: number,
  date: string | undefined,
  today: DayNumber,
): Days | undefined {
  const inYear = (one: number) =>
    date === undefined ? wholeMonth(one, of) : oneDay(one, of, readCount(date))
  if (year !== undefined) return inYear(Number(year) + (year.length === 2 ? 2000 : 0))
  const now = new Date(today * 86_400_000).getUTCFullYear()
  const days = inYear(now)
  return days !== undefined && days.first <= today ? days : inYear(now - 1)
}

function monthOf(name: string): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1
}

/** The months of a unit, or its days. */
interface CalendarUnit {
  months?: number
  days?: number
}

const CALENDAR_UNITS: readonly [RegExp, CalendarUnit][] = [
  [/^d|天|日/i, { days: 1 }],
  [/^w|周|星期|礼拜/i, { days: 7 }],
  [/^q|季/i, { months: 3 }],
  [/^y|年/i, { months: 12 }],
]

function unitName(text: string): CalendarUnit {
  return CALENDAR_UNITS.find(([pattern]) => pattern.test(text))?.[1] ?? { months: 1 }
}

/** The last days up to today: so many days, weeks, months or years. */
function recentDays(
  count: number,
  { months, days = 0 }: CalendarUnit,
  today: DayNumber,
): Days | undefined {
  const now = new Date(today * 86_400_000)
  const first =
    months === undefined
      ? today - count * days
      : dayNumber(now.getUTCFullYear(), now.getUTCMonth() - count * months, now.getUTCDate())
  return first < today ? { first: first + 1, last: today } : undefined
}

/** A day, a week from Monday, a month, a quarter or a year: this one, or so many on. */
function calendarSpan(by: number, { months, days = 0 }: CalendarUnit, today: DayNumber): Days {
  if (months === undefined) {
    const first = (days === 1 ? today : placeOf(today, 'week') * 7 - 3) + by * days
    return { first, last: first + days - 1 }
  }
  const now = new Date(today * 86_400_000)
  const of = (Math.floor(now.getUTCMonth() / months) + by) * months
  const year = now.getUTCFullYear()
  return { first: dayNumber(year, of, 1), last: dayNumber(year, of + months, 1) - 1 }
}

/** A day of a week, and those after it. @param weeks 0 is this week; undefined: the last such day up to today */
function weekDay(index: number, today: DayNumber, weeks?: number, length = 1): Days {
  const day = placeOf(today, 'week') * 7 - 3 + index
  const first = weeks === undefined ? day - (day > today ? 7 : 0) : day + weeks * 7
  return { first, last: first + length - 1 }
}
