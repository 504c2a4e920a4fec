import { Check, Copy, X } from 'lucide-react'
import { useEffect, useState } from 'react'

import { m } from '#web/messages/generated/messages.js'
import { Button, IconButton } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/clipboard.ts'
import { announce } from '#web/ui/live-region.tsx'

const SHOWN_MS = 1_600

/** The icon for the result of the last copy. */
const icons = {
  none: <Copy aria-hidden className="size-3.5" />,
  copied: <Check aria-hidden className="size-3.5 text-completed" />,
  refused: <X aria-hidden className="size-3.5 text-failed" />,
}

/** The result of the last copy. `none` also after a moment, when it is no longer shown. */
export type CopyResult = keyof typeof icons

/** A function that copies a text, and for a moment whether that worked: as a value, and as an icon. */
export function useCopy() {
  const [result, setResult] = useState<CopyResult>('none')
  useEffect(() => {
    if (result === 'none') return undefined
    const timer = setTimeout(() => {
      setResult('none')
    }, SHOWN_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [result])
  async function copy(text: string) {
    try {
      await copyText(text)
      setResult('copied')
      announce(m.copy_copied())
    } catch {
      setResult('refused')
      announce(m.copy_failed())
    }
  }
  return { result, icon: icons[result], copy: (text: string) => void copy(text) }
}

/** An icon button that copies a text, and shows for a moment whether that worked. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { icon, copy } = useCopy()
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
  const { icon, copy } = useCopy()
  return (
    <Button onClick={() => copy(textOf())}>
      {icon}
      <span>{label}</span>
    </Button>
  )
}
