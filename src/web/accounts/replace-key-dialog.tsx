import { useState } from 'react'

import { ConnectForm } from '#web/accounts/connect-form.tsx'
import { m } from '#web/messages/generated/messages.js'
import { Banner } from '#web/ui/banner.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Takes another key in place of the one at work; the screen stays behind it. */
export function ReplaceKeyDialog({
  accountName,
  isRefused,
  isCreating,
  onConnect,
  onClose,
}: {
  accountName: string
  /** it opens by itself, because the key at work was refused */
  isRefused: boolean
  /** a creation is on its way: its answer would go with the key */
  isCreating: () => boolean
  onConnect: (name: string, apiKey: string) => void
  onClose: () => void
}) {
  const [isHeldUp, setIsHeldUp] = useState(false)
  return (
    <Dialog title={m.account_replace_title()} closeLabel={m.close()} onClose={onClose}>
      <p className="text-sm text-muted">
        {isRefused
          ? `${m.error_unauthorized()} ${m.account_rows_stay()}`
          : m.account_replace_text()}
      </p>
      {isHeldUp && <Banner tone="problem" title={m.account_creating()} />}
      <ConnectForm
        defaultName={accountName}
        // In sight: the next key may be another customer's.
        initialName={accountName}
        onConnect={(name, apiKey) => {
          const isBusy = isCreating()
          setIsHeldUp(isBusy)
          if (!isBusy) onConnect(name, apiKey)
        }}
      />
    </Dialog>
  )
}
