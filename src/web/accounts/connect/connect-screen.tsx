import { useState } from 'react'

import { openAccountActions } from '#web/accounts/account-actions.ts'
import { useAccounts, useShownAccounts, useStored } from '#web/accounts/account-services.ts'
import { ConnectForm } from '#web/accounts/connect/connect-form.tsx'
import { ForgetAllDialog } from '#web/accounts/manage/forget-all-dialog.tsx'
import { ImportDialog } from '#web/accounts/manage/import-dialog.tsx'
import type { LockReason } from '#web/accounts/lock/lock-clock.ts'
import { StorageNotice } from '#web/accounts/storage-notice.tsx'
import { describeDeviceProblem } from '#web/accounts/vault/device-problem.ts'
import { UnlockForm } from '#web/accounts/vault/unlock-form.tsx'
import { m } from '#web/messages/generated/messages.js'
import { prepareMayBeDeleted } from '#web/poster-records/lasting-storage.ts'
import { DisplayControls } from '#web/shell/display-controls.tsx'
import { Version } from '#web/shell/notes.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { PageHeading, PageTitle } from '#web/ui/page-heading.tsx'
import { withTimeout } from '#web/ui/with-timeout.ts'
import { prepareHostInfo, useDemoKey } from '#web/api/host-info.ts'
import { useLeave } from '#web/ui/effects.ts'

const lockReasons: Record<LockReason, () => string> = {
  asked: m.locked_asked,
  idle: m.locked_idle,
  absolute: m.locked_absolute,
  clock: m.locked_clock,
  'passphrase-changed': m.locked_passphrase_changed,
  'vault-changed': m.locked_vault_changed,
}

/** How long the screen waits for what it shows, in milliseconds: what comes later moves what is there. */
const PREPARE_MS = 1_000

/** Loads what the connect screen shows. Call it before the screen is first shown. */
export async function prepareConnectScreen(): Promise<void> {
  await withTimeout(PREPARE_MS, Promise.all([prepareHostInfo(), prepareMayBeDeleted()]))
}

/** Replaces every screen until an account is connected. */
export function ConnectScreen() {
  const services = useAccounts()
  const { locked, hasForgotten } = useShownAccounts(services)
  const hasVault = useStored(() => services.storage.readVault() !== null)
  // The form is folded only while there is a vault to unlock.
  const [isOpened, setIsOpened] = useState(!hasVault)
  const [dialog, setDialog] = useState<'import' | 'forget'>()
  const closeDialog = () => setDialog(undefined)
  // The next screen starts at its top.
  useLeave(() => scrollTo(0, 0))
  return (
    <main className="relative mx-auto flex w-full gutter max-w-[26rem] flex-1 flex-col gap-6 [--gutter:1rem] pt-[min(6rem,8vh)] pb-10">
      <PageTitle>{`${hasVault ? m.title_unlock() : m.title_connect()} · ${m.app_name()}`}</PageTitle>
      <div className="flex items-center gap-2.5">
        <span className="size-7 logo" />
        <span className="text-lg font-semibold tracking-tight">{m.app_name()}</span>
      </div>
      <div className="flex flex-col gap-2">
        <PageHeading>{hasVault ? m.unlock_title() : m.connect_title()}</PageHeading>
        <p className="text-muted">{hasVault ? m.unlock_intro() : m.connect_intro()}</p>
      </div>
      {locked !== null && (
        <Banner tone="note" title={lockReasons[locked]()}>
          {hasForgotten && <p>{m.locked_text()}</p>}
        </Banner>
      )}
      <StorageNotice />
      {hasVault && <UnlockForm />}
      {hasVault && <p className="text-sm text-muted">{m.unlock_forgotten()}</p>}
      {/* The same element with and without a vault: another tab may create one while a key is typed here. */}
      <details
        open={isOpened || !hasVault}
        onToggle={({ currentTarget }) => setIsOpened(currentTarget.open)}
        className={hasVault ? 'border-t border-line pt-4' : ''}
      >
        <summary className={hasVault ? 'cursor-pointer font-semibold' : 'hidden'}>
          {m.unlock_other_key()}
        </summary>
        <div className={hasVault ? 'pt-4' : ''}>
          <ConnectForm
            defaultName={m.connect_default_name()}
            connect={async (account, passphrase) =>
              describeDeviceProblem(await openAccountActions(services).connect(account, passphrase))
            }
          />
        </div>
      </details>
      <DemoAccount />
      <div className="flex flex-wrap gap-2 border-t border-line pt-5">
        <Button onClick={() => setDialog('import')}>{m.import_open()}</Button>
        {hasVault && <Button onClick={() => setDialog('forget')}>{m.forget_all_open()}</Button>}
        <DisplayControls />
      </div>
      <Version />
      {dialog === 'import' && <ImportDialog onClose={closeDialog} />}
      {dialog === 'forget' && <ForgetAllDialog onClose={closeDialog} />}
    </main>
  )
}

function DemoAccount() {
  const services = useAccounts()
  const demoKey = useDemoKey()
  if (demoKey === undefined) return null
  return (
    // Beside the form if there is room. Below it, many screens would not show it without scrolling.
    <section className="flex flex-col items-start gap-3 border-t border-line pt-5 lg:absolute lg:top-[calc(min(6rem,8vh)+3.25rem)] lg:left-full lg:w-60 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-6 xl:ml-6 xl:w-72">
      <h2 className="font-semibold">{m.connect_demo_title()}</h2>
      <p className="text-sm text-muted">{m.connect_demo_text()}</p>
      <Button
        size="large"
        onClick={() => {
          const name = m.connect_demo_name()
          const account = { name, defaultName: name, apiKey: demoKey, isReadOnly: false }
          void openAccountActions(services).connect(account, null)
        }}
      >
        {m.connect_demo()}
      </Button>
    </section>
  )
}
