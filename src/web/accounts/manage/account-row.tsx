import { useState } from 'react'

import { openAccountActions } from '#web/accounts/account-actions.ts'
import { useAccountDialogs } from '#web/accounts/manage/account-dialogs.tsx'
import type { AccountSummary } from '#web/accounts/account-summary.ts'
import { useAccounts } from '#web/accounts/accounts-home.ts'
import { describeDeviceProblem } from '#web/accounts/vault/device-problem.ts'
import { describeKeeping } from '#web/accounts/manage/keeping.ts'
import { canKeepOnDevice } from '#web/accounts/vault/device-vault.ts'
import { useMayBeDeleted } from '#web/submissions/lasting-storage.ts'
import { Sentence } from '#web/ui/sentence.tsx'
import { m } from '#web/messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** One account: its name, where its key is kept, and its actions. */
export function AccountRow({
  account,
  isActive,
  isKept,
}: {
  account: AccountSummary
  isActive: boolean
  isKept: boolean
}) {
  const home = useAccounts()
  const openDialog = useAccountDialogs()
  const mayBeDeleted = useMayBeDeleted()
  const [problem, setProblem] = useState<string>()
  const { profileId, name, keyTail, keep, isReadOnly, usedAt } = account
  const actions = openAccountActions(home)
  const markId = `mark-${profileId}`
  async function mark() {
    setProblem(describeDeviceProblem(await actions.change(profileId, { isReadOnly: !isReadOnly })))
    // The mark starts a new session, which remounts this row.
    document.getElementById(markId)?.focus()
  }

  // The name of each button tells which account it is for.
  const button = (label: string, named: string, act: () => void, id?: string) => (
    <Button id={id} aria-label={named} onClick={act}>
      {label}
    </Button>
  )
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line py-3 last:border-b-0">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2">
          <bdi className="max-w-full truncate font-semibold">{name}</bdi>
          <span className="font-mono text-xs text-muted">{`••••${keyTail}`}</span>
          {isActive && <Tag>{m.account_at_work()}</Tag>}
          {isReadOnly && <Tag>{m.account_read_only()}</Tag>}
        </p>
        <p className="text-sm text-muted">
          <span>{describeKeeping(account, isKept, mayBeDeleted)}</span>
          {!isActive && (
            <>
              <span>{' · '}</span>
              <Sentence say={(ago) => m.account_used({ ago })}>
                <RelativeTime at={usedAt} />
              </Sentence>
            </>
          )}
        </p>
        {problem !== undefined && (
          <p role="alert" className="text-sm text-failed">
            {problem}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {!isActive &&
          button(m.account_use(), m.account_use_named({ name }), () => {
            actions.switchTo(profileId)
          })}
        {button(m.account_rename(), m.account_rename_named({ name }), () => {
          openDialog({ kind: 'rename', profileId })
        })}
        {button(
          isReadOnly ? m.account_unmark() : m.account_mark(),
          isReadOnly ? m.account_unmark_named({ name }) : m.account_mark_named({ name }),
          () => void mark(),
          markId,
        )}
        {isActive &&
          button(m.account_replace(), m.account_replace_named({ name }), () => {
            openDialog({ kind: 'replace-key', profileId, isRefused: false })
          })}
        {keep === 'tab' &&
          canKeepOnDevice() &&
          button(m.account_keep_on_device(), m.account_keep_named({ name }), () => {
            openDialog({ kind: 'keep-on-device', profileId })
          })}
        {button(m.account_sign_out(), m.account_sign_out_named({ name }), () => {
          openDialog({ kind: 'sign-out', profileId })
        })}
      </div>
    </li>
  )
}

function Tag({ children }: { children: string }) {
  return (
    <span className="shrink-0 rounded-full border border-line bg-hover px-2 py-0.5 text-xs">
      {children}
    </span>
  )
}
