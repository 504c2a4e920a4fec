import type { ListRequest, VideoTaskListPayload } from '#contract/video-tasks.ts'
import { jsonReply, successReply } from '#local-api/replies.ts'
import type { Behaviour } from '#local-api/sentinels.ts'

/**
 * A page of the list as services of the world write it, where the specification is silent or they differ from it.
 *
 * @param origin where the clips are served
 * @returns undefined: the account is answered as specified
 */
export function foreignList(
  behaviour: Behaviour | null,
  payload: VideoTaskListPayload,
  { request, origin, now }: { request: ListRequest; origin: string; now: number },
): Response | undefined {
  const { list, total, page, page_size } = payload
  switch (behaviour) {
    case 'list-null':
      // Go
      return successReply({ list: null, total: 0, page, page_size })
    case 'list-left-out':
      // PHP
      return successReply([])
    case 'texts':
      // Java: a reader would round long numbers
      return jsonReply(200, {
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
      })
    case 'wrong-total':
      return successReply({ ...payload, total: Math.min(total, 5) })
    case 'foreign': {
      const records = foreignRecords(origin, now)
      const start = (request.pageNumber - 1) * request.pageSize
      const data = {
        ...payload,
        list: records.slice(start, start + request.pageSize),
        total: records.length,
      }
      // Python writes NaN, for which JSON has no number.
      const body = JSON.stringify({ code: 200, message: 'success', data }).replace(
        `"${NAN}"`,
        'NaN',
      )
      return new Response(body, {
        headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
      })
    }
    case 'forbidden':
    case 'rate-limited':
    case 'down':
    case 'html':
    case 'slow':
    case 'held':
    case 'odd':
    case 'refuses-creations':
    case 'code-word':
    case null:
      return undefined
  }
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
