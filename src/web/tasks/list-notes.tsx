import { CircleAlert } from 'lucide-react'

import { type ApiFailure, isAboutKey } from '#web/api/api-error.ts'
import { FailureBanner, FailureText } from '#web/failures/failure-banner.tsx'
import { IgnoredInputs } from '#web/failures/ignored-inputs.tsx'
import { formatNumber } from '#web/format/number.ts'
import { formatClock } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import type { ListPage, ReplyMismatch } from '#web/task-list/list-page.ts'
import type { TasksAddress } from '#web/task-list/tasks-address.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { focusPageHeading } from '#web/ui/page-heading.tsx'

/** Where a reply differs from what was asked. */
function mismatchInWords(mismatch: ReplyMismatch): string {
  switch (mismatch.kind) {
    case 'page':
      return m.echo_page({ asked: mismatch.asked, got: mismatch.got })
    case 'page-size':
      return m.echo_page_size({ asked: mismatch.asked, got: mismatch.got })
    case 'too-many-rows':
      return m.echo_too_many({ asked: mismatch.asked, got: mismatch.got })
    case 'total':
      return m.note_total({
        got: formatNumber(mismatch.got),
        least: formatNumber(mismatch.atLeast),
      })
    case 'ahead':
      return m.time_ahead_hint()
    case 'same-id':
      return mismatch.ids === 1
        ? m.note_same_id({ rows: mismatch.rows })
        : m.note_same_ids({ rows: mismatch.rows, ids: mismatch.ids })
  }
}

interface FailedRead {
  failure: ApiFailure
  onRetry: () => void
  onReplaceKey: () => void
}

/** Says that the last refresh failed and how old the rows on screen are, in milliseconds since the epoch. */
export function StaleRows({ readAt, ...read }: FailedRead & { readAt: number }) {
  return (
    <FailureBanner failure={read.failure} title={m.stale_title({ time: formatClock(readAt) })}>
      <RetryActions {...read} />
    </FailureBanner>
  )
}

/** The list was never read, and the last attempt failed. */
export function LoadFailed(read: FailedRead) {
  return (
    <div role="alert">
      <EmptyState
        icon={<CircleAlert className="text-failed" />}
        title={m.load_failed_title()}
        actions={<RetryActions {...read} />}
      >
        <FailureText failure={read.failure} />
      </EmptyState>
    </div>
  )
}

/** The actions after a failed read: retry, and replace the key if the service refused it. */
function RetryActions({ failure, onRetry, onReplaceKey }: FailedRead) {
  return (
    <>
      {isAboutKey(failure) && <Button onClick={onReplaceKey}>{m.account_replace()}</Button>}
      <Button
        onClick={() => {
          focusPageHeading()
          onRetry()
        }}
      >
        {m.retry()}
      </Button>
    </>
  )
}

/** Notes about the request and its reply, above the rows. */
export function Remarks({
  ignored,
  page,
}: {
  ignored: TasksAddress['ignored']
  page?: ListPage | undefined
}) {
  const { mismatches = [] } = page ?? {}
  if (ignored.length + mismatches.length === 0) return null
  return (
    <div className="[&>div]:rounded-none [&>div]:border-x-0 [&>div]:border-t-0 [&>div]:px-3">
      <IgnoredInputs ignored={ignored} />
      {mismatches.map((mismatch) => (
        <Banner key={mismatch.kind} tone="note" title={mismatchInWords(mismatch)} />
      ))}
    </div>
  )
}
