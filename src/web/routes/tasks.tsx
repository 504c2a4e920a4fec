import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'

import { listQueryString, readListRequest, listParams } from '#contract/video-tasks.ts'
import { useReplaceKey } from '#web/accounts/manage/account-dialogs.tsx'
import { useAccount } from '#web/accounts/accounts-home.ts'
import { isEarlyReplyShown } from '#web/api/early-reply.ts'
import { prefetchVideoTasks } from '#web/api/video-tasks.ts'
import { readTasksAddress } from '#web/routes/-tasks-address.ts'
import { listViewChoice } from '#web/tasks/views/list-view-choice.ts'
import { readViewOfAddress } from '#web/tasks/views/list-view.ts'
import { readOpenTask } from '#web/tasks/task-address.ts'
import { TasksScreen } from '#web/tasks/tasks-screen.tsx'
import { within } from '#web/ui/within.ts'
import { CreatePosterLink } from '#web/routes/-create-poster-link.tsx'

/** The first render waits for rows at most this long, in milliseconds. A reply that is there takes less than one. */
const FIRST_READ_MS = 2_000

/** /tasks?status=&scene=&page=&page_size=&view=&task= */
export const Route = createFileRoute('/tasks')({
  validateSearch: readTasksAddress,
  // Usually not awaited, so that the request starts while the screen's code loads. No `loaderDeps`: the router
  // would unmount the screen for a moment at every change of the address.
  loader: ({ context, location }) => {
    const session = context.sessions.current()?.session
    if (session === undefined) return undefined
    const { request } = readListRequest(location.search)
    const isOnScreen = isEarlyReplyShown()
    const read = prefetchVideoTasks(session, request)
    // The first render must show the rows that the early screen shows, and not a skeleton.
    return isOnScreen ? within(FIRST_READ_MS, read) : undefined
  },
  component: Tasks,
})

function Tasks() {
  const search = Route.useSearch()
  // The same object until the address changes: effects depend on it.
  const { request, invalid } = useMemo(() => readListRequest(search), [search])
  const open = readOpenTask(search)
  const { view, invalid: invalidView } = readViewOfAddress(search)
  const navigate = useNavigate()
  const { sessions } = Route.useRouteContext()
  const account = useAccount(sessions)
  const replaceKey = useReplaceKey()
  const askForKey = useReplaceKey(true)
  return (
    <TasksScreen
      address={{
        request,
        ignored: [...invalid, ...open.invalid, ...invalidView],
        task: open.task,
        list: `/tasks${listQueryString(request)}`,
        view,
      }}
      navigation={{
        onRequestChange(next) {
          // A new page scrolls to the top. A filter keeps the scroll position, for the next choice.
          const resetScroll = next.pageNumber !== request.pageNumber
          // Before the screen renders for the new address: the request does not wait for that.
          if (account !== null) void prefetchVideoTasks(account.session, next)
          void navigate({ to: '/tasks', search: { ...listParams(next), view }, resetScroll })
        },
        onTaskChange(task, isStep = task === undefined) {
          const next = { ...listParams(request), view, task }
          void navigate({ to: '/tasks', search: next, replace: isStep, resetScroll: false })
        },
        onViewChange(chosen) {
          listViewChoice.set(chosen)
          // A link to the gallery says so. A link to the table shows what its reader has chosen.
          const next = { ...search, view: chosen === 'gallery' ? chosen : undefined }
          void navigate({ to: '/tasks', search: next, replace: true, resetScroll: false })
        },
        onReplaceKey: replaceKey,
        onKeyRefused: askForKey,
      }}
      accountName={account?.name ?? ''}
      createPosterLink={<CreatePosterLink />}
    />
  )
}
