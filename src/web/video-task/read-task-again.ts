import { FIRST_PAGE, type ListRequest, type VideoTask } from '#contract/video-tasks.ts'
import type { ApiSession } from '#web/api/session.tsx'
import {
  allVideoTasks,
  type ListReply,
  readVideoTasks,
  videoTasksQuery,
} from '#web/api/video-tasks.ts'

/** The fields that identify a task in a list. */
type TaskName = Pick<VideoTask, 'uuid' | 'id'>

/** A task that was read again, and its reply. */
interface TaskAgain {
  task: VideoTask
  reply: ListReply
}

/**
 * Reads the page of a task again, without the cache, as no operation reads a single task
 * (spec: "Other endpoints: not shown"). If the page is on screen, its rows are updated from this reply. A task
 * from another page is read on that page. If it is not there any more, the pages beside it are read, as each
 * newer task moves it one position further.
 *
 * @param foundAt the page on which it was found; undefined: it is on screen
 * @returns undefined if the task was not found
 * @throws ApiError if no list arrived; each page is requested once
 */
export async function readTaskAgain(
  session: ApiSession,
  name: TaskName,
  foundAt?: ListRequest,
): Promise<TaskAgain | undefined> {
  const { queryClient } = session
  const known = queryClient
    .getQueriesData<ListReply>({
      queryKey: allVideoTasks(session),
      type: 'active',
      // The query keys of totals and lookups have a string in this position.
      predicate: ({ queryKey }) => typeof queryKey[2] === 'object',
    })
    .flatMap(([, reply]) => reply ?? [])
    .find((reply) => taskIn(reply, name) !== undefined)
  if (known !== undefined) {
    const query = videoTasksQuery(session, known.request)
    return seenIn(await queryClient.query({ ...query, staleTime: 0, retry: false }), name)
  }
  if (foundAt === undefined) return undefined
  const { pageNumber: page } = foundAt
  for (const near of [page, page + 1, page - 1]) {
    if (near < FIRST_PAGE) continue
    const reply = await readVideoTasks(session, { ...foundAt, pageNumber: near }, session.signal)
    const seen = seenIn(reply, name)
    if (seen !== undefined) return seen
  }
  return undefined
}

function seenIn(reply: ListReply, name: TaskName): TaskAgain | undefined {
  const task = taskIn(reply, name)
  return task && { task, reply }
}

function taskIn({ rows }: ListReply, { uuid, id }: TaskName): VideoTask | undefined {
  const tasks = rows.flatMap((row) => (row.kind === 'task' ? row.task : []))
  return tasks.find((task) => (uuid === null ? id !== null && task.id === id : task.uuid === uuid))
}
