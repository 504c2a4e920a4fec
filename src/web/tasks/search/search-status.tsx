import { SearchX } from 'lucide-react'
import { use, useEffect, useMemo } from 'react'

import { hasFilter, type ListRequest } from '#contract/video-tasks.ts'
import { useApiSession } from '#web/api/session.tsx'
import { dayOf } from '#web/format/calendar.ts'
import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { allSearches } from '#web/task-list/query-keys.ts'
import { useOpenTaskScan } from '#web/task-list/rows-source.ts'
import {
  goesOnByItself,
  mayFindMore,
  type TaskScan,
  useScanPhase,
  useScanProgress,
} from '#web/task-list/scan/task-scan.ts'
import { namesTask, readSearch } from '#web/task-list/search/search-terms.ts'
import { resultsWithout } from '#web/task-list/search/search-results.ts'
import { NO_SEARCH } from '#web/task-list/search/search-address.ts'
import { EmptyAction, filtersInWords, withoutFilters } from '#web/tasks/list-empty.tsx'
import { OtherAccountsContext } from '#web/tasks/other-accounts.ts'
import { WhoseTask } from '#web/tasks/search/whose-task.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useClock } from '#web/ui/now.ts'
import { SentenceWith } from '#web/ui/untrusted-text.tsx'
import { ScanReport } from '#web/video-task/scan-status.tsx'
import type { SearchProps } from '#web/task-list/search/search-address.ts'
import { conditionInWords, type Words } from '#web/video-task/search/search-terms.tsx'

/** The least time between two searches while the list is read, in milliseconds. They must come however fast it is read. */
const SEARCH_AGAIN_MS = 300

/** How much of the list a search has seen: while it is read with its progress, then in one sentence. */
export function SearchStatus({ request }: { request: ListRequest }) {
  const scan = useOpenTaskScan(request)
  return scan === undefined ? <div className="min-h-control" /> : <ScanOfSearch scan={scan} />
}

function ScanOfSearch({ scan }: { scan: TaskScan }) {
  const session = useApiSession()
  const isReading = goesOnByItself(useScanProgress(scan, true).phase.kind)
  useEffect(() => {
    const { queryClient } = session
    const partial = { queryKey: allSearches(session), predicate: mayFindMore }
    let searched = scan.index.count
    const searchAgain = async () => {
      const searches = queryClient.getQueryCache().findAll(partial)
      // A first search that is under way would be taken for this one, and may have seen less.
      if (!isReading) await queryClient.cancelQueries(partial)
      await queryClient.invalidateQueries({ predicate: (query) => searches.includes(query) })
    }
    if (!isReading) return void searchAgain()
    const timer = setInterval(() => {
      if (scan.index.count === searched || queryClient.isFetching(partial) > 0) return
      searched = scan.index.count
      void searchAgain()
    }, SEARCH_AGAIN_MS)
    return () => clearInterval(timer)
  }, [session, scan, isReading])
  return <ScanReport scan={scan} isLine />
}

/** Says that a search has found nothing, and offers the next step. */
export function NoResult({
  request,
  text,
  onRequestChange,
  onSearchChange,
}: {
  request: ListRequest
  /** the search */
  text: string
  onRequestChange: (request: ListRequest) => void
  onSearchChange: SearchProps['onSearchChange']
}) {
  const scan = useOpenTaskScan(request)
  const phase = useScanPhase(scan)
  const today = useClock(dayOf)
  const parts = useMemo(
    () => (scan === undefined || phase === 'reading' ? [] : resultsWithout(scan, text, today)),
    [scan, phase, text, today],
  )
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
          {parts.map(
            ({ left, text: shorter, count }) =>
              // Without a filter, the only part is the search.
              count > 0 &&
              (parts.length > 1 || hasFilter(request)) && (
                <EmptyAction
                  key={shorter}
                  onPress={() => onSearchChange((pending) => ({ ...pending, text: shorter }))}
                >
                  <Without words={conditionInWords(left)} count={count} />
                </EmptyAction>
              ),
          )}
          <EmptyAction onPress={() => onSearchChange(() => NO_SEARCH)}>
            {m.search_clear()}
          </EmptyAction>
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

function Without({ words: { say, foreign }, count }: { words: Words; count: number }) {
  const shown = formatNumber(count)
  return (
    // One text: a button keeps its parts apart.
    <span>
      <SentenceWith
        shown={foreign}
        say={(slot) => m.search_without({ term: say(slot), count: shown })}
      />
    </span>
  )
}

/** A task that a search names may be in another account. */
function OtherAccountsSearch({ text }: { text: string }) {
  const others = use(OtherAccountsContext)
  const conditions = readSearch(text, useClock(dayOf)).map(({ condition }) => condition)
  const isTask = conditions.some(namesTask)
  if (!isTask || others === undefined || others.accounts.length === 0) return null
  return <WhoseTask key={text} conditions={conditions} text={text} others={others} />
}
