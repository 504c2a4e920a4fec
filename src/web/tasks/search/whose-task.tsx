import { useMemo, useState } from 'react'

import type { ApiSession } from '#web/api/session.tsx'
import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import {
  isScanOver,
  MOST_REQUESTS,
  openTaskScan,
  type TaskScan,
  useScanProgress,
} from '#web/task-list/scan/task-scan.ts'
import type { SearchCondition } from '#web/task-list/search/search-readers.ts'
import { nameInAddress } from '#web/task-list/task-identity.ts'
import type { OtherAccount, OtherAccounts } from '#web/tasks/other-accounts.ts'
import { Button } from '#web/ui/button.tsx'
import { useChange, useLeave } from '#web/ui/effects.ts'
import { focusOnce } from '#web/ui/page-heading.tsx'
import { ScanReport } from '#web/video-task/scan-status.tsx'

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
export function WhoseTask({ others, ...searched }: SearchedTask) {
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
      className="outline-none flex w-full max-w-2xl flex-col gap-4 pt-4 text-left"
    >
      <p role="status" className="text-sm font-medium">
        {said}
      </p>
      <ol className="flex flex-col gap-4">
        {readers.map((reader) => (
          <li key={reader.account.profileId} className="flex flex-col items-start gap-1">
            <AccountName account={reader.account} />
            <AccountSearch
              reader={reader}
              others={others}
              {...searched}
              onOver={(outcome) => {
                setOutcomes((before) => [...before, outcome])
                if (outcome === 'absent') goOn()
              }}
            />
          </li>
        ))}
        {waiting.map((account) => (
          <li key={account.profileId} className="flex flex-col gap-1">
            <AccountName account={account} />
            <p className="text-sm text-muted">{m.whose_unread()}</p>
          </li>
        ))}
      </ol>
      {others.areSomeLocked() && <p className="text-sm text-muted">{m.whose_locked()}</p>}
      {!isReading && next !== undefined && (
        <Button className="self-start" onClick={goOn}>
          {m.whose_go_on({ name: next.name })}
        </Button>
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
