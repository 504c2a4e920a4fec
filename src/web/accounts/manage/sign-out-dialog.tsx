import { useState } from 'react'

import { openAccountActions } from '#web/accounts/account-actions.ts'
import type { AccountSummary } from '#web/accounts/account-summary.ts'
import { type AccountsHome, useAccounts } from '#web/accounts/accounts-home.ts'
import { describeDeviceProblem } from '#web/accounts/vault/device-problem.ts'
import { countSubmissions, SubmissionsLost } from '#web/accounts/manage/submissions-lost.tsx'
import { m } from '#web/messages/generated/messages.js'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SentenceWith } from '#web/ui/untrusted-text.tsx'

/** Whether nothing is lost with an account that its key does not bring back. */
export async function canLeaveAtOnce(
  { sessions, storage }: AccountsHome,
  { profileId, keep }: AccountSummary,
): Promise<boolean> {
  const account = sessions.open()?.accounts.find((one) => one.profileId === profileId)
  if (account === undefined || keep === 'device' || storage.hasDraft(profileId)) return false
  return (await countSubmissions(account)).all === 0
}

/** Asks before an account is removed from this browser, and says what goes with it. */
export function SignOutDialog({
  account,
  onClose,
}: {
  account: AccountSummary
  onClose: () => void
}) {
  const home = useAccounts()
  const [problem, setProblem] = useState<string>()

  async function signOut() {
    const current = home.sessions.current()
    const isCreating =
      current?.profileId === account.profileId && current.session.queryClient.isMutating() > 0
    if (isCreating) {
      setProblem(m.account_creating())
      return
    }
    const result = await openAccountActions(home).signOut(account.profileId)
    setProblem(describeDeviceProblem(result))
    if (result === undefined) onClose()
  }

  return (
    <Dialog
      title={
        <SentenceWith
          shown={account.name}
          say={(name) => m.sign_out_title({ name, tail: account.keyTail })}
        />
      }
      closeLabel={m.close()}
      onClose={onClose}
      isQuestion
    >
      <p>{account.keep === 'device' ? m.sign_out_device() : m.sign_out_tab()}</p>
      {home.storage.hasDraft(account.profileId) && <p>{m.sign_out_draft()}</p>}
      <SubmissionsLost profileId={account.profileId} />
      {problem !== undefined && <Banner tone="problem" title={problem} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="large" onClick={onClose}>
          {m.cancel()}
        </Button>
        <Button tone="danger" size="large" onClick={() => void signOut()}>
          {m.account_sign_out()}
        </Button>
      </div>
    </Dialog>
  )
}
