import { isSuccess } from '#contract/envelope.ts'
import { readReceivedList } from '#contract/read-video-tasks.ts'
import { readListRequest, type ListRequest } from '#contract/video-tasks.ts'
import type { EarlyRequest } from '#web/api/early-reply.ts'
import { parseExactJson } from '#web/api/exact-json.ts'
import type { ListReply } from '#web/api/video-tasks.ts'
import { parseAddress } from '#web/format/address.ts'
import { listPage } from '#web/tasks/list-page.ts'
import {
  LIST_VIEW_ENTRY,
  type ListView,
  readListView,
  readViewOfAddress,
} from '#web/tasks/views/list-view.ts'
import { readOpenTask } from '#web/tasks/task-address.ts'
import { readChoice } from '#web/ui/kept-choices.ts'

/** What the address of the page asks for. */
export interface EarlyAddress {
  request: ListRequest
  /** the name of the task whose details it opens; undefined: none */
  task: string | undefined
  /** a part of it is invalid, which only the app says */
  isOdd: boolean
  /** only the app shows the gallery */
  view: ListView
}

/** Reads the address of the page. */
export function readLocation(): EarlyAddress {
  const search = parseAddress(location.search)
  const { request, invalid } = readListRequest(search)
  const open = readOpenTask(search)
  const { view, invalid: invalidView } = readViewOfAddress(search)
  return {
    request,
    task: open.task,
    isOdd: invalid.length + open.invalid.length + invalidView.length > 0,
    view: view ?? readListView(readChoice(LIST_VIEW_ENTRY)),
  }
}

/**
 * Reads rows from the result of a request.
 *
 * @param address what was asked for
 * @returns undefined if the app would show more than rows, or something else
 */
export function readRows(
  result: Awaited<EarlyRequest['result']>,
  { request, isOdd, view }: EarlyAddress,
): ListReply | undefined {
  if (isOdd || view !== 'table' || !('reply' in result)) return undefined
  const { reply, arrivedAt } = result
  try {
    const json = parseExactJson(reply.body)
    const received = isSuccess(reply.status, json)
      ? readReceivedList(json['data'], request)
      : undefined
    if (received === undefined) return undefined
    const read = { ...received, request, readAt: arrivedAt }
    const { empty, mismatches } = listPage(read)
    return empty === undefined && mismatches.length === 0 ? read : undefined
  } catch {
    // The app reads it again, and says what is wrong.
    return undefined
  }
}
