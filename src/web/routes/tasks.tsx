import {
  createFileRoute,
  redirect,
  type SearchSchemaInput,
  useNavigate,
  useRouter,
  useRouterState,
} from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'

import { DEFAULT_LIST_REQUEST, FIRST_PAGE, hasFilter } from '#contract/video-tasks.ts'
import { useReplaceKey } from '#web/accounts/manage/account-dialogs.tsx'
import { useAccount } from '#web/accounts/account-services.ts'
import { prefetchVideoTasks } from '#web/api/video-tasks.ts'
import { chooseListView } from '#web/tasks/views/list-view-choice.ts'
import { prefetchRows, readRowsAhead } from '#web/task-list/rows-source.ts'
import {
  NO_SEARCH,
  type SearchReader,
  statusIn,
  withSearchReader,
} from '#web/task-list/search/search-address.ts'
import { PendingList } from '#web/tasks/pending-list.ts'
import {
  readTasksAddress,
  readTasksLink,
  searchForTask,
  type TasksAddress,
  tasksParams,
  type TasksParams,
  type TasksPlace,
} from '#web/task-list/tasks-address.ts'
import { TasksScreen } from '#web/tasks/tasks-screen.tsx'
import { HOLD_MS, withTimeout } from '#web/ui/with-timeout.ts'
import { useOtherAccounts } from '#web/routes/-other-accounts.ts'
import { TaskMarkingProvider } from '#web/routes/-task-marking.tsx'
import { LendButton } from '#web/routes/-lend-button.tsx'
import { CreatePosterLink } from '#web/routes/-create-poster-link.tsx'

/** The first render waits for rows at most this long, in milliseconds. A reply that is there takes less than one. */
const FIRST_READ_MS = 2_000

/** /tasks?status=&scene=&page=&page_size=&view=&task= */
export const Route = createFileRoute('/tasks')({
  // One object: the router writes back only texts and numbers, so the raw values stay in the address.
  validateSearch: (raw: TasksParams & SearchSchemaInput) => ({
    address: readTasksAddress({ ...raw }),
  }),
  // The router shows the new address when this resolves. With the rows at hand, that takes one commit.
  beforeLoad: ({ search: { address }, cause, context: { services, early }, abortController }) => {
    const { request, search } = address
    const session = cause === 'stay' ? services.sessions.current()?.session : undefined
    const context = { request, isSearch: search !== undefined }
    const readAhead = () => {
      // The early screen may have asked for them, when a filter was pressed there.
      const how = { signal: abortController.signal, takeResult: early.takeResult }
      const read = session && readRowsAhead(session, request, search, how)
      return read === undefined ? context : withTimeout(HOLD_MS, read).then(() => context)
    }
    if (search === undefined) return readAhead()
    return statusIn(search.text).then((typed) => {
      if (typed !== undefined) {
        const { status, text } = typed
        const change = { request: { ...request, status }, search: { ...search, text } }
        const to = tasksParams({ ...address, ...change })
        redirect({ to: '/tasks', search: to, resetScroll: false, throw: true })
      }
      return readAhead()
    })
  },
  // Usually not awaited, so that the request starts while the screen's code loads. No `loaderDeps`: the router
  // would unmount the screen for a moment at every change of the address.
  loader: ({ context: { services, request, isSearch, early } }) => {
    const session = services.sessions.current()?.session
    if (session === undefined || isSearch) return undefined
    const isOnScreen = early.isReplyShown()
    const read = prefetchVideoTasks(session, request, early.takeResult)
    // The first render must show the rows that the early screen shows, and not a skeleton.
    return isOnScreen ? withTimeout(FIRST_READ_MS, read) : undefined
  },
  component: Tasks,
})

function Tasks() {
  const { address } = Route.useSearch()
  const router = useRouter()
  const navigate = useNavigate()
  const account = useAccount()
  const replaceKey = useReplaceKey()
  const askForKey = useReplaceKey('refused')
  const pending = () => pendingAddress(router.state.location) ?? address
  /** Goes to a list. The view stays, unless another one is given. */
  function show(to: TasksPlace, { resetScroll = false, replace = false } = {}) {
    const search = tasksParams({ view: pending().view, ...to })
    void navigate({ to: '/tasks', search, replace, resetScroll })
  }
  /** Changes the list. A status is the filter or in the search, so with both the code that reads searches comes first. */
  function change(
    to: (before: TasksAddress) => TasksPlace & Pick<TasksAddress, 'request'>,
    resetScroll = false,
  ) {
    const go = (terms?: SearchReader) => {
      const before = pending()
      const { request, search = NO_SEARCH } = to(before)
      const next = { ...request, text: search.text }
      const { status, text } =
        terms?.oneStatus({ ...before.request, text: before.search?.text ?? '' }, next) ?? next
      show({ request: { ...request, status }, search: { ...search, text } }, { resetScroll })
    }
    if (to(pending()).search === undefined) go()
    else withSearchReader(go)
  }
  const wholeAccount = searchForOpenTask(address)
  return (
    <PendingAddress shown={address}>
      <TaskMarkingProvider>
        <TasksScreen
          address={address}
          navigation={{
            onRequestChange(next) {
              const { request, search } = pending()
              // A new page scrolls to the top. A filter keeps the scroll position, for the next choice.
              const resetScroll = next.pageNumber !== request.pageNumber
              // Before the screen renders for the new address: the request does not wait for that.
              if (account !== null) void prefetchRows(account.session, next, search)
              change(() => ({ request: next, search }), resetScroll)
            },
            onSearchChange(next) {
              change(({ request, search = NO_SEARCH }) => ({
                request: { ...request, pageNumber: FIRST_PAGE },
                search: next(search),
              }))
            },
            onSavedView(saved) {
              show(readTasksLink(saved))
            },
            onTaskChange(task, isStep = task === undefined) {
              show({ ...pending(), task }, { replace: isStep })
            },
            onTaskSearch: wholeAccount && (() => show(wholeAccount, { resetScroll: true })),
            async onViewChange(chosen) {
              await chooseListView(chosen)
              // Meanwhile the person may have gone to another screen.
              if (pendingAddress(router.state.location) === undefined) return
              // A link to the gallery says so. A link to the table shows what its reader has chosen.
              const view = chosen === 'gallery' ? chosen : undefined
              show({ ...pending(), view }, { replace: true })
            },
            renderLendButton: (tasks) => <LendButton tasks={tasks} />,
            onReplaceKey: replaceKey,
            onKeyRefused: askForKey,
          }}
          accountName={account?.name ?? ''}
          otherAccounts={useOtherAccounts()}
          createPosterLink={<CreatePosterLink />}
        />
      </TaskMarkingProvider>
    </PendingAddress>
  )
}

/** The search of the whole account for the open task; undefined: no task is open, or the address is that search. */
function searchForOpenTask({ task, request, search }: TasksAddress): TasksPlace | undefined {
  if (task === undefined) return undefined
  const wanted = searchForTask(task)
  if (search?.text === wanted.text && !hasFilter(request)) return undefined
  const { pageSize } = request
  return { request: { ...DEFAULT_LIST_REQUEST, pageSize }, search: wanted, task }
}

/** Holds the pending address. While it is read, the screen has the address before. */
function PendingAddress({ shown, children }: { shown: TasksAddress; children: ReactNode }) {
  const location = useRouterState({ select: (state) => state.location })
  const pending = useMemo(() => pendingAddress(location) ?? shown, [location, shown])
  return <PendingList value={pending}>{children}</PendingList>
}

/** The address of a location; undefined: another screen. */
function pendingAddress(at: Record<'pathname' | 'searchStr', string>): TasksAddress | undefined {
  return at.pathname === '/tasks' ? readTasksLink(at.searchStr) : undefined
}
