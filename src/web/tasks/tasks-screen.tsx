import { RefreshCw } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useId, useState } from 'react'

import type { InvalidInput } from '#contract/invalid-input.ts'
import type { VideoTaskListParams } from '#contract/video-tasks.ts'
import {
  usePrefetchVideoTasks,
  useRefreshVideoTasks,
  useStatusLookup,
  useStatusTotals,
  useVideoTasks,
} from '#web/api/video-tasks.ts'
import { Sentence } from '#web/ui/sentence.tsx'
import { m } from '#web/messages/generated/messages.js'
import { DetailsPlace } from '#web/tasks/details/details-place.tsx'
import { EvidenceLegend } from '#web/tasks/table/evidence-legend.tsx'
import { FilterBar, ListChoices } from '#web/tasks/filters/filter-bar.tsx'
import { notePlace, switchPlace, toolsPlace } from '#web/tasks/header-places.ts'
import {
  AutoRefresh,
  EmptyList,
  IgnoredInputs,
  ListTools,
  LoadFailed,
  loadTools,
  ReplyNotes,
  StaleRows,
} from '#web/tasks/lazy-parts.ts'
import { isSameList, listState, tasksOf } from '#web/tasks/list-state.ts'
import { withTotalOfPage } from '#web/tasks/filters/page-total.ts'
import { Pagination } from '#web/tasks/table/pagination.tsx'
import { leavesStatusOpen } from '#web/video-task/status-evidence.ts'
import { usePrefetchWhenIdle } from '#web/tasks/table/prefetch-when-idle.ts'
import type { Selection } from '#web/tasks/selection/selection.ts'
import { TableSkeleton } from '#web/tasks/table/table-skeleton.tsx'
import { ListPanel } from '#web/tasks/table/list-panel.tsx'
import { useListFailure } from '#web/tasks/use-list-failure.ts'
import { TaskTable } from '#web/tasks/table/task-table.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { loadLazyParts } from '#web/ui/lazy-part.ts'
import { IN_HAND, NARROW, useMedia } from '#web/ui/media.ts'
import { PageHeading, PageTitle } from '#web/ui/page-heading.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { whenIdle } from '#web/ui/when-idle.ts'
import { useTimeZone } from '#web/ui/time-zone-choice.ts'

/** What the tasks screen is given: its address, and the ways out of it. */
export interface TasksScreenProps {
  /** from the address, always possible */
  params: VideoTaskListParams
  /** what the address asked for and could not have */
  ignored: readonly InvalidInput[]
  /** the task whose details are open, by its uuid or its number */
  task: string | undefined
  /** of the list, without a task */
  address: string
  /** whose tasks: stands in the names of files */
  accountName: string
  onParamsChange: (params: VideoTaskListParams) => void
  /** isStep: in place of the task that is open; no task: closes it */
  onTaskChange: (task?: string, isStep?: boolean) => void
  onReplaceKey: () => void
  /** asks for another key although nobody wanted to give one: it says why */
  onKeyRefused: () => void
  /** a link to where posters are created */
  createPosterLink: ReactNode
}

/** The list of video tasks: filters, table, pages. Everything it shows is in its address. */
export function TasksScreen({
  params,
  ignored,
  task,
  address,
  accountName,
  onParamsChange,
  onTaskChange,
  onReplaceKey,
  onKeyRefused,
  createPosterLink,
}: TasksScreenProps) {
  useTimeZone()
  const [isRetryManagedByAutoRefresh, setIsRetryManagedByAutoRefresh] = useState(false)
  const query = useVideoTasks(params, isRetryManagedByAutoRefresh)
  const refreshAll = useRefreshVideoTasks()
  const prefetch = usePrefetchVideoTasks()
  const freshnessId = useId()
  const isOld = query.isPlaceholderData
  // The reply over which somebody asked for a newer one, and when.
  const [asked, setAsked] = useState<{ over: number | undefined; at: number }>()
  const { failure, reply, isErrorShown } = useListFailure(query, JSON.stringify(params), {
    askedOver: asked?.over,
    isRetryManagedByAutoRefresh,
  })
  const isAsked = reply !== undefined && asked?.over === reply.readAt
  const state = reply && listState(reply)
  // Rows of before stay until the new ones are there; that there were none says nothing.
  const shown = isOld && state?.empty !== undefined ? undefined : state
  const mismatches = shown?.mismatches ?? []
  const walked = reply && isSameList(reply.params, params) ? state : undefined
  const isFresh = query.isSuccess && !isOld
  const totals = useStatusTotals(params.scene, isFresh)
  // What a page has said of its own filter since is no older than it.
  const totalsShown = isFresh ? withTotalOfPage(totals.data, query.data) : totals.data
  const isOpen = params.status === undefined && state !== undefined
  const open = isOpen ? tasksOf(state).filter(leavesStatusOpen) : []
  const lookup = useStatusLookup(params.scene, open, totals.data, isFresh)
  const [selection, setSelection] = useState<Selection>()
  const selecting = { selection, reply, lookup: lookup.data, onSelectionChange: setSelection }
  const [titleMark, setTitleMark] = useState('')
  const isNarrow = useMedia(NARROW)
  const isInHand = useMedia(IN_HAND)
  function refresh() {
    setAsked({ over: reply?.readAt, at: Date.now() })
    refreshAll()
  }
  const nextPage = !isOld && params.page < (walked?.pageCount ?? 0) ? params.page + 1 : undefined
  useEffect(
    () => (query.isPending ? undefined : whenIdle(() => void loadLazyParts())),
    [query.isPending],
  )
  usePrefetchWhenIdle(nextPage === undefined ? undefined : { ...params, page: nextPage }, prefetch)
  const skeleton = <TableSkeleton rowCount={params.page_size} />
  const choices = <ListChoices params={params} onParamsChange={onParamsChange} />
  const tools = (
    <Suspense fallback={<span className={toolsPlace} />}>
      <ListTools
        {...selecting}
        reply={isOld ? undefined : reply}
        total={totalsShown?.get(params.status)?.total ?? walked?.total ?? null}
        accountName={accountName}
        onOpenTask={(name) => onTaskChange(name)}
        params={params}
        pageCount={walked?.pageCount ?? null}
        onParamsChange={onParamsChange}
        onRefresh={refresh}
      />
    </Suspense>
  )
  const refreshButton = (
    <Button
      aria-describedby={freshnessId}
      onClick={refresh}
      className="justify-self-end max-sm:col-start-2 max-sm:row-start-2 xl:col-start-4"
    >
      <RefreshCw
        aria-hidden
        className={classNames('size-3.5', query.isFetching && 'animate-spin')}
      />
      {m.tasks_refresh()}
    </Button>
  )

  return (
    <>
      <PageTitle>{`${titleMark}${m.title_tasks()} · ${m.app_name()}`}</PageTitle>
      <div className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 sm:grid-cols-[1fr_auto_auto_auto] xl:grid-cols-[auto_1fr_auto_auto_auto]">
        <div
          className={isInHand ? 'contents' : 'flex flex-wrap items-center justify-between gap-x-2'}
        >
          <PageHeading>{m.title_tasks()}</PageHeading>
          {isNarrow && tools}
        </div>
        <p
          id={freshnessId}
          // Its place is kept before there is anything to say: nothing moves when there is.
          className="min-h-5 text-sm text-muted tabular-nums max-sm:col-start-1 max-sm:row-start-2 lg:min-w-32 xl:col-start-3"
        >
          {reply !== undefined && !isOld && (
            <Sentence say={(ago) => m.tasks_updated({ ago })}>
              <RelativeTime at={reply.readAt} />
            </Sentence>
          )}
        </p>
        {!isInHand && refreshButton}
        <Suspense fallback={headerPlaces}>
          {query.isPending && query.failureCount + query.errorUpdateCount === 0 ? (
            headerPlaces
          ) : (
            <AutoRefresh
              query={query}
              totals={totals}
              isTotalOld={totalsShown !== totals.data}
              lookup={lookup}
              isAsked={isAsked}
              isAwaited={isAsked && asked.at > query.errorUpdatedAt}
              isErrorShown={isErrorShown}
              onRetryManaged={setIsRetryManagedByAutoRefresh}
              onRefresh={refresh}
              onKeyRefused={onKeyRefused}
              onTitleMark={setTitleMark}
              params={params}
              choices={isNarrow ? choices : undefined}
            />
          )}
        </Suspense>
      </div>
      <FilterBar
        params={params}
        totals={totalsShown}
        isPlaceholder={totals.isPlaceholderData}
        choices={
          !isNarrow && (
            <>
              {choices}
              {tools}
            </>
          )
        }
        onParamsChange={onParamsChange}
      />
      <Suspense>
        {failure !== undefined && isErrorShown && reply !== undefined && (
          <StaleRows
            failure={failure}
            readAt={reply.readAt}
            onRetry={refresh}
            onReplaceKey={onReplaceKey}
          />
        )}
      </Suspense>
      <DetailsPlace
        task={task}
        reply={isOld ? undefined : reply}
        isFailed={failure !== undefined}
        lookup={lookup.data}
        isSheet={isNarrow}
        address={address}
        onTaskChange={onTaskChange}
      >
        <Suspense fallback={<ListPanel>{skeleton}</ListPanel>}>
          <ListPanel>
            {/* They come with the rows that they are about: nothing moves. */}
            {ignored.length + mismatches.length > 0 && (
              <div className="*:rounded-none *:border-x-0 *:border-t-0 *:px-3">
                {ignored.length > 0 && <IgnoredInputs ignored={ignored} />}
                {mismatches.length > 0 && <ReplyNotes mismatches={mismatches} />}
              </div>
            )}
            {failure !== undefined && reply === undefined && (
              <LoadFailed failure={failure} onRetry={refresh} onReplaceKey={onReplaceKey} />
            )}
            {failure === undefined && shown === undefined && skeleton}
            {reply !== undefined && shown?.empty !== undefined && (
              <EmptyList
                reason={shown.empty}
                params={reply.params}
                onParamsChange={onParamsChange}
                createPosterLink={createPosterLink}
              />
            )}
            {reply !== undefined && shown !== undefined && shown.empty === undefined && (
              <TaskTable
                rows={shown.rows}
                filter={reply.params.status}
                readAt={reply.readAt}
                lookup={lookup.data}
                isBusy={isOld}
                address={address}
                task={task}
                onOpen={onTaskChange}
                selected={selection?.tasks}
                onSelect={(...press) => {
                  void loadTools().then(({ pressed }) =>
                    setSelection((before) => pressed(before, reply, lookup.data, ...press)),
                  )
                }}
              />
            )}
          </ListPanel>
          {reply !== undefined && shown !== undefined && (
            <EvidenceLegend list={shown} reply={reply} lookup={lookup.data} />
          )}
        </Suspense>
      </DetailsPlace>
      <Pagination
        params={params}
        list={walked}
        refresh={isInHand && refreshButton}
        onParamsChange={onParamsChange}
        onIntent={prefetch}
        above={
          selection && <selection.Bar {...selecting} selection={selection} address={address} />
        }
      />
    </>
  )
}

const headerPlaces = (
  <>
    <span className={switchPlace} />
    <span className={notePlace} />
  </>
)
