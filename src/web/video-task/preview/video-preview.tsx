import {
  type RefCallback,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'

import { useMediaAddress } from '#web/api/media.ts'
import { useApiSession } from '#web/api/session.tsx'
import { m } from '#web/messages/generated/messages.js'
import { classNames } from '#web/ui/class-names.ts'
import { isOfMediaHost } from '#web/video-task/media/handed-out.ts'
import { readAddress } from '#web/video-task/media/save-media.ts'
import { isAwaited, letGo } from '#web/video-task/preview/video-rounds.ts'
import { isSameAddress } from '#web/video-task/video-problem.ts'

/** Frames load when they are this near to the visible part of the page. */
const NEAR = '300px'

/** The first frame of a video. It loads when it comes near the visible part of the page. */
export function VideoPreview({
  url,
  isPlaying,
  joinRounds,
  isSmall = false,
  onEnded,
  onLoaded,
}: {
  /** must have passed safeHttpUrl, and previews may load from its host */
  url: URL
  /** the video plays over its frame, without sound, again and again, or once if `onEnded` is given */
  isPlaying: boolean
  /** of `createRounds`: previews with the same play in step; undefined: it plays alone */
  joinRounds?: RefCallback<HTMLVideoElement> | undefined
  /** fills a small box: what is longer is cut off, and a video that does not load leaves the box as it is */
  isSmall?: boolean
  onEnded?: (() => void) | undefined
  /** called when its frame is shown, or is known not to load */
  onLoaded?: (isShown: boolean) => void
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const state = useFrame(canvas, url.href, onLoaded)
  // When a whole sheet plays, only the visible videos do.
  const isInSight = useIsInSight(canvas, isPlaying)
  const [isBuffering, setIsBuffering] = useState(false)
  const isAsked = isOfMediaHost(url) && isPlaying && state === 'shown'
  const address = useMediaAddress(url.href, isAsked)
  if (state === 'broken') {
    return isSmall ? null : <p className="p-2 text-sm text-muted">{m.video_no_preview()}</p>
  }
  const fit = isSmall ? 'object-cover' : 'object-contain'
  return (
    <>
      <canvas
        ref={canvas}
        aria-hidden
        className={classNames(
          'absolute inset-0 size-full',
          fit,
          state === 'shown' && 'bg-screen',
          state === 'loading' && (isSmall ? 'opacity-0' : 'animate-shimmer bg-line'),
        )}
      />
      {isPlaying && isInSight && (
        <video
          // The others of its rounds wait for it from the start.
          src={state === 'shown' ? (address ?? undefined) : undefined}
          ref={joinRounds ?? letGo}
          onWaiting={() => setIsBuffering(true)}
          onStalled={({ currentTarget: video }) => setIsBuffering(isAwaited(video))}
          onCanPlay={() => setIsBuffering(false)}
          // Its frame stays.
          onError={({ currentTarget: video }) => {
            video.hidden = true
            setIsBuffering(false)
          }}
          autoPlay
          muted
          loop={joinRounds === undefined && onEnded === undefined}
          onEnded={onEnded}
          playsInline
          aria-hidden
          tabIndex={-1}
          className={classNames('absolute inset-0 size-full', fit)}
        />
      )}
      {isPlaying && isBuffering && !isSmall && (
        <p className="absolute bottom-1 left-1 rounded-inset bg-surface px-1.5 text-sm text-muted">
          {m.page_loading()}
        </p>
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

/** Draws the frame of a video once the canvas is near the visible part of the page. */
function useFrame(
  canvas: RefObject<HTMLCanvasElement | null>,
  href: string,
  onLoaded: ((isShown: boolean) => void) | undefined,
): 'loading' | 'shown' | 'broken' {
  const session = useApiSession()
  const [shown, setShown] = useState<{ href: string; isDrawn: boolean }>()
  const tell = useEffectEvent((isDrawn: boolean) => onLoaded?.(isDrawn))
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
      const address = await readAddress(session, new URL(href))
      const isDrawn =
        address !== null &&
        (await drawFirstFrame(new URL(address, location.origin), drawing, signal))
      if (signal.aborted) return
      observer.disconnect()
      setShown({ href, isDrawn })
      tell(isDrawn)
    }
    observer.observe(element)
    return () => {
      observer.disconnect()
      unmounted.abort()
    }
  }, [canvas, href, session])
  if (shown?.href !== href) return 'loading'
  return shown.isDrawn ? 'shown' : 'broken'
}

/** How many videos load at the same time. */
const AT_ONCE = 4

/** The longest side of a drawn frame, in pixels. A hundred of them take at most 50 MiB. */
const LONGEST_SIDE = 360

/** A video that shows nothing after this time is given up, in milliseconds. */
const TIME_LIMIT_MS = 20_000

/** A frame whose data is loaded is drawn after this time at the latest, in milliseconds. */
const FRAME_LIMIT_MS = 1_000

/** Browsers on phones show nothing of a video that has not been played, unless a time is asked for. */
const FIRST_MOMENT = '#t=0.1'

const limited = createLimiter(AT_ONCE)

/** The hosts that the content security policy has blocked since the page was loaded. They are not asked again. */
const blockedHosts = new Set<string>()

/**
 * Draws the first frame of a video, and lets go of the video: a page of a hundred tiles holds no video.
 *
 * @param url must have passed safeHttpUrl
 * @param signal aborted: the frame is not needed any more
 * @returns false if the video does not load
 */
async function drawFirstFrame(
  url: URL,
  canvas: HTMLCanvasElement,
  signal: AbortSignal,
): Promise<boolean> {
  let isDrawn = false
  await limited(async () => {
    if (blockedHosts.has(url.host)) return
    const video = document.createElement('video')
    video.muted = true
    video.playsInline = true
    video.preload = 'metadata'
    try {
      isDrawn = (await showsFrame(video, url, signal)) && draw(video, canvas)
    } finally {
      video.removeAttribute('src')
      // Ends the download.
      video.load()
    }
  }, signal)
  return isDrawn
}

/** Loads a video. @returns whether it shows a frame */
async function showsFrame(
  video: HTMLVideoElement,
  url: URL,
  signal: AbortSignal,
): Promise<boolean> {
  const listening = new AbortController()
  const once = { signal: listening.signal }
  let timer: ReturnType<typeof setTimeout> | undefined
  const result = new Promise<boolean>((resolve) => {
    // Chromium says that data is loaded before it can draw the frame, now and then.
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(() => resolve(true))
    video.addEventListener(
      'loadeddata',
      () => {
        clearTimeout(timer)
        timer = setTimeout(() => resolve(true), FRAME_LIMIT_MS)
      },
      once,
    )
    video.addEventListener('error', () => resolve(false), once)
    signal.addEventListener('abort', () => resolve(false), once)
    document.addEventListener(
      'securitypolicyviolation',
      ({ blockedURI }) => {
        if (!isSameAddress(blockedURI, url.href)) return
        blockedHosts.add(url.host)
        resolve(false)
      },
      once,
    )
    timer = setTimeout(() => resolve(false), TIME_LIMIT_MS)
  })
  video.src = url.hash === '' ? `${url.href}${FIRST_MOMENT}` : url.href
  try {
    return await result
  } finally {
    clearTimeout(timer)
    listening.abort()
  }
}

/** @returns false if the video has no picture */
function draw(video: HTMLVideoElement, canvas: HTMLCanvasElement): boolean {
  const { videoWidth, videoHeight } = video
  const longest = Math.max(videoWidth, videoHeight)
  if (longest === 0) return false
  const scale = Math.min(1, LONGEST_SIDE / longest)
  canvas.width = Math.max(1, Math.round(videoWidth * scale))
  canvas.height = Math.max(1, Math.round(videoHeight * scale))
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return true
}

/** Runs a job when it is its turn. An aborted job does not start. */
type Limiter = (job: () => Promise<void>, signal: AbortSignal) => Promise<void>

/**
 * Lets jobs run in the order in which they come.
 *
 * @param limit how many of them run at the same time
 */
export function createLimiter(limit: number): Limiter {
  let running = 0
  const waiting: (() => void)[] = []
  return async (job, signal) => {
    if (running < limit) running += 1
    else {
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
      })
    }
    try {
      if (!signal.aborted) await job()
    } finally {
      // The next one takes over this place.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
