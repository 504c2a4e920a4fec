import { ChevronDown, KeyRound, LogOut } from 'lucide-react'
import { useId, useState } from 'react'

import type { Account } from '#web/accounts/account-sessions.ts'
import { noteRemains } from '#web/accounts/remains.ts'
import { useReplaceKey } from '#web/accounts/replace-key.tsx'
import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { Button, buttonClass } from '#web/ui/button.tsx'

/** The journal of submissions is no part of what every screen loads. */
const loadSubmissions = () => import('#web/api/poster-tasks.ts')

/** Which account is at work, always in sight, and what can be done with its key. */
export function AccountMenu({ account, onForget }: { account: Account; onForget: () => void }) {
  const menuId = useId()
  const replaceKey = useReplaceKey()
  const [isCreating, setIsCreating] = useState(false)
  const [submissions, setSubmissions] = useState({ all: 0, unknown: 0 })
  const { session } = account

  /** What is lost with the key is said before it is. */
  async function countLosses() {
    try {
      const { countSubmissions } = await loadSubmissions()
      setSubmissions(await countSubmissions(session))
    } catch {
      // The code did not come: the menu works without this note.
    }
  }

  /** A session that ends takes the answer to a creation with it, and that may have cost points. */
  function checkCreating() {
    const isBusy = session.queryClient.isMutating() > 0
    setIsCreating(isBusy)
    return isBusy
  }

  async function forget() {
    if (checkCreating()) return
    let isGone = false
    try {
      const { forgetSubmissions } = await loadSubmissions()
      isGone = await forgetSubmissions(session)
    } catch {
      // The code did not come, as the host is gone: the key is forgotten all the same.
    }
    // Another key may be at work by now: that one is not forgotten.
    if (session.signal.aborted || checkCreating()) return
    noteRemains(!isGone)
    onForget()
  }

  const { all, unknown } = submissions
  const label = m.account_button({ name: account.name, tail: account.keyTail })
  return (
    <>
      <button
        type="button"
        popoverTarget={menuId}
        aria-label={label}
        title={label}
        className={`${buttonClass()} max-w-full`}
      >
        <bdi className="max-w-32 min-w-0 truncate">{account.name}</bdi>
        <span className="font-mono text-xs text-muted">••••{account.keyTail}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
      </button>
      <div
        id={menuId}
        popover="auto"
        onToggle={({ newState }) => {
          if (newState !== 'open') return
          checkCreating()
          void countLosses()
        }}
        className="fixed top-13 right-3 left-auto m-0 w-64 rounded-panel border border-line bg-raised p-1.5 text-ink shadow-float sm:right-6"
      >
        <p className="px-2.5 pt-1.5 pb-2 text-sm text-muted">
          {isCreating && m.account_creating()}
          {!isCreating && (account.isKept ? m.account_kept() : m.account_not_kept())}
        </p>
        {all > 0 && (
          <p className="px-2.5 pb-2 text-sm text-muted">
            {unknown === 0
              ? m.account_submissions({ count: all, shown: formatNumber(all) })
              : m.account_unknown({ count: unknown, shown: formatNumber(unknown) })}
          </p>
        )}
        <Button
          tone="quiet"
          className="w-full justify-start"
          popoverTarget={menuId}
          popoverTargetAction="hide"
          disabled={isCreating}
          onClick={(event) => {
            // Where one has begun since, the menu stays and says so.
            if (checkCreating()) event.preventDefault()
            else replaceKey()
          }}
        >
          <KeyRound aria-hidden className="size-4 text-muted" />
          {m.account_replace()}
        </Button>
        <Button
          tone="quiet"
          className="w-full justify-start"
          disabled={isCreating}
          onClick={() => void forget()}
        >
          <LogOut aria-hidden className="size-4 text-muted" />
          {m.account_forget()}
        </Button>
      </div>
    </>
  )
}
