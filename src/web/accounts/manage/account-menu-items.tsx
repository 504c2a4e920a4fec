import {
  Check,
  Eye,
  Lock,
  LogOut,
  type LucideIcon,
  Pencil,
  Plus,
  Trash2,
  Users,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { openAccountActions } from '#web/accounts/account-actions.ts'
import type { AccountDialogRequest } from '#web/accounts/manage/account-dialog.tsx'
import { useAccountDialogs } from '#web/accounts/manage/account-dialogs.tsx'
import type { Account } from '#web/accounts/account-sessions.ts'
import type { AccountSummary } from '#web/accounts/account-record.ts'
import { isCreating, useAccounts, useShownAccounts } from '#web/accounts/account-services.ts'
import { describeKeeping } from '#web/accounts/manage/keeping.ts'
import { canLeaveAtOnce } from '#web/accounts/manage/sign-out-dialog.tsx'
import { useLongestView } from '#web/api/host-info.ts'
import { useMayBeDeleted } from '#web/poster-records/lasting-storage.ts'
import { DisplayControls } from '#web/shell/display-controls.tsx'
import { Version } from '#web/shell/notes.tsx'
import { m } from '#web/messages/generated/messages.js'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Unkept } from '#web/ui/unkept.tsx'

/** A link to the screen of accounts. @param onFollow is called when the link is followed */
export type RenderAccountsLink = (
  label: ReactNode,
  className: string,
  onFollow: () => void,
) => ReactNode

/** The items of the account menu. */
export function AccountMenuItems({
  account,
  menuId,
  renderAccountsLink,
  onLeave,
}: {
  account: Account
  menuId: string
  renderAccountsLink: RenderAccountsLink
  /** closes the menu */
  onLeave: () => void
}) {
  const services = useAccounts()
  const { accounts, isKept } = useShownAccounts(services)
  const mayBeDeleted = useMayBeDeleted()
  const openDialog = useAccountDialogs()
  const ask = (request: AccountDialogRequest) => () => {
    openDialog(request)
  }
  const { profileId } = account
  const canLend = useLongestView() !== undefined && !account.isLent
  // Items that end the session wait for a creation on its way, as it costs points.
  const [mustWait, setMustWait] = useState(() => isCreating(account))

  /** Checks again on a click. @returns whether to go on; otherwise the menu stays open and says why */
  function canEndSession(): boolean {
    const isBusy = isCreating(account)
    setMustWait(isBusy)
    return !isBusy
  }
  const endsSession = { menuId, isDisabled: mustWait, canGoOn: canEndSession }

  async function signOut() {
    if (await canLeaveAtOnce(services, account))
      await openAccountActions(services).signOut(profileId)
    else openDialog({ kind: 'sign-out', profileId })
  }

  return (
    <>
      {accounts.length > 1 && (
        <AccountSwitch accounts={accounts} active={profileId} menuId={menuId} />
      )}
      <p className="px-2.5 pt-1.5 pb-2 text-sm text-muted">
        {mustWait ? m.account_creating() : describeKeeping(account, isKept, mayBeDeleted)}
      </p>
      <Item menuId={menuId} label={m.account_add()} Icon={Plus} act={ask({ kind: 'add' })} />
      {!account.isLent && (
        <Item
          menuId={menuId}
          label={m.account_edit()}
          Icon={Pencil}
          act={ask({ kind: 'edit', profileId })}
        />
      )}
      {canLend && (
        <Item menuId={menuId} label={m.lend()} Icon={Eye} act={ask({ kind: 'lend', tasks: [] })} />
      )}
      <div className="flex">
        {renderAccountsLink(
          <>
            <Users aria-hidden className="size-4 text-muted" />
            <span>{m.account_all()}</span>
          </>,
          `${buttonClass('quiet')} w-full justify-start`,
          onLeave,
        )}
      </div>
      <div className="mt-1.5 border-t border-line pt-1.5">
        <DisplayControls className="pb-1 [&>div]:ml-2.5" menuId={menuId} />
        <Unkept words={m.choice_unkept()} />
      </div>
      <div className="mt-1.5 border-t border-line pt-1.5">
        <Item
          menuId={menuId}
          label={m.account_lock()}
          Icon={Lock}
          act={() => {
            services.sessions.lock('asked')
          }}
        />
        {accounts.some(({ keep }) => keep === 'tab') && (
          <p className="px-2.5 pb-1.5 pl-9 text-xs text-muted">{m.account_lock_note()}</p>
        )}
        <Item
          {...endsSession}
          label={m.account_sign_out()}
          Icon={LogOut}
          act={() => void signOut()}
        />
        <Item
          {...endsSession}
          label={m.account_forget_all()}
          Icon={Trash2}
          act={ask({ kind: 'forget-all' })}
        />
        <div className="px-2.5 py-1">
          <Version />
        </div>
      </div>
    </>
  )
}

/** An item that closes the menu. */
function Item({
  menuId,
  label,
  Icon,
  act,
  isDisabled = false,
  canGoOn,
}: {
  menuId: string
  label: string
  Icon: LucideIcon
  act: () => void
  isDisabled?: boolean
  /** if it returns false, the menu stays open and nothing else happens */
  canGoOn?: () => boolean
}) {
  return (
    <Button
      tone="quiet"
      className="w-full justify-start"
      popoverTarget={menuId}
      popoverTargetAction="hide"
      disabled={isDisabled}
      onClick={(event) => {
        if (canGoOn?.() === false) event.preventDefault()
        else act()
      }}
    >
      <Icon aria-hidden className="size-4 text-muted" />
      <span>{label}</span>
    </Button>
  )
}

/** The open accounts, to switch to another one. */
function AccountSwitch({
  accounts,
  active,
  menuId,
}: {
  accounts: readonly AccountSummary[]
  /** profile id of the active account */
  active: string
  menuId: string
}) {
  const services = useAccounts()
  return (
    <div role="group" aria-label={m.account_switch()} className="border-b border-line pb-1.5">
      {accounts.map(({ profileId, name, keyTail, isReadOnly }) => (
        <Button
          key={profileId}
          tone="quiet"
          className="w-full justify-start"
          popoverTarget={menuId}
          popoverTargetAction="hide"
          aria-current={profileId === active}
          onClick={() => openAccountActions(services).switchTo(profileId)}
        >
          <Check
            aria-hidden
            className={`size-4 shrink-0 ${profileId === active ? '' : 'invisible'}`}
          />
          <bdi title={name} className="min-w-0 truncate">
            {name}
          </bdi>
          <span className="ml-auto font-mono text-xs text-muted">{`••••${keyTail}`}</span>
          {isReadOnly && <span className="text-xs text-muted">{m.account_read_only()}</span>}
        </Button>
      ))}
    </div>
  )
}
