import { readNumber, readWholeNumber } from '#contract/exact-number.ts'
import { readTime } from '#contract/iso-time.ts'
import { isNoError, isNothing } from '#contract/nothing.ts'
import { isRecord } from '#contract/record.ts'
import { withoutTerminalCodes } from '#contract/terminal-codes.ts'
import {
  DEFAULT_LIST_REQUEST,
  FIRST_PAGE,
  type VideoTask,
  type ListRequest,
  type ReceivedList,
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
