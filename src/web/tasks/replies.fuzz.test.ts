import { expect, test } from 'vitest'

import { readReceivedList, readTime } from '#contract/read-video-tasks.ts'
import { isNoError, isNothing, withoutTerminalCodes } from '#contract/envelope.ts'
import { readPosterTaskCreated } from '#contract/poster-tasks.ts'
import type { ReceivedList, VideoTask } from '#contract/video-tasks.ts'
import { ApiError } from '#web/api/api-error.ts'
import { readReply } from '#web/api/request.ts'
import { IS_FULL } from '#web/api/test-full.fixture.ts'
import { formatJson } from '#web/format/json-text.ts'
import { firstLine, showUntrusted } from '#web/format/untrusted-text.ts'
import { mutatedBody, RECORD_FIELDS } from '#web/tasks/odd-bodies.fixture.ts'
import { elapsedMs } from '#web/task-list/elapsed.ts'
import { listPage } from '#web/task-list/list-page.ts'

/** The number of bodies. Each is made from its number alone, so that it can be reproduced. */
const BODIES = Number(process.env['PROVE_FUZZ_BODIES'] ?? (IS_FULL ? 100_000 : 5_000))

/** The number of the first body. By default it is different in each run. */
const FIRST = Number(process.env['PROVE_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

const properties = {
  id: 'id',
  uuid: 'uuid',
  price: 'price',
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  completed_at: 'completedAt',
  video_url: 'videoUrl',
  error_msg: 'errorMsg',
  status: 'status',
  scene: 'scene',
} as const satisfies Record<(typeof RECORD_FIELDS)[number], keyof VideoTask>

/** Counts over all bodies. */
const counted = { bodies: 0, unreadable: 0, lists: 0, rows: 0, kept: 0, flagged: 0, thrown: 0 }

/** Whether a value says that its field has none. */
function meansNothing(sent: unknown, field: (typeof RECORD_FIELDS)[number]): boolean {
  if (sent === undefined || sent === null || sent === '') return true
  if (field.endsWith('_at') && readTime(sent) === null) return true
  if (typeof sent === 'string') {
    return isNothing(sent) || (field === 'error_msg' && isNoError(withoutTerminalCodes(sent)))
  }
  const isEmpty = sent === false || sent === 0 || ['[]', '{}'].includes(formatJson(sent))
  return isEmpty && (field === 'error_msg' || field === 'video_url')
}

/** The defect of a field that was read, or undefined. */
function faultOfField(task: VideoTask, field: (typeof RECORD_FIELDS)[number]): string | undefined {
  const value = task[properties[field]]
  const sent: unknown = Object.getOwnPropertyDescriptor(task.raw, field)?.value
  if (task.unreadFields.includes(field) !== (value === null && !meansNothing(sent, field)))
    return `${field}: not flagged as it should be`
  if (value === null) return undefined
  if (typeof value === 'number' || typeof value === 'bigint') {
    // A text is read as the number that it spells.
    const isSame = typeof sent === 'string' ? Number(sent) === Number(value) : sent === value
    return isSame && Number.isFinite(Number(value)) ? undefined : `${field}: another number`
  }
  if (field.endsWith('_at'))
    return Number.isNaN(Date.parse(value)) ? `${field}: no time` : undefined
  return value === sent || value === withoutTerminalCodes(String(sent))
    ? undefined
    : `${field}: another text`
}

/** The defect of a page that was read, or undefined. */
function faultOfPage(page: ReceivedList, list: readonly unknown[]): string | undefined {
  const flagged = page.rows.filter(({ kind }) => kind === 'unreadable').length
  const kept = page.rows.filter(({ kind }) => kind === 'task').length
  counted.rows += list.length
  counted.kept += kept
  counted.flagged += flagged
  if (kept + flagged !== list.length) return 'rows kept and rows flagged are not the rows that came'
  for (const [index, row] of page.rows.entries()) {
    const raw = row.kind === 'task' ? row.task.raw : row.raw
    if (raw !== list[index]) return `row ${index} is not where it was`
    formatJson(raw)
    if (row.kind === 'unreadable') continue
    for (const field of RECORD_FIELDS) {
      const fault = faultOfField(row.task, field)
      if (fault !== undefined) return `row ${index}, ${fault}`
    }
    elapsedMs(row.task.createdAt, row.task.completedAt)
    showUntrusted(firstLine(row.task.errorMsg ?? ''), 200)
  }
  for (const request of [
    { pageNumber: 1, pageSize: 20 },
    { pageNumber: 3, pageSize: 5 },
  ]) {
    const { rows, pageCount, empty } = listPage({ ...page, request, readAt: 0 })
    if (rows.length !== Math.min(list.length, request.pageSize))
      return 'rows were lost on the way to the screen'
    if ((empty === undefined) !== rows.length > 0) return 'the list is not what it says'
    if (new Set(rows.map(({ key }) => key)).size !== rows.length) return 'two rows have one key'
    if (pageCount !== null && !(Number.isSafeInteger(pageCount) && pageCount > 0))
      return 'a broken page count'
  }
  return undefined
}

/** The defect in how a body was read, or undefined. */
function faultOfBody(text: string): string | undefined {
  counted.bodies += 1
  try {
    const data = readReply({
      status: 200,
      retryAfter: null,
      notSent: false,
      hostErrorCode: null,
      body: text,
    })
    const isObject = typeof data === 'object' && data !== null
    const list: unknown = isObject
      ? Object.getOwnPropertyDescriptor(data, 'list')?.value
      : undefined
    const page = readReceivedList(data)
    readPosterTaskCreated(data)
    // Nothing in the place of the list may be an empty list.
    if (!Array.isArray(list)) return (page?.rows.length ?? 0) > 0 ? 'rows of no list' : undefined
    if (page === undefined) return 'a list that was not read'
    counted.lists += 1
    return faultOfPage(page, list)
  } catch (error) {
    if (error instanceof ApiError) {
      counted.unreadable += 1
      return undefined
    }
    counted.thrown += 1
    return String(error)
  }
}

test(
  `reads ${BODIES} bodies without throwing, and loses no row`,
  ({ task }) => {
    const startedAt = new Date()
    let failed = ''
    for (let seed = FIRST; seed < FIRST + BODIES && failed === ''; seed += 1) {
      const text = mutatedBody(seed)
      const fault = faultOfBody(text)
      if (fault !== undefined) failed = `body ${seed}: ${fault}\n${text}`
    }
    Object.assign(task.meta, { proof: proof(startedAt) })
    expect(failed).toBe('')
    // If most bodies are unreadable, this test proves nothing.
    expect(counted.rows).toBeGreaterThan(BODIES)
  },
  Math.max(60_000, BODIES),
)

/** The counts, in the form that `npm run prove` finds in Vitest's report. */
function proof(startedAt: Date) {
  const { bodies, unreadable, lists, rows, kept, flagged, thrown } = counted
  return {
    title: 'Whatever body comes, every row of it is kept or flagged',
    done: 'Bodies made from the grammar of envelopes and records, then mutated (fields dropped, retyped, nested; text cut off; odd strings; huge numbers), were read as the page reads them.',
    figures: [
      { label: 'number of the first body, which it is made from', value: FIRST },
      { label: 'bodies read', value: bodies, expected: { is: BODIES } },
      { label: 'of them told to be unreadable, or an error', value: unreadable },
      { label: 'of them with a list', value: lists, expected: { atLeast: BODIES / 10 } },
      { label: 'of them that threw anything else', value: thrown, expected: { is: 0 } },
      { label: 'rows that came in lists', value: rows, expected: { atLeast: BODIES } },
      { label: 'rows kept', value: kept },
      { label: 'rows flagged as unreadable', value: flagged },
      { label: 'rows lost', value: rows - kept - flagged, expected: { is: 0 } },
    ],
    seed: FIRST,
    startedAt: startedAt.toISOString(),
    seconds: (Date.now() - startedAt.getTime()) / 1000,
  }
}
