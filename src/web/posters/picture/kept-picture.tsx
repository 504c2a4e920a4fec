import { type ReactNode, useEffect, useRef, useState } from 'react'

import { readUploadAddress } from '#contract/uploads.ts'
import { caughtFailure } from '#web/api/api-error.ts'
import { hostTime } from '#web/api/exchange.ts'
import { useApiSession } from '#web/api/session.tsx'
import { deletePicture } from '#web/api/uploads.ts'
import { describeFailure } from '#web/failures/describe-failure.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { formatClock } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { focusOnce } from '#web/ui/page-heading.tsx'
import { useClock } from '#web/ui/now.ts'
import { usePosters } from '#web/posters/posters-context.ts'

type Deletion = 'none' | 'asked' | { problem: string }

/**
 * What there is to know about a picture that a host keeps: where it is and until when, and a button that deletes it. Nothing for the
 * address of any other image.
 */
export function KeptPicture({
  url,
  about = '',
  describedBy,
  children,
}: {
  url: string
  /** what else there is to say of it, while it is there */
  about?: string | undefined
  /** id of a text that distinguishes the button from others */
  describedBy?: string | undefined
  /** what else can be done with it, while it is there */
  children?: ReactNode
}) {
  const session = useApiSession()
  const { deleted, onDeleted, findUse } = usePosters().pictures
  const [deletion, setDeletion] = useState<Deletion>('none')
  const { name, until } = readUploadAddress(url) ?? { name: '', until: 0 }
  const isOver = useClock((now) => Number(until <= hostTime(now))) === 1
  if (name === '') return null
  const problem = typeof deletion === 'object' ? deletion.problem : ''
  const isDeleted = deleted.includes(name)
  const isThere = !isDeleted && !isOver

  function say(...sentences: string[]) {
    const words = joinSentences(m.picture_not_deleted(), ...sentences)
    setDeletion({ problem: words })
    announce(words)
  }

  async function remove() {
    setDeletion('asked')
    try {
      const done = await deletePicture(session, name)
      if (done === 'deleted') onDeleted(name)
      else say(done === 'absent' ? m.picture_not_here() : m.picture_other_key())
    } catch (error) {
      const { what, advice } = describeFailure(caughtFailure(error))
      say(what, advice)
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
      <p
        // The button that was pressed goes away.
        ref={isDeleted && deletion === 'asked' ? focusOnce : undefined}
        tabIndex={-1}
        className="min-w-0 grow basis-56 wrap-anywhere"
      >
        {isThere
          ? joinSentences(
              about,
              m.picture_kept({ host: new URL(url).host, time: formatClock(until) }),
              problem,
            )
          : m.picture_gone()}
      </p>
      {isThere && !session.isReadOnly && (
        <div className="flex flex-wrap gap-2 empty:hidden">
          {children}
          {findUse(url) !== 'poster' && (
            <Button
              aria-describedby={describedBy}
              aria-disabled={deletion === 'asked'}
              onClick={() => {
                if (deletion !== 'asked') void remove()
              }}
            >
              {m.picture_delete()}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** A small picture, drawn: the page's policy allows no image without an address. */
export function Thumbnail({ jpeg }: { jpeg: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current !== null) void draw(canvas.current, jpeg)
  }, [jpeg])
  return (
    <canvas
      ref={canvas}
      aria-hidden
      className="size-12 shrink-0 rounded-control border border-line bg-canvas object-cover"
    />
  )
}

async function draw(canvas: HTMLCanvasElement, jpeg: string) {
  try {
    const bytes = Uint8Array.from(atob(jpeg), (char) => char.codePointAt(0) ?? 0)
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
    canvas.width = bitmap.width
    canvas.height = bitmap.height
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
    bitmap.close()
  } catch {
    // What was stored is no picture. The frame stays empty.
  }
}
