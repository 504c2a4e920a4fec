import {
  Check,
  KeyRound,
  Lock,
  LogOut,
  type LucideIcon,
  Pencil,
  Plus,
  Trash2,
  Users,
} from 'lucide-react'
import { type MouseEvent, type ReactNode, useState } from 'react'

import { openAccountActions } from '#web/accounts/account-actions.ts'
import { useAccountDialogs } from '#web/accounts/manage/account-dialogs.tsx'
import type { Account } from '#web/accounts/account-sessions.ts'
import { useAccounts, useAccountsState } from '#web/accounts/accounts-home.ts'
import { describeKeeping } from '#web/accounts/keeping.ts'
import { canLeaveAtOnce } from '#web/accounts/manage/sign-out-dialog.tsx'
import { m } from '#web/messages/generated/messages.js'
import { Button, buttonClass } from '#web/ui/button.tsx'

/** A link to the page of accounts. @param onFollow is called when it is followed */
export type RenderAccountsLink = (
  label: ReactNode,
  className: string,
  onFollow: () => void,
) => ReactNode

/** What can be done with the accounts of this tab, from anywhere. */
export function AccountMenuItems({
  account,
  menuId,
  renderAccountsLink,
}: {
  account: Account
  menuId: string
  renderAccountsLink: RenderAccountsLink
}) {
  const home = useAccounts()
  const { accounts, isKept } = useAccountsState(home)
  const openDialog = useAccountDialogs()
  const { profileId, session } = account
  // A creation that is on its way costs points: its answer is waited for.
  const [isCreating, setIsCreating] = useState(() => session.queryClient.isMutating() > 0)
  const hasTabKeys = accounts.some(({ keep }) => keep === 'tab')

  /** Where one has begun since, the menu stays and says so. */
  function unlessCreating(event: MouseEvent, act: () => void) {
    const isBusy = session.queryClient.isMutating() > 0
    setIsCreating(isBusy)
    if (isBusy) event.preventDefault()
    else act()
  }

  async function signOut() {
    if (await canLeaveAtOnce(home, account)) await openAccountActions(home).signOut(profileId)
    else openDialog({ kind: 'sign-out', profileId })
  }

  const item = (label: string, Icon: LucideIcon, act: () => void, waits = false) => (
    <Button
      tone="quiet"
      className="w-full justify-start"
      popoverTarget={menuId}
      popoverTargetAction="hide"
      disabled={waits && isCreating}
      onClick={(event) => {
        if (waits) unlessCreating(event, act)
        else act()
      }}
    >
      <Icon aria-hidden className="size-4 text-muted" />
      {label}
    </Button>
  )

  return (
    <>
      {accounts.length > 1 && (
        <div role="group" aria-label={m.account_switch()} className="border-b border-line pb-1.5">
          {accounts.map((one) => (
            <Button
              key={one.profileId}
              tone="quiet"
              className="w-full justify-start"
              popoverTarget={menuId}
              popoverTargetAction="hide"
              aria-current={one.profileId === profileId}
              onClick={() => {
                openAccountActions(home).switchTo(one.profileId)
              }}
            >
              <Check
                aria-hidden
                className={`size-4 shrink-0 ${one.profileId === profileId ? '' : 'invisible'}`}
              />
              <bdi className="min-w-0 truncate">{one.name}</bdi>
              <span className="ml-auto font-mono text-xs text-muted">••••{one.keyTail}</span>
              {one.isReadOnly && (
                <span className="text-xs text-muted">{m.account_read_only()}</span>
              )}
            </Button>
          ))}
        </div>
      )}
      <p className="px-2.5 pt-1.5 pb-2 text-sm text-muted">
        {isCreating ? m.account_creating() : describeKeeping(account, isKept)}
      </p>
      {item(m.account_add(), Plus, () => {
        openDialog({ kind: 'add' })
      })}
      {item(m.account_rename(), Pencil, () => {
        openDialog({ kind: 'rename', profileId })
      })}
      {item(
        m.account_replace(),
        KeyRound,
        () => {
          openDialog({ kind: 'replace-key', profileId, isRefused: false })
        },
        true,
      )}
      <div className="flex">
        {renderAccountsLink(
          <>
            <Users aria-hidden className="size-4 text-muted" />
            {m.account_all()}
          </>,
          `${buttonClass('quiet')} w-full justify-start`,
          () => {
            document.getElementById(menuId)?.hidePopover()
          },
        )}
      </div>
      <div className="mt-1.5 border-t border-line pt-1.5">
        {item(m.account_lock(), Lock, () => {
          home.sessions.lock('asked')
        })}
        {hasTabKeys && (
          <p className="px-2.5 pb-1.5 pl-9 text-xs text-muted">{m.account_lock_note()}</p>
        )}
        {item(m.account_sign_out(), LogOut, () => void signOut(), true)}
        {item(
          m.account_forget_all(),
          Trash2,
          () => {
            openDialog({ kind: 'forget-all' })
          },
          true,
        )}
      </div>
    </>
  )
}
