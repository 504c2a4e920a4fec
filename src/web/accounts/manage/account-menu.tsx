import { ChevronDown } from 'lucide-react'
import { type Ref, useId, useRef, useState } from 'react'

import type { RenderAccountsLink } from '#web/accounts/manage/account-menu-items.tsx'
import type { Account } from '#web/accounts/account-sessions.ts'
import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { isolated } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { buttonClass } from '#web/ui/button.tsx'
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
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  useOpenLayer('menu', isOpen)
  return (
    <>
      <AccountButton ref={button} account={account} menuId={menuId} />
      <div
        ref={menu}
        id={menuId}
        popover="auto"
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
        // Close the menu when the focus moves on. The button toggles it by itself.
        onBlur={({ currentTarget, relatedTarget }) => {
          const isLeft = relatedTarget !== null && !currentTarget.contains(relatedTarget)
          if (isLeft && relatedTarget !== button.current) currentTarget.hidePopover()
        }}
        className="below-header fixed m-0 w-72 overflow-y-auto overscroll-contain rounded-panel border border-line bg-raised p-1.5 text-ink shadow-float"
      >
        {isOpen && (
          <AccountMenuItems
            account={account}
            menuId={menuId}
            renderAccountsLink={renderAccountsLink}
            onLeave={() => menu.current?.hidePopover()}
          />
        )}
      </div>
    </>
  )
}

/** Names the active account, and opens the menu. */
function AccountButton({
  ref,
  account: { name, keyTail },
  menuId,
}: {
  ref: Ref<HTMLButtonElement>
  account: Account
  /** the `id` of the menu */
  menuId: string
}) {
  const label = (shown: string) => m.account_button({ name: shown, tail: keyTail })
  return (
    <button
      ref={ref}
      type="button"
      popoverTarget={menuId}
      aria-label={label(name)}
      title={label(isolated(name))}
      className={`${buttonClass()} max-w-full min-w-0`}
    >
      {/* On a phone one below the other: which key it is can always be read. */}
      <span className="flex min-w-0 items-baseline gap-x-2 max-sm:flex-col max-sm:items-start max-sm:leading-tight">
        <bdi className="max-w-32 min-w-0 truncate max-sm:max-w-full max-sm:text-xs">{name}</bdi>
        <span className="shrink-0 font-mono text-xs text-muted max-sm:text-[0.6875rem]">
          {`••••${keyTail}`}
        </span>
      </span>
      <ChevronDown aria-hidden className="size-4 shrink-0 text-muted max-[22.5rem]:hidden" />
    </button>
  )
}
