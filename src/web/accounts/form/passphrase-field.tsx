import type { ChangeEvent } from 'react'

import { useAccounts } from '#web/accounts/account-services.ts'
import { SecretField } from '#web/accounts/form/secret-field.tsx'
import { MIN_PASSPHRASE_LENGTH } from '#web/accounts/vault/device-vault.ts'
import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { Banner } from '#web/ui/banner.tsx'

/** Takes the passphrase of this device, or a new one if there is no vault. An open vault needs none. */
export function PassphraseField({
  problem,
  ...field
}: {
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  problem: string | undefined
}) {
  const { sessions, storage } = useAccounts()
  const isOpen = (sessions.tabAccounts()?.vaultKey ?? null) !== null
  const isThere = storage.readVault() !== null
  if (isOpen) return problem === undefined ? null : <Banner tone="problem" title={problem} />
  return (
    <>
      <VaultName />
      <SecretField
        {...field}
        label={m.passphrase()}
        showLabel={m.passphrase_show()}
        name="passphrase"
        autoComplete={isThere ? 'current-password' : 'new-password'}
        help={
          isThere
            ? m.passphrase_help_existing()
            : m.passphrase_help_new({ min: formatNumber(MIN_PASSPHRASE_LENGTH) })
        }
        problem={problem}
      />
    </>
  )
}

/** The user name under which password managers store the passphrase: the same in every language. */
const VAULT_NAME = 'Marquee accounts of this device'

/** The hidden user name before a passphrase, by which a password manager finds its entry. */
export function VaultName() {
  return (
    <input type="text" name="vault" autoComplete="username" value={VAULT_NAME} readOnly hidden />
  )
}
