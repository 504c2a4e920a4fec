import { useState } from 'react'

import { openAccountActions } from '#web/accounts/account-actions.ts'
import { useAccounts } from '#web/accounts/accounts-home.ts'
import { m } from '#web/messages/generated/messages.js'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Asks before everything of this app is removed from this browser. */
export function ForgetAllDialog({ onClose }: { onClose: () => void }) {
  const home = useAccounts()
  const [isHeldUp, setIsHeldUp] = useState(false)

  function forget() {
    // Its answer says what it cost.
    const isBusy = (home.sessions.current()?.session.queryClient.isMutating() ?? 0) > 0
    setIsHeldUp(isBusy)
    if (isBusy) return
    onClose()
    void openAccountActions(home).forgetEverything()
  }

  return (
    <Dialog title={m.forget_all_title()} closeLabel={m.close()} onClose={onClose} isQuestion>
      <p>{m.forget_all_text()}</p>
      {isHeldUp && <Banner tone="problem" title={m.account_creating()} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="large" onClick={onClose}>
          {m.cancel()}
        </Button>
        <Button tone="danger" size="large" onClick={forget}>
          {m.forget_all_confirm()}
        </Button>
      </div>
    </Dialog>
  )
}
