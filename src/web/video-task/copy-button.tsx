import { m } from '#web/messages/generated/messages.js'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useCopy } from '#web/ui/use-copy.tsx'

/** What is announced after a copy. */
export const copyWords = () => ({ copied: m.copy_copied(), failed: m.copy_failed() })

/** An icon button that copies a text, and shows for a moment whether that worked. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { icon, copy } = useCopy(copyWords())
  return (
    <IconButton label={label} onClick={() => copy(text)}>
      {icon}
    </IconButton>
  )
}

/**
 * A button with a text that copies something, and shows for a moment whether that worked.
 *
 * @param textOf called when the button is pressed
 */
export function CopyAction({ label, textOf }: { label: string; textOf: () => string }) {
  const { icon, copy } = useCopy(copyWords())
  return (
    <Button onClick={() => copy(textOf())}>
      {icon}
      <span>{label}</span>
    </Button>
  )
}
