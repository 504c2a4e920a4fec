import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { MAX_API_KEY_LENGTH, readApiKey } from '#contract/authentication.ts'
import { type ApiFailure, failureOf, isAboutKey } from '#web/api/api-error.ts'
import { FailureBanner } from '#web/notices/failure-banner.tsx'
import { checkApiKey } from '#web/api/video-tasks.ts'
import { showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'

const keyProblems = {
  empty: m.gate_problem_empty,
  characters: m.gate_problem_characters,
  'too-long': m.gate_problem_too_long,
}

const MAX_NAME_LENGTH = 60

/** Takes a key, checks it with the service and hands it on; keeps what was typed until it works. */
export function ConnectForm({
  defaultName,
  initialName = '',
  onConnect,
}: {
  /** the account's name where none is typed */
  defaultName: string
  /** stands in the field from the beginning */
  initialName?: string
  onConnect: (name: string, apiKey: string) => void
}) {
  const keyInput = useRef<HTMLInputElement>(null)
  const nameInput = useRef<HTMLInputElement>(null)
  const [key, setKey] = useState('')
  const [name, setName] = useState(initialName)
  const [isShown, setIsShown] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<ApiFailure>()
  const [isChecking, setIsChecking] = useState(false)
  const check = useRef<AbortController>(null)
  // A form that is gone must not connect: whoever closed it has changed their mind.
  useEffect(() => () => check.current?.abort(), [])

  const connect = (apiKey: string) => {
    // As it stands by now: one may go on to type while the key is checked.
    const typed = nameInput.current?.value ?? ''
    onConnect(showUntrusted(typed.trim(), MAX_NAME_LENGTH) || defaultName, apiKey)
  }

  async function submit() {
    if (isChecking) return
    const reading = readApiKey(key)
    setFailure(undefined)
    setProblem(reading.ok ? undefined : keyProblems[reading.problem]())
    if (!reading.ok) {
      keyInput.current?.focus()
      return
    }
    const abort = new AbortController()
    check.current = abort
    const { signal } = abort
    setIsChecking(true)
    try {
      await checkApiKey({ apiKey: reading.apiKey, signal })
      if (!signal.aborted) connect(reading.apiKey)
    } catch (error) {
      if (!signal.aborted) setFailure(failureOf(error))
    } finally {
      if (!signal.aborted) setIsChecking(false)
    }
  }

  const reading = readApiKey(key)
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextField
        label={m.gate_key()}
        inputRef={keyInput}
        // A password box for password managers and screen readers, found as the textbox it is.
        type={isShown ? 'text' : 'password'}
        role="textbox"
        name="api-key"
        autoComplete="current-password"
        autoCapitalize="none"
        spellCheck={false}
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
        trailing={
          <Button
            size="large"
            aria-pressed={isShown}
            aria-label={m.gate_show_key()}
            title={m.gate_show_key()}
            onClick={() => {
              setIsShown(!isShown)
            }}
          >
            {isShown ? (
              <EyeOff aria-hidden className="size-4" />
            ) : (
              <Eye aria-hidden className="size-4" />
            )}
          </Button>
        }
      />
      <TextField
        label={m.gate_name()}
        inputRef={nameInput}
        name="account-name"
        autoComplete="username"
        maxLength={MAX_NAME_LENGTH}
        value={name}
        onChange={(event) => {
          setName(event.target.value)
        }}
        help={m.gate_name_help()}
      />
      <p className="text-sm text-muted">{m.gate_keep()}</p>
      {failure !== undefined && (
        <FailureBanner failure={failure} title={m.gate_not_connected()}>
          {!isAboutKey(failure) && reading.ok && (
            <Button
              onClick={() => {
                connect(reading.apiKey)
              }}
            >
              {m.gate_anyway()}
            </Button>
          )}
        </FailureBanner>
      )}
      <Button tone="primary" size="large" type="submit" aria-disabled={isChecking}>
        {isChecking ? m.gate_connecting() : m.gate_connect()}
      </Button>
    </form>
  )
}
