import { SearchX } from 'lucide-react'
import { type ReactNode, use, useEffect } from 'react'

import { filtersOf, hasFilter, type ListRequest } from '#contract/video-tasks.ts'
import { useApiSession } from '#web/api/session.tsx'
import { dayOf } from '#web/format/calendar.ts'
import { m } from '#web/messages/generated/messages.js'
import { allSearches } from '#web/api/video-tasks.ts'
import { useOpenTaskScan } from '#web/task-list/scan/scan-queries.ts'
import {
  goesOnByItself,
  isScanOver,
  mayFindMore,
  type TaskScan,
  useScanPhase,
  useScanProgress,
} from '#web/task-list/scan/task-scan.ts'
import { readSearch } from '#web/task-list/search/search-terms.ts'
import { EmptyAction, filtersInWords, withoutFilters } from '#web/tasks/list-empty.tsx'
import { OtherAccountsContext } from '#web/tasks/other-accounts.ts'
import { WhoseTask } from '#web/tasks/search/whose-task.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useClock } from '#web/ui/now.ts'
import { ScanReport } from '#web/video-task/scan-status.tsx'

/** The least time between two searches while the list is read, in milliseconds. */
const SEARCH_AGAIN_MS = 300

/** How much of the list a search has seen: while it is read with its progress, then in one sentence. */
export function SearchStatus({ request }: { request: ListRequest }) {
  const list = useOpenTaskScan(filtersOf(request))
  return list === undefined ? <div className="min-h-control" /> : <ScanOfSearch list={list} />
}

function ScanOfSearch({ list }: { list: TaskScan }) {
  const session = useApiSession()
  const { phase, rows } = useScanProgress(list, true)
  const isOver = isScanOver({ phase })
  useEffect(() => {
    const { queryClient } = session
    const queryKey = allSearches(session)
    const searchAgain = async () => {
      const partial = { queryKey, predicate: mayFindMore }
      // A first search that is under way would be taken for this one, and may have seen less.
      if (isOver) await queryClient.cancelQueries(partial)
      await queryClient.invalidateQueries(partial)
    }
    const timer = setTimeout(() => void searchAgain(), isOver ? 0 : SEARCH_AGAIN_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- rows that come are a reason to search again
  }, [list, rows, isOver])
  return <ScanReport list={list} isLine />
}

/** Says that a search has found nothing, and offers the next step. While more is read, it shows `children`. */
export function NoResult({
  request,
  text,
  onRequestChange,
  onSearchEnd,
  children,
}: {
  request: ListRequest
  /** the search */
  text: string
  onRequestChange: (request: ListRequest) => void
  onSearchEnd: () => void
  children: ReactNode
}) {
  const phase = useScanPhase(useOpenTaskScan(filtersOf(request)))
  if (goesOnByItself(phase)) return children
  return (
    <EmptyState
      icon={<SearchX />}
      title={phase === 'done' ? m.search_none() : m.search_none_yet()}
      actions={
        <>
          {hasFilter(request) && (
            <EmptyAction onPress={() => onRequestChange(withoutFilters(request))}>
              {m.search_unfiltered()}
            </EmptyAction>
          )}
          <EmptyAction onPress={onSearchEnd}>{m.search_clear()}</EmptyAction>
          {/* With a filter, a task may be in this account. */}
          {!hasFilter(request) && <OtherAccountsSearch text={text} />}
        </>
      }
    >
      {hasFilter(request)
        ? m.search_none_filtered({ filters: filtersInWords(request) })
        : m.search_none_text()}
    </EmptyState>
  )
}

/** A task that a search names may be in another account. */
function OtherAccountsSearch({ text }: { text: string }) {
  const others = use(OtherAccountsContext)
  const conditions = readSearch(text, useClock(dayOf)).map(({ condition }) => condition)
  const isTask = conditions.some(({ kind }) => kind === 'task')
  if (!isTask || others === undefined || others.accounts.length === 0) return null
  return <WhoseTask key={text} conditions={conditions} text={text} others={others} />
}
