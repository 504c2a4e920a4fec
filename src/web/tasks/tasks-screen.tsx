import { RefreshCw } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useId } from 'react'

import type { InvalidInput } from '#contract/invalid-input.ts'
import type { ListParamName, VideoTaskListParams } from '#contract/video-tasks.ts'
import { failureOf } from '#web/api/api-error.ts'
import {
  usePrefetchVideoTasks,
  useRefreshVideoTasks,
  useStatusTotals,
  useVideoTasks,
} from '#web/api/video-tasks.ts'
import { m } from '#web/messages/generated/messages.js'
import { FilterBar } from '#web/tasks/filter-bar.tsx'
import {
  EmptyList,
  IgnoredInputs,
  LoadFailed,
  loadLazyParts,
  ReplyNotes,
  StaleRows,
} from '#web/tasks/lazy-parts.tsx'
import { listState } from '#web/tasks/list-state.ts'
import { Pagination } from '#web/tasks/pagination.tsx'
import { statusEvidence } from '#web/tasks/status-evidence.ts'
import { TableSkeleton } from '#web/tasks/table-skeleton.tsx'
import { TaskTable } from '#web/tasks/task-table.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { whenIdle } from '#web/ui/when-idle.ts'

/** What the tasks screen is given: its address, and the ways out of it. */
export interface TasksScreenProps {
  /** from the address, always possible */
  params: VideoTaskListParams
  /** what the address asked for and could not have */
  ignored: readonly InvalidInput<ListParamName>[]
  onParamsChange: (params: VideoTaskListParams) => void
  onReplaceKey: () => void
  /** a link to where posters are created */
  createPosterLink: ReactNode
}

/** The list of video tasks: filters, table, pages. Everything it shows is in its address. */
export function TasksScreen({
  params,
  ignored,
  onParamsChange,
  onReplaceKey,
  createPosterLink,
}: TasksScreenProps) {
  const query = useVideoTasks(params)
  const refresh = useRefreshVideoTasks()
  const prefetch = usePrefetchVideoTasks()
  const freshnessId = useId()
  const reply = query.data
  const isOld = query.isPlaceholderData
  const state = reply && listState(reply)
  // Rows of before stay until the new ones are there; that there were none says nothing.
  const shown = isOld && state?.empty !== undefined ? undefined : state
  const walked = reply && isSameList(reply.params, params) ? state : undefined
  const { totals, isPlaceholder } = useStatusTotals(params.scene, query.isSuccess && !isOld)
  const nextPage = !isOld && params.page < (walked?.pageCount ?? 0) ? params.page + 1 : undefined
  useEffect(
    () => (query.isPending ? undefined : whenIdle(() => void loadLazyParts())),
    [query.isPending],
  )
  usePrefetchWhenIdle(nextPage === undefined ? undefined : { ...params, page: nextPage }, prefetch)

  return (
    <>
      <title>{`${m.title_tasks()} · ${m.app_name()}`}</title>
      <div className="grid grid-cols-[1fr_auto] items-center gap-x-3 sm:grid-cols-[1fr_auto_auto]">
        <PageHeading>{m.title_tasks()}</PageHeading>
        <p
          id={freshnessId}
          // Its place is kept before there is anything to say: nothing moves when there is.
          className="min-h-5 text-sm text-muted tabular-nums max-sm:col-start-1 max-sm:row-start-2"
        >
          {reply !== undefined && !isOld && (
            <>
              {m.tasks_updated()} <RelativeTime at={reply.readAt} />
            </>
          )}
        </p>
        <Button
          aria-describedby={freshnessId}
          onClick={refresh}
          className="max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1"
        >
          <RefreshCw
            aria-hidden
            className={classNames('size-3.5', query.isFetching && 'animate-spin')}
          />
          {m.tasks_refresh()}
        </Button>
      </div>
      <FilterBar
        params={params}
        totals={totals}
        isPlaceholder={isPlaceholder}
        onParamsChange={onParamsChange}
      />
      <Suspense>
        {ignored.length > 0 && <IgnoredInputs ignored={ignored} />}
        {query.isError && reply !== undefined && (
          <StaleRows
            failure={failureOf(query.error)}
            readAt={reply.readAt}
            onRetry={refresh}
            onReplaceKey={onReplaceKey}
          />
        )}
        {shown !== undefined && shown.mismatches.length > 0 && (
          <ReplyNotes mismatches={shown.mismatches} />
        )}
      </Suspense>
      <div className="overflow-clip rounded-panel border border-line bg-surface">
        <Suspense fallback={<TableSkeleton rowCount={params.page_size} />}>
          {query.isError && reply === undefined && (
            <LoadFailed
              failure={failureOf(query.error)}
              onRetry={refresh}
              onReplaceKey={onReplaceKey}
            />
          )}
          {!query.isError && shown === undefined && <TableSkeleton rowCount={params.page_size} />}
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
              asOf={reply.readAt}
              isBusy={isOld}
            />
          )}
        </Suspense>
      </div>
      {reply !== undefined && hasInferred(reply) && (
        <p className="text-sm text-muted">{m.evidence_legend()}</p>
      )}
      <Pagination
        params={params}
        list={walked}
        onParamsChange={onParamsChange}
        onIntent={prefetch}
      />
    </>
  )
}

/** Whether two requests walk through the same list: then its length holds for both. */
function isSameList(a: VideoTaskListParams, b: VideoTaskListParams): boolean {
  return a.status === b.status && a.scene === b.scene && a.page_size === b.page_size
}

type Reply = NonNullable<ReturnType<typeof useVideoTasks>['data']>

function hasInferred({ page, params }: Reply): boolean {
  return page.rows.some(
    (row) => row.kind === 'task' && statusEvidence(row.task, params.status).source === 'inferred',
  )
}

/** Reads the next page while nothing else is going on, so that the next click has it at once. */
function usePrefetchWhenIdle(
  params: VideoTaskListParams | undefined,
  prefetch: (params: VideoTaskListParams) => void,
): void {
  const key = JSON.stringify(params)
  useEffect(() => {
    if (params === undefined) return undefined
    return whenIdle(() => {
      prefetch(params)
    })
    // oxlint-disable-next-line react/exhaustive-deps -- `key` stands for params; prefetch is new on each render
  }, [key])
}
