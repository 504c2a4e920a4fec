import { type ReactNode, useState } from 'react'

import { formatJson } from '#web/format/json-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { RawText } from '#web/ui/raw-text.tsx'
import { SentenceWith } from '#web/ui/untrusted-text.tsx'

/** Shows in full why a task failed. */
export function ErrorDialog({
  name,
  message,
  onClose,
}: {
  /** of the task */
  name: string
  /** of the service */
  message: string
  onClose: () => void
}) {
  const title = <SentenceWith shown={name} say={(task) => m.tasks_error_title({ task })} />
  return (
    <Dialog title={title} closeLabel={m.close()} onClose={onClose}>
      <RawText text={message} showAll={m.show_all()} />
    </Dialog>
  )
}

/** Shows what the service really sent in place of a row. */
export function JsonDialog({
  title,
  raw,
  onClose,
}: {
  title: ReactNode
  /** as it came, with numbers of any length */
  raw: unknown
  onClose: () => void
}) {
  return (
    <Dialog title={title} closeLabel={m.close()} onClose={onClose}>
      <RawText text={formatJson(raw)} isCode showAll={m.show_all()} />
    </Dialog>
  )
}

/** Plays a video in place. */
export function VideoDialog({
  name,
  src,
  onClose,
}: {
  /** of the task */
  name: string
  /** an address that safeHttpUrl let through */
  src: string
  onClose: () => void
}) {
  const title = <SentenceWith shown={name} say={(task) => m.tasks_video_title({ task })} />
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
      // It loads from the moment it is made: what fails before it is on the page tells React nothing.
      ref={(video) => {
        if (video !== null && video.error !== null) setHasFailed(true)
      }}
      src={src}
      controls
      autoPlay
      playsInline
      onError={() => {
        setHasFailed(true)
      }}
      // One height whatever it shows: nothing moves when it comes.
      className="h-[60dvh] w-full rounded-control bg-screen object-contain max-sm:-mx-5 max-sm:w-[calc(100%+2.5rem)] max-sm:max-w-none max-sm:rounded-none"
    />
  )
}
