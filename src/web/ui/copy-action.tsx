import { Button } from '#web/ui/button.tsx'
import { useCopy } from '#web/ui/copy-button.tsx'

/** A button with a text that copies something, and shows for a moment whether that worked. */
export function CopyAction({
  label,
  textOf,
  copied,
  failed,
}: {
  label: string
  /** called when the button is pressed */
  textOf: () => string
  /** announced when the text is on the clipboard */
  copied: string
  /** announced when the browser refused */
  failed: string
}) {
  const { icon, copy } = useCopy({ copied, failed })
  return (
    <Button
      onClick={() => {
        copy(textOf())
      }}
    >
      {icon}
      <span>{label}</span>
    </Button>
  )
}
