import type { VideoTask } from '#contract/video-tasks.ts'
import type { ApiSession } from '#web/api/session.tsx'
import { allVideoTasks, type VideoTaskListReply, videoTasksQuery } from '#web/api/video-tasks.ts'

/** What names a task in a list. */
type TaskName = Pick<VideoTask, 'uuid' | 'id'>

/**
 * Reads the page on screen that a task stands on once more, past the cache, as no operation reads a
 * single task (spec: "Other endpoints: not shown"). The rows on screen are then those of this reply.
 *
 * @returns undefined where the task is on no page on screen, or not any more
 * @throws ApiError where no list came; it is asked for once
 */
export async function readTaskAgain(
  session: ApiSession,
  name: TaskName,
): Promise<VideoTask | undefined> {
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
  if (known === undefined) return undefined
  const query = videoTasksQuery(session, known.params)
  return taskIn(await queryClient.query({ ...query, staleTime: 0, retry: false }), name)
}

function taskIn({ page }: VideoTaskListReply, { uuid, id }: TaskName): VideoTask | undefined {
  const tasks = page.rows.flatMap((row) => (row.kind === 'task' ? row.task : []))
  return tasks.find((task) => (uuid === null ? id !== null && task.id === id : task.uuid === uuid))
}
