import { type RefObject, useEffect, useRef, useState } from 'react'

import { m } from '#web/messages/generated/messages.js'
import { drawFirstFrame } from '#web/tasks/gallery/video-frame.ts'
import { classNames } from '#web/ui/class-names.ts'

/** Frames load when they are this near to the visible part of the page. */
const NEAR = '300px'

/** The first frame of a video. It loads when it comes near the visible part of the page. */
export function TilePicture({
  url,
  isPlaying,
}: {
  /** must have passed safeHttpUrl, and previews may load from its host */
  url: URL
  /** the video plays over its frame, without sound, again and again */
  isPlaying: boolean
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const state = useFrame(canvas, url.href)
  if (state === 'broken') return <p className="p-2 text-sm text-muted">{m.gallery_no_preview()}</p>
  return (
    <>
      <canvas
        ref={canvas}
        aria-hidden
        className={classNames(
          'absolute inset-0 size-full object-contain',
          state === 'loading' ? 'animate-shimmer bg-line' : 'bg-screen',
        )}
      />
      {isPlaying && state === 'shown' && (
        <video
          src={url.href}
          ref={letGo}
          autoPlay
          muted
          loop
          playsInline
          aria-hidden
          tabIndex={-1}
          className="absolute inset-0 size-full object-contain"
        />
      )}
    </>
  )
}

/** Ends the download when the element is removed. */
function letGo(video: HTMLVideoElement | null) {
  return () => {
    video?.removeAttribute('src')
    video?.load()
  }
}

/** Draws the frame of a video once the canvas is near the visible part of the page. */
function useFrame(
  canvas: RefObject<HTMLCanvasElement | null>,
  href: string,
): 'loading' | 'shown' | 'broken' {
  const [shown, setShown] = useState<{ href: string; isDrawn: boolean }>()
  useEffect(() => {
    const element = canvas.current
    if (element === null) return undefined
    const unmounted = new AbortController()
    let leaving = new AbortController()
    const observer = new IntersectionObserver(
      (entries) => {
        leaving.abort()
        if (entries.at(-1)?.isIntersecting !== true) return
        leaving = new AbortController()
        void show(element, AbortSignal.any([leaving.signal, unmounted.signal]))
      },
      { rootMargin: NEAR },
    )
    async function show(drawing: HTMLCanvasElement, signal: AbortSignal) {
      const isDrawn = await drawFirstFrame(new URL(href), drawing, signal)
      if (signal.aborted) return
      observer.disconnect()
      setShown({ href, isDrawn })
    }
    observer.observe(element)
    return () => {
      observer.disconnect()
      unmounted.abort()
    }
  }, [canvas, href])
  if (shown?.href !== href) return 'loading'
  return shown.isDrawn ? 'shown' : 'broken'
}
