import type { Ref } from 'react'

import type { Keep } from '#web/accounts/account-record.ts'
import { useAccounts } from '#web/accounts/accounts-home.ts'
import type { DeviceProblem } from '#web/accounts/vault/device-vault.ts'
import {
  canKeepOnDevice,
  isTooShort,
  MIN_PASSPHRASE_LENGTH,
} from '#web/accounts/vault/passphrase.ts'
import { SecretField } from '#web/accounts/connect/secret-field.tsx'
import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { Banner } from '#web/ui/banner.tsx'
import { RadioList } from '#web/ui/radio-list.tsx'

/** Where a key is to be kept, and the passphrase that was typed for it. */
export interface KeepChoiceState {
  readonly keep: Keep
  readonly passphrase: string
}

/** What is wrong with the passphrase before anything is tried; undefined: nothing. */
export function passphraseProblem({
  keep,
  passphrase,
}: KeepChoiceState): DeviceProblem | undefined {
  if (keep === 'tab') return undefined
  return passphrase !== '' && isTooShort(passphrase) ? 'passphrase-too-short' : undefined
}

/** The radio group "Keep this key", with the passphrase where one is needed. */
export function KeepChoice({
  choice,
  onChange,
  passphraseRef,
  problem,
}: {
  choice: KeepChoiceState
  onChange: (choice: KeepChoiceState) => void
  passphraseRef: Ref<HTMLInputElement>
  /** about the passphrase, or about keeping */
  problem: string | undefined
}) {
  const isPossible = canKeepOnDevice()
  return (
    <div className="flex flex-col gap-3">
      <RadioList
        legend={m.keep_legend()}
        name="keep"
        value={choice.keep}
        onChange={(keep) => {
          onChange({ ...choice, keep })
        }}
        options={[
          { value: 'tab', label: m.keep_tab(), help: m.keep_tab_help() },
          {
            value: 'device',
            label: m.keep_device(),
            help: isPossible ? m.keep_device_help() : m.keep_device_impossible(),
            isDisabled: !isPossible,
          },
        ]}
      />
      {choice.keep === 'device' && (
        <PassphraseField
          inputRef={passphraseRef}
          value={choice.passphrase}
          onChange={(passphrase) => {
            onChange({ ...choice, passphrase })
          }}
          problem={problem}
        />
      )}
    </div>
  )
}

/** The passphrase of this device: the one there is, or the one it gets. Not asked for where the vault is open. */
export function PassphraseField({
  inputRef,
  value,
  onChange,
  problem,
}: {
  inputRef: Ref<HTMLInputElement>
  value: string
  onChange: (passphrase: string) => void
  problem: string | undefined
}) {
  const { sessions, storage } = useAccounts()
  const isOpen = (sessions.open()?.vaultKey ?? null) !== null
  const isThere = storage.readVault() !== null
  if (isOpen) return problem === undefined ? null : <Banner tone="problem" title={problem} />
  return (
    <SecretField
      label={m.passphrase()}
      showLabel={m.passphrase_show()}
      inputRef={inputRef}
      name="passphrase"
      autoComplete={isThere ? 'current-password' : 'new-password'}
      value={value}
      onChange={(event) => {
        onChange(event.target.value)
      }}
      help={
        isThere
          ? m.passphrase_help_existing()
          : m.passphrase_help_new({ min: formatNumber(MIN_PASSPHRASE_LENGTH) })
      }
      problem={problem}
    />
  )
}
