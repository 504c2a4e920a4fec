import { readReceivedList } from '#contract/read-video-tasks.ts'
import { DEFAULT_LIST_REQUEST } from '#contract/video-tasks.ts'
import type { ListReply } from '#web/api/video-tasks.ts'

/** The reply that the app makes of a payload. @param more what differs from a reply of the default request at 0 */
export function replyTo(
  payload: Readonly<Record<string, unknown>>,
  more: Partial<ListReply> = {},
): ListReply {
  const request = more.request ?? DEFAULT_LIST_REQUEST
  const received = readReceivedList(payload, request)
  if (received === undefined) throw new Error('the payload is not readable')
  return { ...received, request, readAt: 0, ...more }
}
