import { useState } from 'react'

import { useAccountDialogs } from '#web/accounts/manage/account-dialogs.tsx'
import { useAccounts, useShownAccounts, useStored } from '#web/accounts/account-services.ts'
import { IDLE_ENTRY, IDLE_MINUTES } from '#web/accounts/lock/lock-clock.ts'
import { useMayBeDeleted } from '#web/poster-records/lasting-storage.ts'
import { formatNumber } from '#web/format/number.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { m } from '#web/messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { noteKept } from '#web/ui/device-choice.ts'
import { PageHeading, PageTitle } from '#web/ui/page-heading.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { Select } from '#web/ui/select.tsx'
import { openAccountActions } from '#web/accounts/account-actions.ts'
import type { AccountSummary } from '#web/accounts/account-record.ts'
import { describeKeeping, editButtonId } from '#web/accounts/manage/keeping.ts'
import { canKeepOnDevice } from '#web/accounts/vault/device-vault.ts'
import { Sentence } from '#web/ui/sentence.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** The accounts of this tab and of this device, and how they are locked. */
export function AccountsScreen() {
  const services = useAccounts()
  const { account, accounts, isKept } = useShownAccounts(services)
  const openDialog = useAccountDialogs()
  if (account === null) return null
  return (
    <div className="flex max-w-3xl flex-col gap-8">
      <PageTitle>{`${m.title_accounts()} · ${m.app_name()}`}</PageTitle>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-72 flex flex-col gap-1">
          <PageHeading>{m.accounts_heading()}</PageHeading>
          <p className="text-muted">{m.accounts_intro()}</p>
        </div>
        <Button tone="primary" onClick={() => openDialog({ kind: 'add' })}>
          {m.account_add()}
        </Button>
      </div>
      <ul aria-label={m.accounts_heading()} className="flex flex-col border-y border-line">
        {accounts.map((one) => (
          <AccountRow
            key={one.profileId}
            account={one}
            isActive={one.profileId === account.profileId}
            isKept={isKept}
          />
        ))}
      </ul>
      <Locking />
      <Device />
      <Section title={m.forget_all_section()} text={m.forget_all_text()}>
        <Button onClick={() => openDialog({ kind: 'forget-all' })}>{m.account_forget_all()}</Button>
      </Section>
    </div>
  )
}

function Locking() {
  const { sessions, clock } = useAccounts()
  const [, setChosen] = useState(clock.idleMinutes())
  const minutes = useStored(() => clock.idleMinutes())
  return (
    <Section title={m.lock_section()} text={m.lock_text()}>
      <Select
        label={m.lock_after()}
        value={String(minutes)}
        options={IDLE_MINUTES.map((value) => ({
          value: String(value),
          label: value === 0 ? m.lock_never() : m.lock_minutes({ minutes: formatNumber(value) }),
        }))}
        onChange={(value) => {
          const chosen = IDLE_MINUTES.find((one) => String(one) === value)
          if (chosen === undefined) return
          noteKept(IDLE_ENTRY, clock.chooseIdleMinutes(chosen))
          setChosen(chosen)
        }}
      />
      <Button onClick={() => sessions.lock('asked')}>{m.lock_now()}</Button>
    </Section>
  )
}

/** The actions on the vault of this device. */
function Device() {
  const { sessions, storage } = useAccounts()
  const openDialog = useAccountDialogs()
  const isThere = useStored(() => storage.readVault() !== null)
  const isOpen = (sessions.tabAccounts()?.vaultKey ?? null) !== null
  const mayBeDeleted = useMayBeDeleted()
  const openText = isOpen ? m.device_text() : m.device_text_locked()
  const lasting = mayBeDeleted === true ? m.device_text_while() : m.device_text_lasting()
  const button = (label: string, kind: 'unlock' | 'change-passphrase' | 'import') => (
    <Button onClick={() => openDialog({ kind })}>{label}</Button>
  )
  return (
    <Section
      title={m.device_section()}
      text={joinSentences(
        isThere ? openText : m.device_text_none(),
        mayBeDeleted === undefined ? '' : lasting,
      )}
    >
      {isThere && !isOpen && button(m.unlock(), 'unlock')}
      {isThere && isOpen && button(m.passphrase_change(), 'change-passphrase')}
      {isThere && (
        <Button
          onClick={() => {
            const text = storage.readVault()
            if (text !== null) saveVaultFile(text)
          }}
        >
          {m.export_vault()}
        </Button>
      )}
      {button(m.import_open(), 'import')}
    </Section>
  )
}

/** Saves the encrypted vault as a file, named for the day in UTC. It can only be used with its passphrase. */
function saveVaultFile(text: string): void {
  const day = new Date().toISOString().slice(0, 10)
  saveFile(`marquee-accounts-${day}.json`, new Blob([text], { type: 'application/json' }))
}

function Section({
  title,
  text,
  children,
}: {
  title: string
  text: string
  children: React.ReactNode
}) {
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-col gap-1">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-sm text-muted">{text}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </section>
  )
}

/** One account: its name, where its key is kept, and its actions. */
function AccountRow({
  account,
  isActive,
  isKept,
}: {
  account: AccountSummary
  isActive: boolean
  isKept: boolean
}) {
  const services = useAccounts()
  const openDialog = useAccountDialogs()
  const mayBeDeleted = useMayBeDeleted()
  const { profileId, name, keyTail, keep, isReadOnly, isLent, usedAt } = account
  const actions = openAccountActions(services)
  // The name of each button tells which account it is for.
  const button = (label: string, named: string, act: () => void, id?: string) => (
    <Button id={id} aria-label={named} onClick={act}>
      {label}
    </Button>
  )
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line py-3 last:border-b-0">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2">
          <bdi className="max-w-full truncate font-semibold">{name}</bdi>
          <span className="font-mono text-xs text-muted">{`••••${keyTail}`}</span>
          {isActive && <Tag>{m.account_active()}</Tag>}
          {isReadOnly && <Tag>{m.account_read_only()}</Tag>}
        </p>
        <p className="text-sm text-muted">
          <span>{describeKeeping(account, isKept, mayBeDeleted)}</span>
          {!isActive && (
            <>
              <span>{' · '}</span>
              <Sentence say={(ago) => m.account_used({ ago })}>
                <RelativeTime at={usedAt} />
              </Sentence>
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {!isActive &&
          button(m.account_use(), m.account_use_named({ name }), () => {
            actions.switchTo(profileId)
          })}
        {!isLent &&
          button(
            m.account_edit(),
            m.account_edit_named({ name }),
            () => {
              openDialog({ kind: 'edit', profileId })
            },
            editButtonId(profileId),
          )}
        {keep === 'tab' &&
          !isLent &&
          canKeepOnDevice() &&
          button(m.account_keep_on_device(), m.account_keep_named({ name }), () => {
            openDialog({ kind: 'keep-on-device', profileId })
          })}
        {button(m.account_sign_out(), m.account_sign_out_named({ name }), () => {
          openDialog({ kind: 'sign-out', profileId })
        })}
      </div>
    </li>
  )
}

function Tag({ children }: { children: string }) {
  return (
    <span className="shrink-0 rounded-full border border-line bg-hover px-2 py-0.5 text-xs">
      {children}
    </span>
  )
}
