import { ChevronDown } from 'lucide-react'
import { Suspense, useId, useRef, useState } from 'react'

import type { RenderAccountsLink } from '#web/accounts/manage/account-menu-items.tsx'
import type { Account } from '#web/accounts/account-sessions.ts'
import { isolated } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'

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
  const label = (name: string) => m.account_button({ name, tail: account.keyTail })
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={menuId}
        aria-label={label(account.name)}
        title={label(isolated(account.name))}
        className={`${buttonClass()} max-w-full min-w-0`}
      >
        {/* On a phone one below the other: which key it is can always be read. */}
        <span className="flex min-w-0 items-baseline gap-x-2 max-sm:flex-col max-sm:items-start max-sm:leading-tight">
          <bdi className="max-w-32 min-w-0 truncate max-sm:max-w-full max-sm:text-xs">
            {account.name}
          </bdi>
          <span className="shrink-0 font-mono text-xs text-muted max-sm:text-[0.6875rem]">
            ••••{account.keyTail}
          </span>
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted max-[22.5rem]:hidden" />
      </button>
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
