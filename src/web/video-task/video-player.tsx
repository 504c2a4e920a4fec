import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

import { joinSentences } from '#web/format/sentences.ts'
import { CELL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { downloadLink } from '#web/video-task/download/download-link.ts'
import { isSameAddress, type VideoProblem } from '#web/video-task/video-problem.ts'
import {
  type Place,
  type PlayerSource,
  type Run,
  type SecondLook,
  useRun,
} from '#web/video-task/video-run.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useMedia } from '#web/ui/media.ts'
import { REDUCED_MOTION } from '#web/ui/media-queries.ts'
import { SentenceWith } from '#web/ui/untrusted-text.tsx'
import { catchFocus } from '#web/ui/page-heading.tsx'

const secondLooks: Record<SecondLook, () => string> = {
  same: m.video_same,
  gone: m.video_gone,
  moved: m.video_moved,
  unread: m.video_unread,
  renewed: m.video_renewed_in_vain,
}

/**
 * Plays a video. If it does not load, or not any further, the task is read again, as the address may have expired and the
 * service may have a new one. The video then goes on where it was. Otherwise the player says why it failed, as far as
 * the browser reports it.
 */
export function VideoPlayer({
  className,
  isAmbient = false,
  ...source
}: PlayerSource & {
  /** sets the size, also while the video does not play */
  className: string
  /** nobody has pressed play: it plays without sound, again and again, and not at all where motion is reduced */
  isAmbient?: boolean
}) {
  const { run, retry, ...reports } = useRun(source)
  const blocked = useBlockedMedia()
  if (run.problem === undefined || run.look === undefined) {
    return (
      // The element stays for the next address, with its volume, on the full screen or in its own window.
      <div className={classNames('relative', className)}>
        <Film run={run} isAmbient={isAmbient} {...reports} />
        {run.problem !== undefined && (
          <Standby className="absolute inset-0">
            <p role="status">{m.video_checking()}</p>
          </Standby>
        )}
      </div>
    )
  }
  const problem = isSameAddress(blocked, run.src) ? 'blocked' : run.problem
  const url = new URL(run.src)
  return (
    <Standby className={className} takesFocus>
      <p role="alert">
        <ProblemText problem={problem} host={url.host} look={secondLooks[run.look]()} />
      </p>
      <p className="flex flex-wrap justify-center gap-2">
        <a href={run.src} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
          {m.tasks_open()}
        </a>
        {problem !== 'blocked' && problem !== 'not-loaded' && (
          <a {...downloadLink(source.task, url)} className={buttonClass()}>
            {m.tasks_download()}
          </a>
        )}
        <Button onClick={retry}>{m.retry()}</Button>
      </p>
    </Standby>
  )
}

/** The last media address that the content security policy has blocked; '' if there is none. */
function useBlockedMedia(): string {
  const [blocked, setBlocked] = useState('')
  // A layout effect: the browser reports each address once, so listen before the first request.
  useLayoutEffect(() => {
    function onViolation({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent) {
      if (effectiveDirective === 'media-src') setBlocked(blockedURI)
    }
    document.addEventListener('securitypolicyviolation', onViolation)
    return () => {
      document.removeEventListener('securitypolicyviolation', onViolation)
    }
  }, [])
  return blocked
}

function Film({
  run: { src, place },
  isAmbient,
  onFailure,
  onStall,
  onShown,
  onSoundOnly,
}: {
  run: Run
  isAmbient: boolean
} & Omit<ReturnType<typeof useRun>, 'run' | 'retry'>) {
  const video = useRef<HTMLVideoElement>(null)
  /** as the person left it: an error pauses it, too */
  const isPaused = useRef(true)
  const fail = useEffectEvent((element: HTMLVideoElement) => {
    void onFailure(element, isPaused.current)
  })
  const stall = useEffectEvent((element: HTMLVideoElement) => {
    if (element.readyState < element.HAVE_FUTURE_DATA) void onStall(element, isPaused.current)
  })
  const begin = useEffectEvent((element: HTMLVideoElement) => {
    if (place === undefined) return
    isPaused.current = place.isPaused
    resume(element, place)
  })
  const see = useEffectEvent((element: HTMLVideoElement) => {
    // It may have a picture of its beginning, and is on its way to its place.
    const isThere = !element.seeking && element.readyState >= element.HAVE_FUTURE_DATA
    if (element.videoWidth > 0 && isThere) onShown()
  })
  const hear = useEffectEvent((element: HTMLVideoElement) => {
    const isHeard = element.ended || secondsPlayed(element) >= UNTIL_PICTURE_S
    if (element.videoWidth === 0 && isHeard) onSoundOnly()
  })
  useEffect(() => {
    // The button that was pressed is gone, so the focus moves to the video.
    if (!isAmbient) catchFocus(video.current)
  }, [isAmbient])
  useEffect(() => {
    const element = video.current
    if (element === null) return undefined
    const listening = new AbortController()
    const on = (names: string[], act: (element: HTMLVideoElement) => void) => {
      for (const name of names) {
        element.addEventListener(name, () => act(element), { signal: listening.signal })
      }
    }
    on(['play', 'pause'], ({ error, paused }) => {
      if (error === null) isPaused.current = paused
    })
    on(['error'], (it) => fail(it))
    on(['stalled'], (it) => stall(it))
    on(['loadedmetadata'], (it) => begin(it))
    on(['loadeddata', 'canplay', 'seeked', 'resize'], (it) => see(it))
    on(['timeupdate', 'ended'], (it) => hear(it))
    // A video loads as soon as the element exists, so it may have got further before this effect.
    if (element.error !== null) fail(element)
    if (element.readyState >= element.HAVE_METADATA) begin(element)
    if (element.readyState >= element.HAVE_CURRENT_DATA) see(element)
    return () => {
      listening.abort()
    }
  }, [])
  const isStill = useMedia(REDUCED_MOTION)
  return (
    <video
      ref={video}
      src={src}
      controls
      autoPlay={place === undefined && (!isAmbient || !isStill)}
      muted={isAmbient}
      loop={isAmbient}
      playsInline
      className="absolute inset-0 size-full rounded-[inherit] bg-screen object-contain"
    />
  )
}

/** How long a video plays until it is clear that it has no picture, in seconds. WebKit may know the size only after the start. */
const UNTIL_PICTURE_S = 0.5

function secondsPlayed({ played }: HTMLVideoElement): number {
  return played.length === 0 ? 0 : played.end(0) - played.start(0)
}

/** Has a video go on at its place, unless the person has sought another one meanwhile. */
function resume(video: HTMLVideoElement, { at, isPaused, rate, volume, isMuted }: Place): void {
  if (video.currentTime === 0) video.currentTime = at
  video.playbackRate = rate
  video.volume = volume
  video.muted = isMuted
  // A browser may want a press first. Then it waits with its controls.
  if (!isPaused) video.play().catch(() => undefined)
}

/** A text that replaces the video. It has the same size, to avoid a layout shift. */
function Standby({
  className,
  takesFocus = false,
  children,
}: {
  className: string
  /** whether the video had the focus */
  takesFocus?: boolean
  children: ReactNode
}) {
  return (
    <div
      ref={takesFocus ? catchFocus : undefined}
      tabIndex={-1}
      className={classNames(
        'flex flex-col items-center justify-center gap-3 overflow-auto border border-line bg-hover p-4 text-center text-sm',
        className,
      )}
    >
      {children}
    </div>
  )
}

function ProblemText({
  problem,
  host,
  look,
}: {
  problem: VideoProblem
  host: string
  look: string
}) {
  if (problem === 'format') return <span>{m.video_format()}</span>
  if (problem === 'sound-only') return <span>{m.video_sound_only()}</span>
  if (problem === 'not-video') return <span>{joinSentences(m.video_not_video(), look)}</span>
  if (problem === 'not-loaded') return <span>{joinSentences(m.video_not_loaded(), look)}</span>
  if (problem === 'unclear') {
    return <span>{joinSentences(m.video_not_loaded(), look, m.video_maybe_format())}</span>
  }
  const shown = showUntrusted(host, CELL_LENGTH)
  return <SentenceWith shown={shown} say={(slot) => m.video_blocked({ host: slot })} />
}
