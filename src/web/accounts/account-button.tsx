import { ChevronDown } from 'lucide-react'
import type { Ref } from 'react'

import type { AccountSummary } from '#web/accounts/account-record.ts'
import { isolated } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { buttonClass } from '#web/ui/button.tsx'

/** The button that names the active account. It opens the menu of accounts. */
export function AccountButton({
  ref,
  account: { name, keyTail },
  menuId,
}: {
  ref?: Ref<HTMLButtonElement>
  account: Pick<AccountSummary, 'name' | 'keyTail'>
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
