import type { Query } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'

import { isRecord } from '#contract/record.ts'
import { hasFilter, type ListRequest } from '#contract/video-tasks.ts'
import { useApiSession, type ApiSession } from '#web/api/session.tsx'
import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { allSearches } from '#web/task-list/query-keys.ts'
import { useOpenTaskScan } from '#web/task-list/rows-source.ts'
import {
  goesOnByItself,
  type TaskScan,
  useScanPhase,
  useScanProgress,
  isScanOver,
  MOST_REQUESTS,
  openTaskScan,
} from '#web/task-list/scan/task-scan.ts'
import { namesTask } from '#web/task-list/search/search-terms.ts'
import { useSearchTerms } from '#web/task-list/search/use-search-terms.ts'
import { resultsWithout } from '#web/task-list/search/search-results.ts'
import { NO_SEARCH, type SearchProps } from '#web/task-list/search/search-address.ts'
import { EmptyAction, filtersInWords, withoutFilters } from '#web/tasks/list-empty.tsx'
import type { OtherAccount, OtherAccounts } from '#web/tasks/other-accounts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SentenceWith } from '#web/ui/untrusted-text.tsx'
import { ScanReport } from '#web/video-task/scan-status.tsx'
import { conditionInWords } from '#web/video-task/search/search-terms.tsx'
import type { SearchCondition } from '#web/task-list/search/search-readers.ts'
import { nameInAddress } from '#web/task-list/task-identity.ts'
import { Button } from '#web/ui/button.tsx'
import { useChange, useLeave } from '#web/ui/effects.ts'
import { focusOnce } from '#web/ui/page-heading.tsx'

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

/** Whether a search may have more results than it has. One under way may have begun before the list was read. */
export function mayFindMore({ state: { data, fetchStatus } }: Pick<Query, 'state'>): boolean {
  const { searched } = isRecord(data) ? data : {}
  return fetchStatus !== 'idle' || !isRecord(searched) || searched['isRead'] !== true
}

/** Says that a search has found nothing, and offers the next step. */
export function NoResult({
  request,
  text,
  otherAccounts: others,
  onRequestChange,
  onSearchChange,
}: {
  request: ListRequest
  /** the search */
  text: string
  otherAccounts: OtherAccounts
  onRequestChange: (request: ListRequest) => void
  onSearchChange: SearchProps['onSearchChange']
}) {
  const scan = useOpenTaskScan(request)
  const phase = useScanPhase(scan)
  const terms = useSearchTerms(text)
  /** the search that has found its task there */
  const [elsewhere, setElsewhere] = useState<string>()
  const conditions = terms.map(({ condition }) => condition)
  const parts = useMemo(
    () => (scan === undefined || phase === 'reading' ? [] : resultsWithout(scan, text, terms)),
    [scan, phase, text, terms],
  )
  const why = hasFilter(request)
    ? m.search_none_filtered({ filters: filtersInWords(request) })
    : m.search_none_text()
  const none = phase === 'done' ? m.search_none() : m.search_none_yet()
  return (
    <EmptyState
      icon={<SearchX />}
      title={elsewhere === text ? m.whose_found_title() : none}
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
                  <Without left={left} count={count} />
                </EmptyAction>
              ),
          )}
          <EmptyAction onPress={() => onSearchChange(() => NO_SEARCH)}>
            {m.search_clear()}
          </EmptyAction>
          {/* A task that a search names may be in another account. With a filter, it may be in this one. */}
          {!hasFilter(request) && conditions.some(namesTask) && others.accounts.length > 0 && (
            <WhoseTask
              key={text}
              {...{ conditions, text, others }}
              onFound={() => setElsewhere(text)}
            />
          )}
        </>
      }
    >
      {elsewhere === text ? undefined : why}
    </EmptyState>
  )
}

function Without({ left, count }: { left: SearchCondition; count: number }) {
  const { say, foreign } = conditionInWords(left)
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

interface SearchedTask {
  conditions: readonly SearchCondition[]
  /** the search */
  text: string
  others: OtherAccounts
}

/** An account whose list is read, or was. */
interface Reader {
  account: OtherAccount
  session: ApiSession
  scan: TaskScan
}

/** What came of reading an account. */
type Outcome = 'found' | 'absent' | 'stopped'

/** Looks for a task in the other open accounts, one after the other, each in a session of its own. */
function WhoseTask({ others, onFound, ...searched }: SearchedTask & { onFound: () => void }) {
  const [readers, setReaders] = useState<readonly Reader[]>([])
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  useLeave(() => {
    for (const { session } of readers) others.takeBack(session)
  })
  const waiting = others.accounts.filter(
    ({ profileId }) => !readers.some(({ account }) => account.profileId === profileId),
  )
  const [next] = waiting
  function goOn() {
    const session = next && others.lend(next.profileId)
    if (next === undefined || session === undefined) return
    const scan = openTaskScan(session, {}, { mostRequests: MOST_REQUESTS })
    setReaders([...readers, { account: next, session, scan }])
  }
  const current = readers.at(-1)
  if (current === undefined) return <Button onClick={goOn}>{m.whose_look()}</Button>
  const isReading = outcomes.length < readers.length
  const isNowhere =
    !isReading && next === undefined && outcomes.every((outcome) => outcome === 'absent')
  const count = formatNumber(readers.length + waiting.length)
  const place = formatNumber(readers.length)
  let said = isNowhere ? m.whose_none() : ''
  if (isReading) said = m.whose_reading({ name: current.account.name, place, count })
  else if (outcomes.at(-1) === 'found') said = m.whose_found({ name: current.account.name })
  return (
    <section
      // The button that was pressed is gone.
      ref={focusOnce}
      tabIndex={-1}
      aria-label={m.whose_title()}
      className="outline-none flex w-full max-w-2xl flex-col items-center gap-4 pt-4"
    >
      <p role="status" className="text-sm font-medium">
        {said}
      </p>
      <ol className="flex w-full flex-col gap-4">
        {readers.map((reader) => (
          <li key={reader.account.profileId} className="flex flex-col items-center gap-1">
            <AccountName account={reader.account} />
            <AccountSearch
              reader={reader}
              others={others}
              {...searched}
              onOver={(outcome) => {
                setOutcomes((before) => [...before, outcome])
                if (outcome === 'absent') goOn()
                if (outcome === 'found') onFound()
              }}
            />
          </li>
        ))}
        {waiting.map((account) => (
          <li key={account.profileId} className="flex flex-col items-center gap-1">
            <AccountName account={account} />
            <p className="text-sm text-muted">{m.whose_unread()}</p>
          </li>
        ))}
      </ol>
      {others.areSomeLocked() && <p className="text-sm text-muted">{m.whose_locked()}</p>}
      {!isReading && next !== undefined && (
        <Button onClick={goOn}>{m.whose_go_on({ name: next.name })}</Button>
      )}
    </section>
  )
}

/** Reads the list of an account until it has the task, and opens the task there. */
function AccountSearch({
  reader: { account, scan },
  conditions,
  text,
  others,
  onOver,
}: SearchedTask & { reader: Reader; onOver: (outcome: Outcome) => void }) {
  const { rows, phase, startedAt } = useScanProgress(scan, false)
  const hasFound = useMemo(
    () => rows > 0 && scan.index.find(conditions, startedAt).length > 0,
    [scan, conditions, rows, startedAt],
  )
  useScanProgress(scan, !hasFound)
  const absence: Outcome = phase.kind === 'done' ? 'absent' : 'stopped'
  const outcome: Outcome | undefined = isScanOver({ phase }) ? absence : undefined
  useChange<Outcome | undefined>(
    hasFound ? 'found' : outcome,
    (now) => now !== undefined && onOver(now),
  )
  async function open() {
    const [first, another] = scan.index.find(conditions, Date.now())
    const [row] = await scan.rowsAt(first === undefined ? [] : [first])
    const name = row?.kind === 'task' && another === undefined ? nameInAddress(row.task) : null
    others.open(account.profileId, text, name ?? undefined)
  }
  return hasFound ? (
    <Button tone="primary" onClick={() => void open()}>
      {m.whose_open({ name: account.name })}
    </Button>
  ) : (
    <ScanReport scan={scan} />
  )
}

function AccountName({ account: { name, keyTail } }: { account: OtherAccount }) {
  return (
    <h3 className="flex gap-2 font-medium">
      <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
      <span className="font-mono text-xs/6 text-muted">{`••••${keyTail}`}</span>
    </h3>
  )
}
