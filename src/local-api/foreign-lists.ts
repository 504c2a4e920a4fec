import type { ListRequest, VideoTaskListPayload } from '#contract/video-tasks.ts'
import { jsonReply, rawReply, successReply } from '#local-api/replies.ts'
import type { Behaviour } from '#local-api/sentinels.ts'

/** What a foreign list depends on besides the tasks of its account. */
interface ListParts {
  request: ListRequest
  /** where the clips are served */
  origin: string
  /** milliseconds since 1970 */
  now: number
}

/** Pages of the list as services of the world write them, where the specification is silent or they differ from it. */
const FOREIGN: {
  readonly [Name in Behaviour]?: (payload: VideoTaskListPayload, parts: ListParts) => Response
} = {
  // Go
  'list-null': ({ page, page_size }) => successReply({ list: null, total: 0, page, page_size }),
  // PHP
  'list-left-out': () => successReply([]),
  // Java: a reader would round long numbers
  texts: ({ list, total, page, page_size }) =>
    jsonReply(200, {
      code: '200',
      message: 'success',
      data: {
        list: list.map((record) => ({
          ...record,
          id: String(LONG_ID + BigInt(record.id)),
          price: String(record.price),
        })),
        total: String(total),
        page: String(page),
        page_size: String(page_size),
      },
    }),
  'wrong-total': (payload) => successReply({ ...payload, total: Math.min(payload.total, 5) }),
  odd: (payload, { request, origin }) =>
    successReply({ ...payload, ...pageOf(oddRecords(origin), request) }),
  foreign(payload, { request, origin, now }) {
    const data = { ...payload, ...pageOf(foreignRecords(origin, now), request) }
    const body = JSON.stringify({ code: 200, message: 'success', data })
    // Python writes NaN, for which JSON has no number.
    return rawReply(body.replace(`"${NAN}"`, 'NaN'))
  },
}

/**
 * The list of an account that is not answered as specified.
 *
 * @returns undefined: the account is answered as specified
 */
export function foreignList(
  behaviour: Behaviour | null,
  payload: VideoTaskListPayload,
  parts: ListParts,
): Response | undefined {
  return behaviour === null ? undefined : FOREIGN[behaviour]?.(payload, parts)
}

/** A page of records, regardless of filters. */
function pageOf(records: readonly unknown[], { pageNumber, pageSize }: ListRequest) {
  const start = (pageNumber - 1) * pageSize
  return { list: records.slice(start, start + pageSize), total: records.length }
}

/** A double would round it. */
const LONG_ID = 1_800_770_831_988_789_248n

const NAN = 'not a number'

const HOUR = 3_600_000

function foreignRecords(origin: string, now: number): unknown[] {
  const video_url = `${origin}/media/silk.webm`
  const iso = (at: number) => new Date(at).toISOString()
  const day = iso(now - 50 * HOUR).slice(0, 10)
  const created_at = `${day}T10:00:00Z`
  const ended = { updated_at: `${day}T10:00:41Z`, completed_at: `${day}T10:00:41Z` }
  const task = (n: number) => ({
    id: n,
    uuid: `0f0e0000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    price: 10,
    created_at,
  })
  return [
    // texts that mean nothing: completed, and in progress
    { ...task(1), ...ended, video_url, error_msg: 'None' },
    { ...task(2), ...ended, video_url, error_msg: 'success' },
    { ...task(3), video_url: 'None', error_msg: ' ', completed_at: '0001-01-01T00:00:00Z' },
    { ...task(4), video_url: '[]', error_msg: 'null', completed_at: '1970-01-01T00:00:00Z' },
    // times as other languages write them, and that of another clock
    { ...task(5), ...ended, video_url, error_msg: '', created_at: `${day} 09:59:00 +0000 UTC` },
    { ...task(6), ...ended, video_url, created_at: ` ${day}T09:58:00,250Z ` },
    { ...task(7), video_url: null, error_msg: null, created_at: iso(now + 8 * HOUR) },
    // the colours of a terminal, and a number that is none
    {
      ...task(8),
      error_msg: '\u001b[31mRuntimeError\u001b[0m: no face found in \u001b[1mface.jpg\u001b[22m',
    },
    { ...task(9), ...ended, video_url, price: NAN },
  ]
}

const TIMES = {
  created_at: '2026-01-05T10:00:00Z',
  updated_at: '2026-01-05T10:00:41Z',
  completed_at: '2026-01-05T10:00:41Z',
}

/**
 * Records that no service should send, but some do. A reader must handle them.
 *
 * @param origin where the clips are served
 */
function oddRecords(origin: string): unknown[] {
  const video_url = `${origin}/media/silk.webm`
  const uuid = (n: number) => `0dd00000-0000-4000-8000-${String(n).padStart(12, '0')}`
  const task = (n: number) => ({ id: n, uuid: uuid(n), price: 10, ...TIMES })
  const failed = (n: number, error_msg: unknown) => ({
    ...task(n),
    completed_at: null,
    video_url: null,
    error_msg,
  })
  return [
    // only a uuid; then every field null, empty, or of another type
    { uuid: uuid(1) },
    { id: null, uuid: uuid(2), price: null, created_at: null, updated_at: null, video_url: null },
    { ...task(3), video_url: '', error_msg: '', completed_at: '' },
    {
      id: 'four',
      uuid: uuid(4),
      price: 'ten',
      created_at: { seconds: 1767607200 },
      video_url: ['x'],
      error_msg: { a: 1 },
    },
    // fields and words that the specification does not list
    { ...task(5), completed_at: null, status: 'created', scene: 'wedding' },
    { ...task(6), video_url, thumbnail: { width: 360 }, tags: ['a', 'b'], owner: null },
    // texts that must stay texts
    failed(7, '<img src=x onerror="alert(1)"><b>bold</b> &amp; <script>alert(2)</script>'),
    failed(8, 'Cannot read \u202Egpj.exe\u202C: \u0007not an image\u0000\u2028\u200Bend'),
    failed(9, 'The renderer said no. '.repeat(250).slice(0, 5000)),
    // addresses that must not become links
    { ...task(10), video_url: 'javascript:alert(document.domain)' },
    { ...task(11), video_url: 'data:text/html,<script>alert(1)</script>' },
    { ...task(12), video_url: 'not a url' },
    // contradictions
    { ...task(13), video_url, error_msg: 'Finished with a warning: the last frame was dropped.' },
    { ...task(14), video_url, completed_at: '2026-01-05T09:59:00Z' },
    { ...task(15), video_url, created_at: '2026-02-31T25:00:00Z', price: -1.5 },
    // the same task twice, and values that are not records
    { ...task(16), video_url },
    { ...task(16), video_url },
    null,
    'a record that is a text',
    [],
  ]
}
