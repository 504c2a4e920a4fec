import { Check, Copy, X } from 'lucide-react'
import { useEffect, useState } from 'react'

import { IconButton } from '#web/ui/button.tsx'
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

interface CopyWords {
  /** announced when the text is on the clipboard */
  copied: string
  /** announced when the browser refused */
  failed: string
}

/** A function that copies a text, and for a moment whether that worked: as a value, and as an icon. */
export function useCopy({ copied, failed }: CopyWords) {
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
      announce(copied)
    } catch {
      setResult('refused')
      announce(failed)
    }
  }
  return { result, icon: icons[result], copy: (text: string) => void copy(text) }
}

/** An icon button that copies a text, and shows for a moment whether that worked. */
export function CopyButton({ text, label, ...words }: CopyWords & { text: string; label: string }) {
  const { icon, copy } = useCopy(words)
  return (
    <IconButton
      label={label}
      onClick={() => {
        copy(text)
      }}
    >
      {icon}
    </IconButton>
  )
}

/**
 * Puts a text on the clipboard.
 *
 * @throws if the browser refuses
 */
async function copyText(text: string): Promise<void> {
  try {
    // Throws at once on a page with plain http: there, browsers have no `navigator.clipboard`.
    await navigator.clipboard.writeText(text)
  } catch (error) {
    if (!copyByCommand(text)) throw error
  }
}

/** Copies with the command of old, which needs no secure context. @returns whether the text is on the clipboard */
function copyByCommand(text: string): boolean {
  let isCopied = false
  const onCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    // Nobody else writes something of their own to it.
    event.stopImmediatePropagation()
    isCopied = event.clipboardData !== null
  }
  const unselect = selectSomething()
  addEventListener('copy', onCopy, { capture: true })
  // oxlint-disable-next-line typescript/no-deprecated -- all browsers have it, and nothing took its place on plain http
  const isDone = document.execCommand('copy')
  removeEventListener('copy', onCopy, { capture: true })
  unselect()
  return isDone && isCopied
}

/**
 * Selects an invisible text, as Safari copies nothing without a selection.
 *
 * @returns a function that puts selection and focus back
 */
function selectSomething(): () => void {
  const selection = getSelection()
  const focused = document.activeElement
  const before = selection?.rangeCount === 1 ? selection.getRangeAt(0).cloneRange() : undefined
  const something = document.createElement('span')
  something.className = 'sr-only'
  something.ariaHidden = 'true'
  something.textContent = '\u00a0'
  // Outside an open modal dialog nothing can be selected.
  const place = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  place.append(something)
  selection?.selectAllChildren(something)
  return () => {
    something.remove()
    selection?.removeAllRanges()
    if (before !== undefined) selection?.addRange(before)
    if (focused instanceof HTMLElement && focused !== document.activeElement) {
      focused.focus({ preventScroll: true })
    }
  }
}
