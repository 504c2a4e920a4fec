import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'

import { type LeftOut, MAX_API_KEY_LENGTH, readApiKey } from '#contract/authentication.ts'
import { joinList } from '#web/format/sentences.ts'
import { m } from '#web/messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'

/** Masks the text as a password field does, without being one. */
const MASK = '[&_input]:[-webkit-text-security:disc]'

/** Managers ignore "off" in a password field, but not here. Each has a word of its own besides. */
const UNMANAGED = {
  autoComplete: 'off',
  'data-1p-ignore': '',
  'data-bwignore': '',
  'data-lpignore': 'true',
  'data-form-type': 'other',
}

/**
 * A field for a secret, with a button that shows its text. A password manager fills in a passphrase. It has no part in a
 * key: it would offer the passphrase, or the password of another program on the same host.
 */
export function SecretField({
  showLabel,
  isKey = false,
  ...field
}: Omit<ComponentProps<typeof TextField>, 'type' | 'trailing' | 'className'> & {
  /** names the button that shows the text */
  showLabel: string
  isKey?: boolean
}) {
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <TextField
      {...field}
      {...(isKey && UNMANAGED)}
      type={isShown || isKey ? 'text' : 'password'}
      className={isKey && !isShown ? MASK : undefined}
      autoCapitalize="none"
      autoCorrect="off"
      enterKeyHint="go"
      spellCheck={false}
      trailing={
        <Button
          size="large"
          aria-pressed={isShown}
          aria-label={showLabel}
          title={showLabel}
          onClick={() => {
            setIsShown(!isShown)
          }}
        >
          <Icon aria-hidden className="size-4" />
        </Button>
      }
    />
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
export function KeyField({
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
