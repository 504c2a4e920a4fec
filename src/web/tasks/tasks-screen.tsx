import { RefreshCw } from 'lucide-react'
import { type ReactNode, useEffect, useId } from 'react'

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
import { EmptyList, LoadFailed } from '#web/tasks/list-empty.tsx'
import { IgnoredParams, ReplyNotes, StaleRows } from '#web/tasks/list-notes.tsx'
import { listState } from '#web/tasks/list-state.ts'
import { Pagination } from '#web/tasks/pagination.tsx'
import { statusEvidence } from '#web/tasks/status-evidence.ts'
import { TableSkeleton } from '#web/tasks/table-skeleton.tsx'
import { TaskTable } from '#web/tasks/task-table.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

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
  const totals = useStatusTotals(params.scene, query.isSuccess && !query.isPlaceholderData)
  const freshnessId = useId()
  const reply = query.data
  const state = reply && listState(reply)
  const isCurrent = query.isSuccess && !query.isPlaceholderData
  const nextPage = isCurrent && params.page < (state?.pageCount ?? 0) ? params.page + 1 : undefined
  usePrefetchWhenIdle(nextPage === undefined ? undefined : { ...params, page: nextPage }, prefetch)

  return (
    <>
      <title>{`${m.title_tasks()} · ${m.app_name()}`}</title>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <PageHeading>{m.title_tasks()}</PageHeading>
        <div className="flex items-center gap-3">
          <span id={freshnessId} className="text-sm text-muted tabular-nums">
            {isCurrent && (
              <>
                {m.tasks_updated()} <RelativeTime at={query.dataUpdatedAt} />
              </>
            )}
          </span>
          <Button aria-describedby={freshnessId} onClick={refresh}>
            <RefreshCw
              aria-hidden
              className={classNames('size-3.5', query.isFetching && 'animate-spin')}
            />
            {m.tasks_refresh()}
          </Button>
        </div>
      </div>
      <FilterBar params={params} totals={totals} onParamsChange={onParamsChange} />
      <IgnoredParams ignored={ignored} />
      {query.isError && reply !== undefined && (
        <StaleRows
          failure={failureOf(query.error)}
          readAt={query.dataUpdatedAt}
          onRetry={refresh}
          onReplaceKey={onReplaceKey}
        />
      )}
      {state !== undefined && <ReplyNotes mismatches={state.mismatches} />}
      <div className="overflow-clip rounded-panel border border-line bg-surface">
        {query.isError && reply === undefined && (
          <LoadFailed
            failure={failureOf(query.error)}
            onRetry={refresh}
            onReplaceKey={onReplaceKey}
          />
        )}
        {query.isPending && <TableSkeleton rowCount={params.page_size} />}
        {reply !== undefined && state?.empty !== undefined && (
          <EmptyList
            reason={state.empty}
            params={reply.params}
            onParamsChange={onParamsChange}
            createPosterLink={createPosterLink}
          />
        )}
        {reply !== undefined && state?.empty === undefined && (
          <TaskTable
            rows={state?.rows ?? []}
            filter={reply.params.status}
            asOf={query.dataUpdatedAt}
            isBusy={query.isPlaceholderData}
          />
        )}
      </div>
      {state !== undefined && (
        <Pagination
          params={params}
          total={state.total}
          pageCount={state.pageCount}
          hasRows={state.rows.length > 0}
          onParamsChange={onParamsChange}
          onIntent={prefetch}
        />
      )}
      {reply !== undefined && hasInferred(reply) && (
        <p className="text-sm text-muted">{m.evidence_legend()}</p>
      )}
    </>
  )
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
    // Safari has no idle callback; there the intent of a click is soon enough.
    if (params === undefined || !('requestIdleCallback' in window)) return undefined
    const handle = requestIdleCallback(() => {
      prefetch(params)
    })
    return () => {
      cancelIdleCallback(handle)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `key` stands for params; prefetch is new on each render
  }, [key])
}
