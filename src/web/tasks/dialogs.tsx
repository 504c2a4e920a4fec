import { useState } from 'react'

import { m } from '#web/messages/generated/messages.js'
import { buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { RawText } from '#web/ui/raw-text.tsx'

/** Shows a foreign text in full: the message of a failure, or the raw JSON of a row. */
export function TextDialog({
  title,
  text,
  isCode = false,
  onClose,
}: {
  title: string
  text: string
  isCode?: boolean
  onClose: () => void
}) {
  return (
    <Dialog title={title} closeLabel={m.close()} onClose={onClose}>
      <RawText text={text} isCode={isCode} showAll={m.show_all()} />
    </Dialog>
  )
}

/** Plays a video in place. */
export function VideoDialog({
  title,
  src,
  onClose,
}: {
  title: string
  /** an address that safeHttpUrl let through */
  src: string
  onClose: () => void
}) {
  return (
    <Dialog title={title} closeLabel={m.close()} onClose={onClose}>
      <Player src={src} />
    </Dialog>
  )
}

function Player({ src }: { src: string }) {
  const [hasFailed, setHasFailed] = useState(false)
  if (hasFailed) {
    return (
      <div className="space-y-3">
        <p role="alert">{m.tasks_video_failed()}</p>
        <a href={src} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
          {m.tasks_open()}
        </a>
      </div>
    )
  }
  return (
    <video
      src={src}
      controls
      autoPlay
      playsInline
      onError={() => {
        setHasFailed(true)
      }}
      // One height whatever it shows: nothing moves when it comes.
      className="h-[60dvh] w-full rounded-control bg-black object-contain"
    />
  )
}
