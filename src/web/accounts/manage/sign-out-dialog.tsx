import { useState, useEffect } from 'react'

import { openAccountActions } from '#web/accounts/account-actions.ts'
import type { AccountSummary, StoredAccount } from '#web/accounts/account-record.ts'
import { type AccountServices, isCreating, useAccounts } from '#web/accounts/account-services.ts'
import { ConfirmDialog } from '#web/accounts/form/confirm-dialog.tsx'
import { describeDeviceProblem } from '#web/accounts/vault/device-problem.ts'
import { m } from '#web/messages/generated/messages.js'
import { SentenceWith } from '#web/ui/untrusted-text.tsx'
import { counted } from '#web/format/number.ts'
import { caughtFailure, reportDefect } from '#web/api/api-error.ts'
import { lendsViews } from '#web/api/host-info.ts'
import { Checkbox } from '#web/ui/boxes.tsx'
import { isNotLoaded } from '#web/ui/is-not-loaded.ts'

/** A sign-out waits for the host at most this long, in milliseconds. */
const VIEWS_MS = 2_000

/** Whether signing out of an account loses nothing that its key would not bring back. */
export async function canLeaveAtOnce(
  { sessions, storage }: AccountServices,
  { profileId, keep, isLent }: AccountSummary,
): Promise<boolean> {
  if (isLent) return true
  const account = sessions.stored(profileId)
  if (account === undefined || keep === 'device' || storage.hasDraft(profileId)) return false
  return (await countRecords(account)).all === 0 && (await countViews(account)) === 0
}

/** Asks before an account is removed from this browser, and says what is lost with it. */
export function SignOutDialog({
  account,
  onClose,
}: {
  account: AccountSummary
  onClose: () => void
}) {
  const services = useAccounts()
  const { profileId } = account
  const [problem, setProblem] = useState<string>()
  const views = useCount(profileId, countViews, 0)
  const [endsViews, setEndsViews] = useState(true)

  async function signOut() {
    const active = services.sessions.current()
    if (active?.profileId === account.profileId && isCreating(active)) {
      setProblem(m.account_creating())
      return
    }
    if (views > 0 && endsViews && !(await endViewsOf(services.sessions.stored(profileId)))) {
      setEndsViews(false)
      setProblem(m.lent_not_ended())
      return
    }
    const result = await openAccountActions(services).signOut(profileId)
    setProblem(describeDeviceProblem(result))
    if (result === undefined) onClose()
  }

  return (
    <ConfirmDialog
      title={
        <SentenceWith
          shown={account.name}
          say={(name) => m.sign_out_title({ name, tail: account.keyTail })}
        />
      }
      problem={problem}
      confirmLabel={m.account_sign_out()}
      onConfirm={() => void signOut()}
      onClose={onClose}
    >
      <p>{account.keep === 'device' ? m.sign_out_device() : m.sign_out_tab()}</p>
      {services.storage.hasDraft(profileId) && <p>{m.sign_out_draft()}</p>}
      <SubmissionsLost profileId={profileId} />
      {views > 0 && (
        <Checkbox
          label={m.lent_leave(counted(views))}
          checked={endsViews}
          onChange={setEndsViews}
        />
      )}
    </ConfirmDialog>
  )
}

/** Says how many submissions are lost with an account. */
function SubmissionsLost({ profileId }: { profileId: string }) {
  const { all, unknown } = useCount(profileId, countRecords, NO_RECORDS)
  if (all === 0) return null
  return (
    <p>
      {unknown === 0 ? m.account_submissions(counted(all)) : m.account_unknown(counted(unknown))}
    </p>
  )
}

type CountedAccount = Pick<StoredAccount, 'apiKey' | 'profileId'>

const NO_RECORDS = { all: 0, unknown: 0 }

/** What is counted of an account, once that is known. */
function useCount<Counts>(
  profileId: string,
  count: (account: CountedAccount) => Promise<Counts>,
  before: Counts,
): Counts {
  const { sessions } = useAccounts()
  const [counts, setCounts] = useState(before)
  useEffect(() => {
    const account = sessions.stored(profileId)
    if (account === undefined) return undefined
    let isGone = false
    const load = async () => {
      const found = await count(account)
      if (!isGone) setCounts(found)
    }
    void load()
    return () => {
      isGone = true
    }
  }, [sessions, profileId, count])
  return counts
}

/** The views of an account that are open; 0 if the host does not say so soon. */
async function countViews({ apiKey }: CountedAccount): Promise<number> {
  if (!(await lendsViews())) return 0
  try {
    const { readOwnViews } = await import('#web/api/views.ts')
    const views = await readOwnViews({ apiKey, signal: AbortSignal.timeout(VIEWS_MS) })
    return views.length
  } catch (error) {
    if (!isNotLoaded(error)) caughtFailure(error)
    return 0
  }
}

/** @returns whether they have ended */
async function endViewsOf(account: CountedAccount | undefined): Promise<boolean> {
  if (account === undefined) return true
  try {
    const { endView } = await import('#web/api/views.ts')
    await endView({ apiKey: account.apiKey, signal: AbortSignal.timeout(VIEWS_MS) })
    return true
  } catch (error) {
    if (!isNotLoaded(error)) caughtFailure(error)
    return false
  }
}

/** Counts an account's submissions in this browser, and those with an unknown outcome. */
async function countRecords(account: CountedAccount): Promise<typeof NO_RECORDS> {
  try {
    const records = await import('#web/poster-records/account-records.ts')
    return await records.countRecords(account)
  } catch (error) {
    if (!isNotLoaded(error)) reportDefect(error)
    // Without the code that counts them, say nothing.
    return NO_RECORDS
  }
}
