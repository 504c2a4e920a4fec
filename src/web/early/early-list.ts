import { isSuccess } from '#contract/envelope.ts'
import { readReceivedList } from '#contract/read-video-tasks.ts'
import type { EarlyRequest } from '#web/early/early-reply.ts'
import { parseExactJson } from '#web/api/exact-json.ts'
import type { ListReply } from '#web/api/video-tasks.ts'
import { parseAddress } from '#web/format/address.ts'
import { listPage } from '#web/task-list/list-page.ts'
import { LIST_VIEW_ENTRY, type ListView, readListView } from '#web/tasks/views/list-view.ts'
import { readTasksAddress, type TasksAddress } from '#web/tasks/tasks-address.ts'
import { readChoice } from '#web/ui/kept-choices.ts'

/** What the address of the page asks for. */
export interface EarlyAddress extends TasksAddress {
  /** the view of the address, or else the one that was chosen last; only the app shows the gallery */
  view: ListView
}

/** Reads the address of the page. */
export function readLocation(): EarlyAddress {
  const address = readTasksAddress(parseAddress(location.search))
  return { ...address, view: address.view ?? readListView(readChoice(LIST_VIEW_ENTRY)) }
}

/**
 * Reads rows from the result of a request.
 *
 * @param address what was asked for
 * @returns undefined if the app would show more than rows, or something else
 */
export function readRows(
  result: Awaited<EarlyRequest['result']>,
  { request, ignored, view }: EarlyAddress,
): ListReply | undefined {
  // Only the app says what it ignores.
  if (ignored.length > 0 || view !== 'table' || !('reply' in result)) return undefined
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
