import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'

import { type LeftOut, MAX_API_KEY_LENGTH, readApiKey } from '#contract/authentication.ts'
import type { AccountSummary, Keep } from '#web/accounts/account-record.ts'
import { useAccounts } from '#web/accounts/account-services.ts'
import { Form } from '#web/accounts/form/form-dialog.tsx'
import { PassphraseField } from '#web/accounts/form/passphrase-field.tsx'
import { SecretField } from '#web/accounts/form/secret-field.tsx'
import { useForm } from '#web/accounts/form/use-form.ts'
import { isNameTaken, type NewAccount } from '#web/accounts/account-state.ts'
import { describeDeviceProblem } from '#web/accounts/vault/device-problem.ts'
import { isTooShort, openDeviceVault, canKeepOnDevice } from '#web/accounts/vault/device-vault.ts'
import { type ApiFailure, caughtFailure, isAboutKey } from '#web/api/api-error.ts'
import { checkApiKey } from '#web/api/video-tasks.ts'
import { FailureBanner } from '#web/failures/failure-banner.tsx'
import { joinList, joinSentences } from '#web/format/sentences.ts'
import { showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, RadioList } from '#web/ui/boxes.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { useKeepDeviceHelp } from '#web/accounts/form/keep-device-help.ts'

const keyProblems = {
  empty: m.connect_problem_empty,
  characters: m.connect_problem_characters,
  unclear: m.connect_problem_unclear,
  'too-long': m.connect_problem_too_long,
}

/** Longest name of an account, in characters. */
const MAX_NAME_LENGTH = 60

interface ConnectFormProps {
  /** the account's name if none is typed */
  defaultName: string
  /** the options are open at first: the person has other accounts */
  hasOptionsOpen?: boolean
  /** the account that is edited; undefined: another one is connected */
  edited?: EditedAccount
  /**
   * Connects the account after its key was checked.
   *
   * @param account of an account that is edited and keeps its key, `apiKey` is empty
   * @param passphrase null: the key is kept in this tab
   * @returns why that failed, in words; undefined: it is connected
   */
  connect: (account: NewAccount, passphrase: string | null) => Promise<string | undefined>
}

/** An account that is edited. It stays where it is kept. */
interface EditedAccount extends Pick<
  AccountSummary,
  'profileId' | 'name' | 'isReadOnly' | 'keyTail'
> {
  /** whether its key can be replaced, or has to be */
  newKey: 'none' | 'possible' | 'needed'
}

/** Takes a key, checks it with the service and connects it. What was typed stays until that works. */
export function ConnectForm(props: ConnectFormProps) {
  const { form, failure, keep, setKeep, isReadOnly, setIsReadOnly, keyInput, ...actions } =
    useConnectForm(props)
  const { edited } = props
  const isRefused = failure !== undefined && isAboutKey(failure)
  const canConnectAnyway = !isRefused && readApiKey(form.values.apiKey).ok
  const { problems } = form
  const notConnected = failure !== undefined && (
    <FailureBanner failure={failure} title={m.connect_not_connected()}>
      {canConnectAnyway && <Button onClick={actions.connectAnyway}>{m.connect_anyway()}</Button>}
    </FailureBanner>
  )
  const key = (
    <>
      <KeyField
        {...form.field('apiKey')}
        help={
          edited?.newKey === 'possible'
            ? joinSentences(m.edit_key_help({ tail: edited.keyTail }), m.account_replace_text())
            : undefined
        }
        inputRef={keyInput}
        onChange={(event) => actions.changeKey(event.target.value)}
      />
      {/* Next to the field that has the focus: at the end of the form, a phone would not show it. */}
      {isRefused && notConnected}
    </>
  )
  const name = (
    <TextField
      {...form.field('name')}
      label={m.connect_name()}
      name="account-name"
      autoComplete="off"
      maxLength={MAX_NAME_LENGTH}
      help={edited === undefined ? m.connect_name_help() : undefined}
    />
  )
  const readOnly = (
    <Checkbox
      label={m.connect_read_only()}
      help={m.connect_read_only_help()}
      checked={isReadOnly}
      onChange={setIsReadOnly}
    />
  )
  const submitLabel = edited === undefined ? m.connect_connect() : m.edit_submit()
  return (
    <Form form={form} submitLabel={form.isPending ? m.connect_connecting() : submitLabel}>
      {/* The dialog focuses its first field. */}
      {(edited === undefined || edited.newKey === 'needed') && key}
      {edited === undefined ? (
        <MoreOptions
          isOpenAtFirst={props.hasOptionsOpen === true}
          isNeeded={(problems.name ?? problems.passphrase) !== undefined}
        >
          {name}
          <KeepChoice
            keep={keep}
            onChange={setKeep}
            passphrase={<PassphraseField {...form.field('passphrase')} />}
          />
          {readOnly}
        </MoreOptions>
      ) : (
        <>
          {name}
          {edited.newKey === 'possible' && key}
          {edited.newKey !== 'needed' && readOnly}
        </>
      )}
      <p className="text-sm text-muted">{m.connect_keep()}</p>
      {!isRefused && notConnected}
    </Form>
  )
}

/** What most people leave as it is: the name, where the key is kept, and the read-only mark. */
function MoreOptions({
  isOpenAtFirst,
  isNeeded,
  children,
}: {
  isOpenAtFirst: boolean
  /** one of the fields has a problem */
  isNeeded: boolean
  children: ReactNode
}) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const isShown = isOpen || isNeeded
  return (
    <>
      <Button
        tone="quiet"
        className="-ml-2.5 self-start"
        aria-expanded={isShown}
        onClick={() => setIsOpen(!isShown)}
      >
        <span>{m.connect_more()}</span>
        <ChevronDown aria-hidden className={classNames('size-4', isShown && 'rotate-180')} />
      </Button>
      {isShown && children}
    </>
  )
}

/** The state of the form. The key is checked with the service before it is connected. */
function useConnectForm({ defaultName, edited, connect }: ConnectFormProps) {
  const { sessions, storage } = useAccounts()
  const vault = openDeviceVault(storage)
  const keyInput = useRef<HTMLInputElement>(null)
  const [keep, setKeep] = useState<Keep>('tab')
  const [isReadOnly, setIsReadOnly] = useState(edited?.isReadOnly === true)
  const [failure, setFailure] = useState<ApiFailure>()

  const keepsKey = (typed: string) =>
    edited !== undefined && edited.newKey !== 'needed' && typed.trim() === ''

  /** The names of locked accounts are not known here. */
  function problemOfName(apiKey: string, name: string) {
    if (edited !== undefined && cleanName(name) === undefined) return m.edit_name_problem()
    const own = { apiKey, ...(edited && { profileId: edited.profileId }) }
    const accounts = sessions.tabAccounts()?.accounts ?? []
    return isNameTaken(accounts, cleanName(name) ?? defaultName, own) ? m.name_taken() : undefined
  }

  const form = useForm({
    initial: { apiKey: '', name: edited?.name ?? '', passphrase: '' },
    validate({ apiKey, name, passphrase }) {
      const reading = readApiKey(apiKey)
      const isShort = keep === 'device' && passphrase !== '' && isTooShort(passphrase)
      // A passphrase may have characters that no key has: it is recognised when the form is submitted.
      const isUnread = !reading.ok && (reading.problem === 'empty' || !vault.exists())
      const isNamed = reading.ok || keepsKey(apiKey)
      return {
        apiKey: isUnread && !keepsKey(apiKey) ? keyProblems[reading.problem]() : undefined,
        name: isNamed ? problemOfName(reading.ok ? reading.apiKey : '', name) : undefined,
        passphrase: isShort ? describeDeviceProblem('passphrase-too-short') : undefined,
      }
    },
    async submit(values, signal) {
      if (keepsKey(values.apiKey)) return connectKey('')
      if (await vault.hasPassphrase(values.apiKey))
        return { apiKey: m.connect_problem_passphrase() }
      const reading = readApiKey(values.apiKey)
      if (!reading.ok) return { apiKey: keyProblems[reading.problem]() }
      setFailure(undefined)
      try {
        await checkApiKey({ apiKey: reading.apiKey, signal })
      } catch (error) {
        if (signal.aborted) return undefined
        const found = caughtFailure(error)
        setFailure(found)
        if (isAboutKey(found)) keyInput.current?.focus()
        return undefined
      }
      return signal.aborted ? undefined : connectKey(reading.apiKey)
    },
  })

  // A person may change the other fields while the key is checked.
  const latest = useRef({ ...form.values, keep, isReadOnly })
  useEffect(() => {
    latest.current = { ...form.values, keep, isReadOnly }
  })

  async function connectKey(apiKey: string) {
    const { name, passphrase, ...options } = latest.current
    const account = { name: cleanName(name), defaultName, apiKey, isReadOnly: options.isReadOnly }
    const problem = await connect(account, options.keep === 'device' ? passphrase : null)
    return { [edited === undefined ? 'passphrase' : 'form']: problem }
  }

  return {
    form,
    failure,
    keep,
    setKeep,
    isReadOnly,
    setIsReadOnly,
    keyInput,
    changeKey: (text: string) => {
      form.set('apiKey', text)
      // The check and its failure were about another key.
      form.cancel()
      setFailure(undefined)
    },
    connectAnyway: () => {
      const reading = readApiKey(form.values.apiKey)
      if (reading.ok) form.attempt(async () => connectKey(reading.apiKey))
    },
  }
}

/** @returns undefined: no name was typed */
function cleanName(typed: string): string | undefined {
  const name = showUntrusted(typed.trim(), MAX_NAME_LENGTH)
  return name === '' ? undefined : name
}

/** The radio group "Keep this key". @param passphrase the field that is shown for this device */
function KeepChoice({
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

const leftOutWords: Record<LeftOut, () => string> = {
  quotes: m.connect_left_out_quotes,
  text: m.connect_left_out_text,
  unseen: m.connect_left_out_unseen,
}

/** What of the typed text is not used as the key. */
function leftOutOf(typed: string): string | undefined {
  const reading = readApiKey(typed)
  if (!reading.ok || reading.leftOut === undefined) return undefined
  return m.connect_left_out({
    parts: joinList(reading.leftOut.map((what) => leftOutWords[what]())),
  })
}

/** The field for an API key. It says what of the typed text is not used. */
function KeyField({
  value,
  ...field
}: Pick<ComponentProps<typeof TextField>, 'problem' | 'help' | 'inputRef' | 'onChange'> & {
  value: string
}) {
  return (
    <SecretField
      {...field}
      label={m.connect_key()}
      showLabel={m.connect_show_key()}
      value={value}
      note={leftOutOf(value)}
      name="api-key"
      isKey
      maxLength={MAX_API_KEY_LENGTH * 2}
    />
  )
}
