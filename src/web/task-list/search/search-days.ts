import { type DayNumber, dayNumber, placeOf } from '#web/format/calendar.ts'

/** Days that were found in a text; undefined: no limit. */
interface DaysAt {
  first: DayNumber | undefined
  last: DayNumber | undefined
  /** in characters */
  length: number
}

/** Some days of the calendar. */
interface Days {
  first: DayNumber
  last: DayNumber
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const month = String.raw`(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`
const recentYear = String.raw`(?:19|20)\d\d`
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const weekday = String.raw`(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?`
const CHINESE_WEEKDAYS = '一二三四五六日'

/** A pattern that is tried at one place of a text. Latin words and numbers must end where it ends. */
export function compile(pattern: string): RegExp {
  return new RegExp(String.raw`(?:${pattern})(?!(?<=[a-z\d])(?:\w|-\w))`, 'iy')
}

/** Tries a pattern at a place of a text. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** A day, or some days from one to another, or up to one or from one on. */
export function rangeAt(typed: string, at: number, today: DayNumber): DaysAt | undefined {
  const open = /\s*(?:\.\.|until |before |截至|到)\s*/iy
  const before = matchAt(open, typed, at)
  const start = before === null ? at : at + before[0].length
  const first = daysAt(typed, start, today)
  if (first === undefined) return undefined
  const { days } = first
  let end = start + first.length
  if (before !== null) return made(undefined, days.last)
  const between = matchAt(/\s*(?:\.\.|–|-|to\b|until\b|至|到)\s*/iy, typed, end)
  if (between === null) return made(days.first, days.last)
  const then = end + between[0].length
  const second = daysAt(typed, then, today) ?? yearAt(typed, then)
  if (second !== undefined) {
    end += between[0].length + second.length
    return made(days.first, second.days.last)
  }
  const isOpen = between[0].trim() === '..'
  if (isOpen) end += between[0].length
  return made(days.first, isOpen ? undefined : days.last)

  function made(from: DayNumber | undefined, last: DayNumber | undefined): DaysAt {
    return { length: end - at, first: from, last }
  }
}

const aYear = compile(recentYear)

const calendar: readonly {
  pattern: RegExp
  read: (found: readonly (string | undefined)[], today: DayNumber) => Days | undefined
}[] = [
  {
    pattern: compile(`(\\d{4})[-/.](\\d\\d?)[-/.](\\d\\d?)`),
    read: ([, year, of, date]) => oneDay(Number(year), Number(of), Number(date)),
  },
  {
    pattern: compile(`(\\d{4})[-/](\\d\\d)`),
    read: ([, year, of]) => wholeMonth(Number(year), Number(of)),
  },
  {
    pattern: compile(`(?:(\\d{4})年)?(\\d{1,2})月(?:(\\d{1,2})[日号])?`),
    read: ([, year, of, date], today) => pastDays(year, Number(of), date, today),
  },
  // A year alone may be the number of a task.
  {
    pattern: compile(`in\\s+(${recentYear})|(\\d{4})年`),
    read: ([, one, other]) => wholeYear(Number(one ?? other)),
  },
  {
    pattern: compile(`(${recentYear})\\s*(?:\\.\\.|–|-|to\\b|至|到)\\s*(${recentYear})(?!-)`),
    read: ([, of, last]) => {
      const { first } = wholeYear(Number(of))
      return { first, last: wholeYear(Number(last)).last }
    },
  },
  {
    pattern: compile('(?:(this)|last)\\s+year|(今年)|去年'),
    read: ([, here, now], today) => {
      const of = new Date(today * 86_400_000).getUTCFullYear()
      return wholeYear(here === undefined && now === undefined ? of - 1 : of)
    },
  },
  {
    pattern: compile(`(${month})\\s+(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(\\d{4}))?`),
    read: ([, name = '', date, year], today) => pastDays(year, monthOf(name), date, today),
  },
  {
    pattern: compile(`(\\d{1,2})(?:st|nd|rd|th)?\\s+(${month})(?:\\s+(\\d{4}))?`),
    read: ([, date, name = '', year], today) => pastDays(year, monthOf(name), date, today),
  },
  {
    pattern: compile(`(${month})\\s+(\\d{4})`),
    read: ([, name = '', year]) => wholeMonth(Number(year), monthOf(name)),
  },
  { pattern: compile('today|今天|今日'), read: (_found, today) => ({ first: today, last: today }) },
  {
    pattern: compile('yesterday|昨天|昨日'),
    read: (_found, today) => ({ first: today - 1, last: today - 1 }),
  },
  {
    pattern: compile(`(?:last|past|最近|过去|近)\\s*(\\d{1,4})\\s*(days?|天|weeks?|周|个?星期)`),
    read: ([, count = '', of = ''], today) => {
      const days = Number(count) * (/^d|天/i.test(of) ? 1 : 7)
      return days === 0 ? undefined : { first: today - days + 1, last: today }
    },
  },
  {
    pattern: compile(
      '(?:(this|本|这)|last|上)个?\\s*(?:(week|周|星期)|month|月)(?![一二三四五六日天])',
    ),
    read: ([, now, week], today) =>
      calendarSpan(now === undefined ? -1 : 0, week !== undefined, today),
  },
  {
    pattern: compile(`(?:(last)\\s+)?(${weekday})`),
    read: ([, isPast, name = ''], today) =>
      pastWeekday(WEEKDAYS.indexOf(name.slice(0, 3).toLowerCase()), isPast !== undefined, today),
  },
  {
    pattern: compile(`(上)?个?(?:周|星期|礼拜)([一二三四五六日天])`),
    read: ([, isLast, name = ''], today) => {
      const index = CHINESE_WEEKDAYS.indexOf(name === '天' ? '日' : name)
      if (isLast === undefined) return pastWeekday(index, false, today)
      const day = calendarSpan(-1, true, today).first + index
      return { first: day, last: day }
    },
  },
]

function daysAt(
  typed: string,
  at: number,
  today: DayNumber,
): { days: Days; length: number } | undefined {
  for (const { pattern, read } of calendar) {
    const found = matchAt(pattern, typed, at)
    const days = found && read(found, today)
    if (found && days) return { days, length: found[0].length }
  }
  return undefined
}

/** A year after another day: alone, it may be the number of a task. */
function yearAt(typed: string, at: number) {
  const found = matchAt(aYear, typed, at)
  return found ? { days: wholeYear(Number(found[0])), length: found[0].length } : undefined
}

/** @param month 1 is January */
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
    date === undefined ? wholeMonth(one, of) : oneDay(one, of, Number(date))
  if (year !== undefined) return inYear(Number(year))
  const now = new Date(today * 86_400_000).getUTCFullYear()
  const days = inYear(now)
  return days !== undefined && days.first <= today ? days : inYear(now - 1)
}

function monthOf(name: string): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1
}

/** A week from Monday or a month: this one, or the one before. */
function calendarSpan(by: 0 | -1, isWeek: boolean, today: DayNumber): Days {
  if (isWeek) {
    const first = placeOf(today, 'week') * 7 - 3 + by * 7
    return { first, last: first + 6 }
  }
  const now = new Date(today * 86_400_000)
  const [year, of] = [now.getUTCFullYear(), now.getUTCMonth() + by]
  return { first: dayNumber(year, of, 1), last: dayNumber(year, of + 1, 1) - 1 }
}

/** The last day with that name. @param isBefore today does not count */
function pastWeekday(index: number, isBefore: boolean, today: DayNumber): Days {
  const back = (placeOfWeekday(today) - index + 7) % 7
  const day = today - (back === 0 && isBefore ? 7 : back)
  return { first: day, last: day }
}

/** 0 is Monday. */
function placeOfWeekday(day: DayNumber): number {
  return day - (placeOf(day, 'week') * 7 - 3)
}
