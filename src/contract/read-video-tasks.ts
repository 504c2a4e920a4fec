import { isNoError, isNothing, withoutTerminalCodes } from '#contract/envelope.ts'
import { isRecord, readNumber, readWholeNumber } from '#contract/record.ts'
import {
  DEFAULT_LIST_REQUEST,
  FIRST_PAGE,
  type ListRequest,
  type ReceivedList,
  type VideoTask,
  type VideoTaskRow,
} from '#contract/video-tasks.ts'

/** Reads a JSON value as one type. null: it means that there is no value. undefined: it has another type. */
type Reader<Value> = (value: unknown) => Value | null | undefined

const readText: Reader<string> = (value) => {
  if (typeof value === 'string') return isNothing(value) ? null : value
  return undefined
}

/** An empty value of another type is none: `[]` and `{}` in PHP, false and 0 in services without null. */
const readVideoUrl: Reader<string> = (value) => (isEmpty(value) ? null : readText(value))

const readErrorMsg: Reader<string> = (value) => {
  if (typeof value !== 'string') return isEmpty(value) ? null : undefined
  const message = withoutTerminalCodes(value)
  return isNoError(message) ? null : message
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === false || value === 0
}

/**
 * Reads one element of data.list, field by field, so that a bad field does not cost the others. It uses
 * plain checks instead of a schema to stay fast for a million rows.
 */
export function readVideoTaskRow(raw: unknown): VideoTaskRow {
  if (!isRecord(raw)) return { kind: 'unreadable', raw }
  const unreadFields: string[] = []
  let fieldsRead = 0
  function read<Value>(name: string, readValue: Reader<Value>): Value | null {
    const value = isRecord(raw) ? raw[name] : undefined
    // An empty string is how some services write "none".
    if (value === undefined || value === null || value === '') return null
    const found = readValue(value)
    if (found === undefined) {
      if (typeof value !== 'string' || !isNothing(value)) unreadFields.push(name)
    } else if (found !== null) fieldsRead += 1
    return found ?? null
  }
  const task: VideoTask = {
    id: read('id', readWholeNumber),
    uuid: read('uuid', readText),
    price: read('price', readNumber),
    createdAt: read('created_at', readTime),
    updatedAt: read('updated_at', readTime),
    completedAt: read('completed_at', readTime),
    videoUrl: read('video_url', readVideoUrl),
    errorMsg: read('error_msg', readErrorMsg),
    status: read('status', readText),
    scene: read('scene', readText),
    unreadFields,
    raw,
  }
  return fieldsRead === 0 ? { kind: 'unreadable', raw } : { kind: 'task', task }
}

/**
 * Reads the list operation's payload (spec: "Video task list payload"), row by row. A total that is
 * too small for the rows of this page is ignored.
 *
 * @param asked which page, of how many rows
 * @returns undefined if it contains no list
 */
export function readReceivedList(
  data: unknown,
  asked: Pick<ListRequest, 'pageNumber' | 'pageSize'> = DEFAULT_LIST_REQUEST,
): ReceivedList | undefined {
  // PHP writes an empty object as an empty list. A list without a row on its first page has none.
  const none = asked.pageNumber === FIRST_PAGE ? 0 : null
  const payload = Array.isArray(data) && data.length === 0 ? { list: data, total: none } : data
  if (!isRecord(payload)) return undefined
  const [total = null, pageNumber = null, pageSize = null] = COUNTS.map((name) =>
    readCount(payload[name]),
  )
  const list = listOf(payload, total, asked)
  if (list === undefined) return undefined
  const read = { rows: list.map(readVideoTaskRow), pageNumber, pageSize }
  const atLeast = leastTotal(read, asked)
  return total !== null && total < atLeast
    ? { ...read, total: null, disprovedTotal: { got: total, atLeast } }
    : { ...read, total }
}

const COUNTS = ['total', 'page', 'page_size'] as const

/** The elements of data.list. An empty one has many spellings. */
function listOf(
  payload: Readonly<Record<string, unknown>>,
  total: number | null,
  asked: Pick<ListRequest, 'pageNumber' | 'pageSize'>,
): readonly unknown[] | undefined {
  const { list } = payload
  const rows: readonly unknown[] | undefined = Array.isArray(list) ? list : undefined
  if (rows !== undefined) return rows
  // PHP writes a list with gaps between its keys as an object: {"0":{…},"2":{…}}.
  if (isRecord(list) && !isEmpty(list)) {
    return Object.keys(list).every((key) => /^\d+$/.test(key)) ? Object.values(list) : undefined
  }
  // Go writes null, and gateways leave it out. A total that promises rows on this page contradicts that.
  const isNone = list === undefined || list === null || isEmpty(list) || readText(list) === null
  const isCounted = COUNTS.some((name) => payload[name] !== undefined)
  const before = (asked.pageNumber - FIRST_PAGE) * asked.pageSize
  return isNone && isCounted && (total ?? 0) <= before ? [] : undefined
}

/** The least number of tasks there must be: the rows of this page, and full pages before it. */
function leastTotal(
  { rows, pageNumber, pageSize }: Omit<ReceivedList, 'total'>,
  asked: Pick<ListRequest, 'pageNumber' | 'pageSize'>,
): number {
  // Rows beyond the requested page size prove nothing.
  const count = Math.min(rows.length, asked.pageSize)
  if (count === 0) return 0
  const before =
    Math.max(Math.min(pageNumber ?? asked.pageNumber, asked.pageNumber), FIRST_PAGE) - FIRST_PAGE
  return before * (pageSize === null || pageSize === 0 ? asked.pageSize : pageSize) + count
}

function readCount(value: unknown): number | null {
  const count = readWholeNumber(value)
  return typeof count === 'number' && count >= 0 ? count : null
}

/**
 * A date-time: an ISO 8601 text, or the same as Go, Java and Python print it. A name behind the offset ("+0800 CST",
 * "+01:00[Europe/Berlin]") only repeats it. A name alone is not read: "CST" is four zones.
 */
const dateTime =
  /^\s*(\d{4}[-/]\d\d[-/]\d\d)[T ]\s*(\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)(?:\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)(?:\s*(?:[A-Z]{1,5}|[+-]\d\d(?:\d\d)?|\[[\w/:+-]+\]))?(?: m=[+-][\d.]+)?)?\s*$/i

/** What MySQL writes for "no date". It is in no calendar. */
const mysqlZero = /^\s*0000-00-00/

/** Seconds or milliseconds since the epoch, from 2001 to 2286. Services that do not write ISO 8601 send them. */
const epoch = /^\s*(\d{10})(?:(\d{3})|\.\d+)?\s*$/

/**
 * Earlier and later times are the zero or the largest value of a program: year 1 in Go and .NET, 1601 in Windows, 1753 and 1900 in
 * SQL Server, 1970 where numbers count from it, 9999 in SQL. In milliseconds since the epoch.
 */
const EARLIEST = Date.UTC(1971, 0)
const LATEST = Date.UTC(9999, 0)

/**
 * Reads a date-time (spec: "ISO 8601 date-time, UTC"). Without a zone it is UTC. Date.parse alone accepts "task 12", and reads
 * 31 February as 3 March.
 *
 * @returns ISO 8601 text with a zone that Date.parse reads; null: it means "not yet"; undefined: it is not a point in time
 */
export function readTime(value: unknown): string | null | undefined {
  if (typeof value !== 'string') return typeof value === 'number' ? readEpoch(value) : undefined
  const parts = dateTime.exec(value)
  if (parts === null) return mysqlZero.test(value) ? null : readEpoch(value)
  const [, day = '', time = '', zone = 'Z'] = parts
  const date = day.replaceAll('/', '-')
  const offset = /^[a-z]/i.test(zone)
    ? 'Z'
    : zone.replace(/^(.\d\d):?(\d*)$/, '$1:$200').slice(0, 6)
  const text = `${date}T${time.replace(',', '.')}${offset}`
  const at = Date.parse(text)
  if (Number.isNaN(at) || !isInCalendar(date)) return mysqlZero.test(value) ? null : undefined
  return at < EARLIEST || at >= LATEST ? null : text
}

function readEpoch(value: string | number): string | null | undefined {
  if (readNumber(value) === 0) return null
  const [, seconds, milliseconds = '000'] = epoch.exec(String(value)) ?? []
  return seconds === undefined ? undefined : new Date(Number(seconds + milliseconds)).toISOString()
}

/** The last day that every month has. */
const LAST_COMMON_DAY = 28

function isInCalendar(day: string): boolean {
  // The check takes long, and most days do not need it.
  if (Number(day.slice(-2)) <= LAST_COMMON_DAY) return true
  const midnight = Date.parse(`${day}T00:00Z`)
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day)
}
