import { FIRST_PAGE, type VideoTask, type VideoTaskListParams } from '#contract/video-tasks.ts'
import type { ApiSession } from '#web/api/session.tsx'
import {
  allVideoTasks,
  readVideoTasks,
  type VideoTaskListReply,
  videoTasksQuery,
} from '#web/api/video-tasks.ts'

/** What names a task in a list. */
type TaskName = Pick<VideoTask, 'uuid' | 'id'>

/** A task as it was read again, and the reply that brought it. */
export interface TaskAgain {
  task: VideoTask
  reply: VideoTaskListReply
}

/**
 * Reads the page that a task stands on once more, past the cache, as no operation reads a single task
 * (spec: "Other endpoints: not shown"). Where that is on screen, the rows there are then those of this
 * reply. What was found elsewhere is read where it was found, and where it is not there any more, on the
 * pages beside that: a newer task moves it one place on.
 *
 * @param foundAt the page that it was found on; undefined: it is on screen
 * @returns undefined where the task is not there, or not any more
 * @throws ApiError where no list came; each page is asked for once
 */
export async function readTaskAgain(
  session: ApiSession,
  name: TaskName,
  foundAt?: VideoTaskListParams,
): Promise<TaskAgain | undefined> {
  const { queryClient } = session
  const known = queryClient
    .getQueriesData<VideoTaskListReply>({
      queryKey: allVideoTasks(session),
      type: 'active',
      // Totals and lookups have a word in this place.
      predicate: ({ queryKey }) => typeof queryKey[2] === 'object',
    })
    .flatMap(([, reply]) => reply ?? [])
    .find((reply) => taskIn(reply, name) !== undefined)
  if (known !== undefined) {
    const query = videoTasksQuery(session, known.params)
    return seenIn(await queryClient.query({ ...query, staleTime: 0, retry: false }), name)
  }
  if (foundAt === undefined) return undefined
  const { page } = foundAt
  for (const near of [page, page + 1, page - 1]) {
    if (near < FIRST_PAGE) continue
    const reply = await readVideoTasks(session, { ...foundAt, page: near }, session.signal)
    const seen = seenIn(reply, name)
    if (seen !== undefined) return seen
  }
  return undefined
}

function seenIn(reply: VideoTaskListReply, name: TaskName): TaskAgain | undefined {
  const task = taskIn(reply, name)
  return task && { task, reply }
}

function taskIn({ page }: VideoTaskListReply, { uuid, id }: TaskName): VideoTask | undefined {
  const tasks = page.rows.flatMap((row) => (row.kind === 'task' ? row.task : []))
  return tasks.find((task) => (uuid === null ? id !== null && task.id === id : task.uuid === uuid))
}
