import { Check, Copy, X } from 'lucide-react'
import { useEffect, useState } from 'react'

import { IconButton } from '#web/ui/button.tsx'
import { announce } from '#web/ui/live-region.tsx'

const SHOWN_MS = 1_600

/** Copies a text and shows for a moment whether that worked. */
export function CopyButton({
  text,
  label,
  copied,
  failed,
}: {
  text: string
  label: string
  /** announced when the text is on the clipboard */
  copied: string
  /** announced when the browser refused */
  failed: string
}) {
  const [result, setResult] = useState<'copied' | 'failed'>()
  useEffect(() => {
    if (result === undefined) return undefined
    const timer = setTimeout(() => {
      setResult(undefined)
    }, SHOWN_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [result])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setResult('copied')
      announce(copied)
    } catch {
      setResult('failed')
      announce(failed)
    }
  }

  return (
    <IconButton label={label} onClick={() => void copy()}>
      {result === undefined && <Copy aria-hidden className="size-3.5" />}
      {result === 'copied' && <Check aria-hidden className="size-3.5 text-completed" />}
      {result === 'failed' && <X aria-hidden className="size-3.5 text-failed" />}
    </IconButton>
  )
}
