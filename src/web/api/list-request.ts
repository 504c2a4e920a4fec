import { bearerHeader } from '#contract/authentication.ts'
import { operations } from '#contract/operations.ts'
import { KEY_PLACE } from '#contract/without-key.ts'
import { listQueryString, type VideoTaskListParams } from '#contract/video-tasks.ts'
import { BASE_URL } from '#web/api/request.ts'

/** A request as it can be told to others. */
export interface ToldRequest {
  method: string
  /** absolute, as the app calls it */
  url: string
  /** without the key */
  authorization: string
}

/**
 * The request by which a page of the list is read (spec: "List video tasks"), without its key.
 *
 * @param base absolute address that the app's own is relative to: that of the page
 */
export function listRequest(params: VideoTaskListParams, base: string): ToldRequest {
  const { method, path } = operations.listVideoTasks
  const url = new URL(`${BASE_URL}${path}${listQueryString(params)}`, base)
  return { method, url: url.href, authorization: bearerHeader(KEY_PLACE) }
}
