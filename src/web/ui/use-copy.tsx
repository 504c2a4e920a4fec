import { Check, Copy, X } from 'lucide-react'
import { useEffect, useState } from 'react'

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

/**
 * A function that copies a text, and for a moment whether that worked: as a value, and as an icon.
 *
 * @param words what is announced
 */
export function useCopy(words: { copied: string; failed: string }) {
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
      announce(words.copied)
    } catch {
      setResult('refused')
      announce(words.failed)
    }
  }
  return { result, icon: icons[result], copy: (text: string) => void copy(text) }
}
