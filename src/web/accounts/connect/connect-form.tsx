import { useEffect, useRef, useState } from 'react'

import { MAX_API_KEY_LENGTH, readApiKey } from '#contract/authentication.ts'
import { useAccounts } from '#web/accounts/accounts-home.ts'
import { describeDeviceProblem } from '#web/accounts/vault/device-problem.ts'
import type { DeviceProblem } from '#web/accounts/vault/device-vault.ts'
import { isNameTaken, type NewAccount } from '#web/accounts/open-accounts.ts'
import {
  KeepChoice,
  type KeepChoiceState,
  passphraseProblem,
} from '#web/accounts/connect/keep-choice.tsx'
import { SecretField } from '#web/accounts/connect/secret-field.tsx'
import { type ApiFailure, failureOf, isAboutKey } from '#web/api/api-error.ts'
import { checkApiKey } from '#web/api/video-tasks.ts'
import { showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { FailureBanner } from '#web/failures/failure-banner.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { TextField } from '#web/ui/text-field.tsx'

const keyProblems = {
  empty: m.gate_problem_empty,
  characters: m.gate_problem_characters,
  'too-long': m.gate_problem_too_long,
}

/** Longest name of an account, in characters. */
export const MAX_NAME_LENGTH = 60

/** Takes a key, checks it with the service and hands it on; keeps what was typed until it works. */
export function ConnectForm({
  defaultName,
  initialName = '',
  replaced,
  onConnect,
}: {
  /** the account's name where none is typed */
  defaultName: string
  /** stands in the field from the beginning */
  initialName?: string
  /** profile id of the account whose key it takes the place of: where that is kept, and its mark, stay as they were */
  replaced?: string
  /**
   * @param passphrase null: the key is to be kept in this tab
   * @returns why the key is not at work; undefined: it is
   */
  onConnect: (account: NewAccount, passphrase: string | null) => Promise<DeviceProblem | undefined>
}) {
  const { sessions } = useAccounts()
  const isReplacing = replaced !== undefined
  const keyInput = useRef<HTMLInputElement>(null)
  const nameInput = useRef<HTMLInputElement>(null)
  const passphraseInput = useRef<HTMLInputElement>(null)
  const [key, setKey] = useState('')
  const [name, setName] = useState(initialName)
  const [isReadOnly, setIsReadOnly] = useState(false)
  const [choice, setChoice] = useState<KeepChoiceState>({ keep: 'tab', passphrase: '' })
  const [problem, setProblem] = useState<string>()
  const [nameProblem, setNameProblem] = useState<string>()
  const [deviceProblem, setDeviceProblem] = useState<DeviceProblem>()
  const [failure, setFailure] = useState<ApiFailure>()
  const [isChecking, setIsChecking] = useState(false)
  const check = useRef<AbortController>(null)
  // As they stand by now: one may go on to choose while the key is checked.
  const chosen = useRef({ choice, isReadOnly })
  useEffect(() => {
    chosen.current = { choice, isReadOnly }
  }, [choice, isReadOnly])
  // A form that is gone must not connect: whoever closed it has changed their mind.
  useEffect(() => () => check.current?.abort(), [])

  /** undefined: none is typed */
  const typedName = () => {
    const typed = showUntrusted((nameInput.current?.value ?? '').trim(), MAX_NAME_LENGTH)
    return typed === '' ? undefined : typed
  }

  /** The names of accounts that are locked are not known here. */
  const isTaken = (apiKey: string) => {
    const own = { apiKey, ...(isReplacing && { profileId: replaced }) }
    return isNameTaken(sessions.open()?.accounts ?? [], typedName() ?? defaultName, own)
  }

  const connect = async (apiKey: string) => {
    const { choice: keeping, ...mark } = chosen.current
    const result = await onConnect(
      { name: typedName(), defaultName, apiKey, ...mark },
      keeping.keep === 'device' ? keeping.passphrase : null,
    )
    setDeviceProblem(result)
    if (result !== undefined) passphraseInput.current?.focus()
  }

  async function submit() {
    if (isChecking) return
    const reading = readApiKey(key)
    const short = passphraseProblem(choice)
    const hasTakenName = reading.ok && isTaken(reading.apiKey)
    setFailure(undefined)
    setProblem(reading.ok ? undefined : keyProblems[reading.problem]())
    setNameProblem(hasTakenName ? m.name_taken() : undefined)
    setDeviceProblem(short)
    if (!reading.ok || hasTakenName || short !== undefined) {
      const first = hasTakenName ? nameInput : passphraseInput
      const wrong = reading.ok ? first : keyInput
      wrong.current?.focus()
      return
    }
    const abort = new AbortController()
    check.current = abort
    const { signal } = abort
    setIsChecking(true)
    try {
      await checkApiKey({ apiKey: reading.apiKey, signal })
      if (!signal.aborted) await connect(reading.apiKey)
    } catch (error) {
      if (signal.aborted) return
      const found = failureOf(error)
      setFailure(found)
      if (isAboutKey(found)) keyInput.current?.focus()
    } finally {
      if (!signal.aborted) setIsChecking(false)
    }
  }

  const reading = readApiKey(key)
  const isRefused = failure !== undefined && isAboutKey(failure)
  const notConnected = failure !== undefined && (
    <FailureBanner failure={failure} title={m.gate_not_connected()}>
      {!isRefused && reading.ok && (
        <Button onClick={() => void connect(reading.apiKey)}>{m.gate_anyway()}</Button>
      )}
    </FailureBanner>
  )
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <SecretField
        label={m.gate_key()}
        showLabel={m.gate_show_key()}
        inputRef={keyInput}
        name="api-key"
        autoComplete="current-password"
        maxLength={MAX_API_KEY_LENGTH * 2}
        value={key}
        onChange={(event) => {
          setKey(event.target.value)
          // What was found out, or is being asked, was about another key.
          check.current?.abort()
          setIsChecking(false)
          setProblem(undefined)
          setFailure(undefined)
        }}
        problem={problem}
      />
      {/* At the field that has the focus: at the end of the form it would be below the screen of a phone. */}
      {isRefused && notConnected}
      <TextField
        label={m.gate_name()}
        inputRef={nameInput}
        name="account-name"
        autoComplete="username"
        maxLength={MAX_NAME_LENGTH}
        value={name}
        onChange={(event) => {
          setName(event.target.value)
          setNameProblem(undefined)
        }}
        problem={nameProblem}
        help={m.gate_name_help()}
      />
      {!isReplacing && (
        <>
          <KeepChoice
            choice={choice}
            onChange={(next) => {
              setChoice(next)
              setDeviceProblem(undefined)
            }}
            passphraseRef={passphraseInput}
            problem={describeDeviceProblem(deviceProblem)}
          />
          <Checkbox
            label={m.gate_read_only()}
            help={m.gate_read_only_help()}
            checked={isReadOnly}
            onChange={setIsReadOnly}
          />
        </>
      )}
      {isReplacing && deviceProblem !== undefined && (
        <Banner tone="problem" title={describeDeviceProblem(deviceProblem) ?? ''} />
      )}
      <p className="text-sm text-muted">{m.gate_keep()}</p>
      {!isRefused && notConnected}
      <Button tone="primary" size="large" type="submit" aria-disabled={isChecking}>
        {isChecking ? m.gate_connecting() : m.gate_connect()}
      </Button>
    </form>
  )
}
