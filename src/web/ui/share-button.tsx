import { Share2 } from 'lucide-react'

import { Button } from '#web/ui/button.tsx'
import { announce } from '#web/ui/live-region.tsx'

/** Whether this device can share a link with other apps. */
export function canShare(url: string): boolean {
  return typeof navigator.canShare === 'function' && navigator.canShare({ url })
}

/** A button that hands a link to the device, for other apps. Show it only where `canShare`. */
export function ShareButton({
  url,
  title,
  label,
  failed,
}: {
  url: string
  /** what apps show with the link */
  title: string
  label: string
  /** announced when the device refused */
  failed: string
}) {
  return (
    <Button
      onClick={() => {
        navigator.share({ title, url }).catch((error: unknown) => {
          // The person has closed the device's dialog.
          if (error instanceof DOMException && error.name === 'AbortError') return
          announce(failed)
        })
      }}
    >
      <Share2 aria-hidden className="size-3.5" />
      <span>{label}</span>
    </Button>
  )
}
