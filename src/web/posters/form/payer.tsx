import type { SubmissionLog } from '#web/submissions/submission-store.ts'
import { type Balance, lastBalance } from '#web/submissions/submission-log.ts'
import { isOpen } from '#web/submissions/submission.ts'
import { formatNumber } from '#web/format/number.ts'
import { formatClock } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import { SentenceWith } from '#web/ui/untrusted-text.tsx'

/** The account that pays: its name, and the end of its key. */
export function PayerName({ account }: { account: { name: string; keyTail: string } }) {
  return (
    <SentenceWith
      shown={account.name}
      say={(name) => m.poster_pays({ name, tail: account.keyTail })}
    />
  )
}

function balanceWords(balance: Balance | null): string {
  return balance === null
    ? m.poster_balance_unknown()
    : m.poster_balance({ points: formatNumber(balance.points), time: formatClock(balance.at) })
}

/** The account that pays, and its balance if known. */
export function Payer({
  account,
  log,
}: {
  account: { name: string; keyTail: string }
  /** undefined until it is read */
  log: SubmissionLog | undefined
}) {
  const submissions = log?.submissions ?? []
  const balance = lastBalance(submissions)
  const open = submissions.filter(
    (submission) => isOpen(submission) && balance !== null && submission.startedAt > balance.at,
  ).length
  return (
    <>
      <PayerName account={account} />
      <span>{log === undefined ? '' : ` · ${balanceWords(balance)}`}</span>
      {open > 0 && (
        <span>{` · ${m.poster_balance_open({ count: open, shown: formatNumber(open) })}`}</span>
      )}
    </>
  )
}
