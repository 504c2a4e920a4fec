import { useRef, useState } from 'react'

import { openAccountActions } from '#web/accounts/account-actions.ts'
import { useAccounts } from '#web/accounts/accounts-home.ts'
import { describeDeviceProblem } from '#web/accounts/vault/device-problem.ts'
import { canKeepOnDevice } from '#web/accounts/vault/passphrase.ts'
import { SecretField } from '#web/accounts/connect/secret-field.tsx'
import { MAX_VAULT_LENGTH } from '#web/accounts/vault/vault-format.ts'
import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FileField } from '#web/ui/file-field.tsx'

/** Takes in the encrypted accounts of another computer. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const home = useAccounts()
  const fileInput = useRef<HTMLInputElement>(null)
  const passphraseInput = useRef<HTMLInputElement>(null)
  const [passphrase, setPassphrase] = useState('')
  const [fileProblem, setFileProblem] = useState<string>()
  const [problem, setProblem] = useState<string>()
  /** what keeps this device from taking them in */
  const [deviceProblem, setDeviceProblem] = useState<string>()
  const [done, setDone] = useState<{ added: number; known: number }>()
  const [isBusy, setIsBusy] = useState(false)

  async function take(file: File | undefined) {
    const text = await readText(file)
    setFileProblem(text === undefined ? m.import_problem_file() : undefined)
    if (text === undefined) {
      fileInput.current?.focus()
      return
    }
    const result = await openAccountActions(home).importVault(text, passphrase)
    setDeviceProblem(undefined)
    if (result.ok) {
      setDone(result)
      return
    }
    const words = describeDeviceProblem(result.problem)
    if (result.of === 'device') {
      const isShut = result.problem === 'wrong-passphrase'
      setDeviceProblem(isShut ? m.import_problem_locked() : words)
      return
    }
    const isAboutPassphrase = result.problem === 'wrong-passphrase'
    setFileProblem(isAboutPassphrase ? undefined : words)
    setProblem(isAboutPassphrase ? words : undefined)
    const wrong = isAboutPassphrase ? passphraseInput : fileInput
    wrong.current?.focus()
  }

  async function submit() {
    if (isBusy) return
    setIsBusy(true)
    try {
      await take(fileInput.current?.files?.[0])
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Dialog title={m.import_title()} closeLabel={m.close()} onClose={onClose}>
      {done === undefined ? (
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <p className="text-sm text-muted">
            {canKeepOnDevice() ? m.import_text() : m.keep_device_impossible()}
          </p>
          <FileField
            label={m.import_file()}
            chooseLabel={m.file_choose()}
            inputRef={fileInput}
            accept=".json,application/json"
            onChange={() => {
              setFileProblem(undefined)
            }}
            problem={fileProblem}
          />
          <SecretField
            label={m.passphrase()}
            showLabel={m.passphrase_show()}
            inputRef={passphraseInput}
            name="passphrase"
            autoComplete="off"
            value={passphrase}
            onChange={(event) => {
              setPassphrase(event.target.value)
              setProblem(undefined)
            }}
            help={m.import_passphrase_help()}
            problem={problem}
          />
          {deviceProblem !== undefined && <Banner tone="problem" title={deviceProblem} />}
          <Button
            tone="primary"
            size="large"
            type="submit"
            disabled={!canKeepOnDevice()}
            aria-disabled={isBusy}
          >
            {m.import_submit()}
          </Button>
        </form>
      ) : (
        <>
          <Banner
            tone="note"
            title={m.import_done({ count: done.added, shown: formatNumber(done.added) })}
          >
            {done.known > 0 && (
              <p>{m.import_known({ count: done.known, shown: formatNumber(done.known) })}</p>
            )}
          </Banner>
          <Button size="large" onClick={onClose}>
            {m.close()}
          </Button>
        </>
      )}
    </Dialog>
  )
}

/** undefined: no file was chosen, or it is far too large, or it cannot be read. */
async function readText(file: File | undefined): Promise<string | undefined> {
  if (file === undefined || file.size > MAX_VAULT_LENGTH) return undefined
  return file.text().catch(() => undefined)
}
