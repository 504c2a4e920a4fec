import { Eye } from 'lucide-react'

import { useAccount } from '#web/accounts/account-services.ts'
import { useAccountDialogs } from '#web/accounts/manage/account-dialogs.tsx'
import { useLongestView } from '#web/api/host-info.ts'
import { m } from '#web/messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'

/** Lends a view of these tasks. It is not there in a lent view, and where the host lends none. @param tasks their names */
export function LendButton({ tasks }: { tasks: readonly string[] }) {
  const openDialog = useAccountDialogs()
  const account = useAccount()
  const canLend = useLongestView() !== undefined
  if (!canLend || account?.isLent !== false) return null
  return (
    <Button onClick={() => openDialog({ kind: 'lend', tasks })}>
      <Eye aria-hidden className="size-3.5" />
      <span>{m.lend()}</span>
    </Button>
  )
}
