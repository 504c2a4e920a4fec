import { isRecord } from '#contract/record.ts'
import { mayHaveKey } from '#contract/without-key.ts'
import {
  FIRST_PAGE,
  type ListRequest,
  TASK_SCENES,
  TASK_STATUS,
  TASK_STATUSES,
  type TaskScene,
  type TaskStatus,
} from '#contract/video-tasks.ts'
import type { RawReply } from '#web/api/send.ts'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { isAhead } from '#web/format/time.ts'
import { CELL_LENGTH, firstLine, showUntrusted } from '#web/format/untrusted-text.ts'

/*
 * Replies that need no second look: those that follow the specification to the letter. The screen before React shows these
 * alone, so that it can do without the app's readers. It says of them what the app says (plain-list.test.ts).
 */

/** What the screen before React shows of a task. */
export interface PlainTask {
  uuid: string
  id: number | null
  /** null: not yet completed or failed */
  status: TaskStatus | null
  scene: TaskScene | null
  price: number | null
  /** milliseconds since the epoch */
  createdAt: number
  isElapsed: boolean
  hasVideo: boolean
  /** what is shown of it; '': none */
  error: string
}

/** A page of a plain list. */
export interface PlainList {
  /** at least one */
  tasks: readonly PlainTask[]
  /** null without a total */
  pageCount: number | null
}

/** It has a digit, as no word for "none" has. */
const ID = /^(?=.*\d)[\w-]{1,64}$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/
/** Two words, or many letters of Chinese: more than any text that means "no error". */
const REASON = /\p{L}{3}[ _]\p{L}{3}|\p{Script=Han}{7}/u
/** A text with codes for a terminal has one of these. */
const CODES = ['[', '\u001b', '\u009b']

/**
 * Reads the reply to a list request.
 *
 * @returns undefined if anything in it needs the app
 */
export function readPlainList(
  { response: { ok }, body }: RawReply,
  apiKey: string,
  { status, pageNumber, pageSize }: ListRequest,
): PlainList | undefined {
  if (!ok || mayHaveKey(body, apiKey)) return undefined
  const { code, data } = recordOf(jsonOf(body))
  const { list, total = null, page = pageNumber, page_size: size = pageSize } = recordOf(data)
  const isAsAsked = code === 200 && page === pageNumber && size === pageSize
  if (!isAsAsked || !Array.isArray(list) || list.length > pageSize) return undefined
  const tasks = list
    .map((record) => readPlainTask(recordOf(record), status))
    .filter((task) => task !== undefined)
  const isWhole = tasks.length > 0 && new Set(tasks.map(({ uuid }) => uuid)).size === list.length
  const least = (pageNumber - FIRST_PAGE) * pageSize + list.length
  if (!isWhole || !(total === null || (isCount(total) && total >= least))) return undefined
  return { tasks, pageCount: total === null ? null : Math.ceil(total / pageSize) }
}

const FIELDS = 'uuid id price scene created_at completed_at video_url error_msg status'.split(' ')

function readPlainTask(
  record: Readonly<Record<string, unknown>>,
  filter: TaskStatus | undefined,
): PlainTask | undefined {
  // An empty text is how some services write "none".
  const [uuid, id, price, scene, created, completed, video, error, said] = FIELDS.map((name) =>
    record[name] === '' ? null : (record[name] ?? null),
  )
  const [createdAt, completedAt] = [created, completed].map(timeOf)
  const hasVideo = typeof video === 'string' && safeHttpUrl(video) !== undefined
  const hasError = isText(error, REASON) && !CODES.some((code) => error.includes(code))
  const isPlain =
    isText(uuid, ID) &&
    (id === null || isCount(id)) &&
    (price === null || isCount(price)) &&
    (scene === null || isOneOf(TASK_SCENES, scene)) &&
    createdAt !== undefined &&
    (completed === null || completedAt !== undefined) &&
    (video === null || hasVideo) &&
    (error === null || hasError)
  if (!isPlain) return undefined
  const inferred = (hasError && TASK_STATUS.failed) || (hasVideo && TASK_STATUS.completed) || null
  const status = said ?? filter ?? inferred
  if (status !== null && !isOneOf(TASK_STATUSES, status)) return undefined
  return {
    uuid,
    id,
    status,
    scene,
    price,
    createdAt,
    isElapsed: completedAt !== undefined && completedAt >= createdAt,
    hasVideo,
    error: hasError ? showUntrusted(firstLine(error), CELL_LENGTH) : '',
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function isText(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value)
}

function isOneOf<Value>(values: readonly Value[], value: unknown): value is Value {
  return values.some((one) => one === value)
}

/** A past point in time of the calendar, in milliseconds since the epoch. */
function timeOf(value: unknown): number | undefined {
  if (!isText(value, TIME)) return undefined
  const at = Date.parse(value)
  const isInCalendar = at > 0 && new Date(at).toISOString().slice(0, 19) === value.slice(0, 19)
  return isInCalendar && !isAhead(at, Date.now()) ? at : undefined
}
