import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'

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
          onClick={() => setIsShown(!isShown)}
        >
          <Icon aria-hidden className="size-4" />
        </Button>
      }
    />
  )
}
