import { useState, useEffect } from 'react'

import { openAccountActions } from '#web/accounts/account-actions.ts'
import type { AccountSummary } from '#web/accounts/account-record.ts'
import { type AccountServices, isCreating, useAccounts } from '#web/accounts/account-services.ts'
import { ConfirmDialog } from '#web/accounts/form/confirm-dialog.tsx'
import { describeDeviceProblem } from '#web/accounts/vault/device-problem.ts'
import { m } from '#web/messages/generated/messages.js'
import { SentenceWith } from '#web/ui/untrusted-text.tsx'
import { counted } from '#web/format/number.ts'
import { reportDefect } from '#web/api/api-error.ts'
import { isNotLoaded } from '#web/ui/is-not-loaded.ts'

/** Whether signing out of an account loses nothing that its key would not bring back. */
export async function canLeaveAtOnce(
  { sessions, storage }: AccountServices,
  { profileId, keep }: AccountSummary,
): Promise<boolean> {
  const account = sessions.stored(profileId)
  if (account === undefined || keep === 'device' || storage.hasDraft(profileId)) return false
  return (await countRecords(account)).all === 0
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
  const [problem, setProblem] = useState<string>()

  async function signOut() {
    const active = services.sessions.current()
    if (active?.profileId === account.profileId && isCreating(active)) {
      setProblem(m.account_creating())
      return
    }
    const result = await openAccountActions(services).signOut(account.profileId)
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
      {services.storage.hasDraft(account.profileId) && <p>{m.sign_out_draft()}</p>}
      <SubmissionsLost profileId={account.profileId} />
    </ConfirmDialog>
  )
}

/** Says how many submissions are lost with an account. */
function SubmissionsLost({ profileId }: { profileId: string }) {
  const { sessions } = useAccounts()
  const [submissions, setSubmissions] = useState({ all: 0, unknown: 0 })
  useEffect(() => {
    const account = sessions.stored(profileId)
    if (account === undefined) return undefined
    let isGone = false
    const count = async () => {
      const records = await countRecords(account)
      if (!isGone) setSubmissions(records)
    }
    void count()
    return () => {
      isGone = true
    }
  }, [sessions, profileId])
  const { all, unknown } = submissions
  if (all === 0) return null
  return (
    <p>
      {unknown === 0 ? m.account_submissions(counted(all)) : m.account_unknown(counted(unknown))}
    </p>
  )
}

/** Counts an account's submissions in this browser, and those with an unknown outcome. */
async function countRecords(account: {
  apiKey: string
  profileId: string
}): Promise<{ all: number; unknown: number }> {
  try {
    const records = await import('#web/poster-records/account-records.ts')
    return await records.countRecords(account)
  } catch (error) {
    if (!isNotLoaded(error)) reportDefect(error)
    // Without the code that counts them, say nothing.
    return { all: 0, unknown: 0 }
  }
}
