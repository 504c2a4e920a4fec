import { type RefObject, useEffect, useRef, useState } from 'react'

import { m } from '#web/messages/generated/messages.js'
import { drawFirstFrame } from '#web/video-task/preview/video-frame.ts'
import { classNames } from '#web/ui/class-names.ts'

/** Frames load when they are this near to the visible part of the page. */
const NEAR = '300px'

/** The first frame of a video. It loads when it comes near the visible part of the page. */
export function VideoPreview({
  url,
  isPlaying,
  startedAt,
  isSmall = false,
}: {
  /** must have passed safeHttpUrl, and previews may load from its host */
  url: URL
  /** the video plays over its frame, without sound, again and again */
  isPlaying: boolean
  /** several previews that began at this moment play in step, in milliseconds of performance.now(); undefined: it plays alone */
  startedAt?: number | undefined
  /** fills a small box: what is longer is cut off, and a video that does not load leaves the box as it is */
  isSmall?: boolean
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const state = useFrame(canvas, url.href)
  // When a whole sheet plays, only the visible videos do.
  const isInSight = useIsInSight(canvas, isPlaying && startedAt !== undefined)
  if (state === 'broken') {
    return isSmall ? null : <p className="p-2 text-sm text-muted">{m.video_no_preview()}</p>
  }
  return (
    <>
      <canvas
        ref={canvas}
        aria-hidden
        className={classNames(
          'absolute inset-0 size-full',
          isSmall ? 'object-cover' : 'object-contain',
          state === 'shown' && 'bg-screen',
          state === 'loading' && (isSmall ? 'opacity-0' : 'animate-shimmer bg-line'),
        )}
      />
      {isPlaying && state === 'shown' && (startedAt === undefined || isInSight) && (
        <video
          src={url.href}
          ref={letGo}
          onLoadedMetadata={({ currentTarget: video }) => {
            if (startedAt === undefined) return
            video.currentTime = ((performance.now() - startedAt) / 1_000) % video.duration
          }}
          // Its frame stays.
          onError={({ currentTarget: video }) => {
            video.hidden = true
          }}
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

/** Whether an element is in the visible part of the page; false while that is not wanted. */
function useIsInSight(target: RefObject<Element | null>, isWanted: boolean): boolean {
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    const element = target.current
    if (!isWanted || element === null) return undefined
    const observer = new IntersectionObserver((entries) => {
      setIsSeen(entries.at(-1)?.isIntersecting === true)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      setIsSeen(false)
    }
  }, [target, isWanted])
  return isSeen
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
