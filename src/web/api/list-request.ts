import { bearerHeader } from '#contract/authentication.ts'
import { operations } from '#contract/operations.ts'
import { KEY_PLACE } from '#contract/without-key.ts'
import { listQueryString, type ListRequest } from '#contract/video-tasks.ts'
import { BASE_URL } from '#web/api/exchange.ts'

/** A request in a form that is safe to share. */
export interface ToldRequest {
  method: string
  /** the absolute address that the app requests */
  url: string
  /** has a placeholder instead of the key */
  authorization: string
}

/**
 * The request that reads a page of the list (spec: "List video tasks"), without the key.
 *
 * @param base the absolute address of the page, which resolves the app's relative addresses
 */
export function listRequest(request: ListRequest, base: string): ToldRequest {
  const { method, path } = operations.listVideoTasks
  const url = new URL(`${BASE_URL}${path}${listQueryString(request)}`, base)
  return { method, url: url.href, authorization: bearerHeader(KEY_PLACE) }
}
