import { Suspense, useId, useRef, useState } from 'react'

import { AccountButton } from '#web/accounts/account-button.tsx'
import type { RenderAccountsLink } from '#web/accounts/manage/account-menu-items.tsx'
import type { Account } from '#web/accounts/account-sessions.ts'
import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { useOpenLayer } from '#web/ui/pauses.ts'

const AccountMenuItems = lazyPart(
  async () => (await import('#web/accounts/manage/account-menu-items.tsx')).AccountMenuItems,
  NotLoaded,
)

/** The button that names the active account, with the menu of accounts. */
export function AccountMenu({
  account,
  renderAccountsLink,
}: {
  account: Account
  renderAccountsLink: RenderAccountsLink
}) {
  const menuId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  useOpenLayer('menu', isOpen)
  return (
    <>
      <AccountButton ref={button} account={account} menuId={menuId} />
      <div
        id={menuId}
        popover="auto"
        onToggle={({ newState }) => {
          setIsOpen(newState === 'open')
        }}
        // Close the menu when the focus moves on. The button toggles it by itself.
        onBlur={({ currentTarget, relatedTarget }) => {
          const isLeft = relatedTarget !== null && !currentTarget.contains(relatedTarget)
          if (isLeft && relatedTarget !== button.current) currentTarget.hidePopover()
        }}
        className="below-header fixed m-0 w-72 overflow-y-auto overscroll-contain rounded-panel border border-line bg-raised p-1.5 text-ink shadow-float"
      >
        {isOpen && (
          <Suspense>
            <AccountMenuItems
              account={account}
              menuId={menuId}
              renderAccountsLink={renderAccountsLink}
            />
          </Suspense>
        )}
      </div>
    </>
  )
}
