import type { ReactNode } from 'react'

import type { Keep } from '#web/accounts/account-record.ts'
import { canKeepOnDevice } from '#web/accounts/vault/device-vault.ts'
import { useKeepDeviceHelp } from '#web/accounts/form/keep-device-help.ts'
import { m } from '#web/messages/generated/messages.js'
import { RadioList } from '#web/ui/radio-list.tsx'

/** The radio group "Keep this key". @param passphrase the field that is shown for this device */
export function KeepChoice({
  keep,
  onChange,
  passphrase,
}: {
  keep: Keep
  onChange: (keep: Keep) => void
  passphrase: ReactNode
}) {
  const isPossible = canKeepOnDevice()
  const deviceHelp = useKeepDeviceHelp()
  return (
    <div className="flex flex-col gap-3">
      <RadioList
        legend={m.keep_legend()}
        name="keep"
        value={keep}
        onChange={onChange}
        options={[
          { value: 'tab', label: m.keep_tab(), help: m.keep_tab_help() },
          {
            value: 'device',
            label: m.keep_device(),
            help: isPossible ? deviceHelp : m.keep_device_impossible(),
            isDisabled: !isPossible,
          },
        ]}
      />
      {keep === 'device' && passphrase}
    </div>
  )
}
