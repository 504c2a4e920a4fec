import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'

import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'

/** A password field with a button that shows its text. */
export function SecretField({
  showLabel,
  ...field
}: Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'> & {
  /** names the button that shows the text */
  showLabel: string
}) {
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <TextField
      {...field}
      type={isShown ? 'text' : 'password'}
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
