import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

import { joinSentences } from '#web/format/sentences.ts'
import { CELL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { isOfMediaHost } from '#web/video-task/media/handed-out.ts'
import { downloadLink } from '#web/video-task/download/download-link.ts'
import {
  isSameAddress,
  type VideoProblem,
  isAddressInDoubt,
  problemOf,
} from '#web/video-task/video-problem.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useMedia } from '#web/ui/media.ts'
import { REDUCED_MOTION } from '#web/ui/media-queries.ts'
import { SentenceWith } from '#web/ui/untrusted-text.tsx'
import { catchFocus } from '#web/ui/page-heading.tsx'
import type { ListRequest, VideoTask } from '#contract/video-tasks.ts'
import { readTaskAgain } from '#web/video-task/read-task-again.ts'
import { caughtFailure } from '#web/api/api-error.ts'
import { type MediaProblem, readMediaProblem, useMediaAddress } from '#web/api/media.ts'
import { useApiSession } from '#web/api/session.tsx'
import type { ListReply } from '#web/api/video-tasks.ts'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { announce } from '#web/ui/live-region.tsx'

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
        {problem !== 'blocked' && problem !== 'not-loaded' && problem !== 'expired' && (
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
  run: { src, place, serial },
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
  const address = useMediaAddress(src, isOfMediaHost(new URL(src)), serial)
  // If our host does not hand it out, the other host is asked, but only for who has pressed play.
  const ownAddress = address === null && !isAmbient ? src : undefined
  return (
    <video
      ref={video}
      src={address ?? ownAddress}
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
  if (problem === 'too-large') return <span>{m.video_too_large()}</span>
  if (problem === 'busy') return <span>{m.video_busy()}</span>
  if (problem === 'expired') return <span>{joinSentences(m.video_expired(), look)}</span>
  if (problem === 'not-video') return <span>{joinSentences(m.video_not_video(), look)}</span>
  if (problem === 'not-loaded') return <span>{joinSentences(m.video_not_loaded(), look)}</span>
  if (problem === 'unclear') {
    return <span>{joinSentences(m.video_not_loaded(), look, m.video_maybe_format())}</span>
  }
  const shown = showUntrusted(host, CELL_LENGTH)
  return <SentenceWith shown={shown} say={(slot) => m.video_blocked({ host: slot })} />
}

/** The result of reading the task again after its video did not load. */
type SecondLook = 'same' | 'gone' | 'moved' | 'unread' | 'renewed'

/** Where a video was when it stopped, and how it played. */
interface Place {
  /** seconds */
  at: number
  isPaused: boolean
  rate: number
  volume: number
  isMuted: boolean
}

/** One attempt to play a video. */
interface Run {
  src: string
  /** the number of the attempt, as two attempts may have the same address */
  serial: number
  /** where it begins; undefined: at the beginning */
  place?: Place
  /** it has had a picture to show since it began at its place */
  isShown?: boolean
  /** how many new addresses in a row have shown nothing */
  renewals: number
  /** undefined: it plays or loads */
  problem?: VideoProblem
  /** undefined: the task was not read again, or the reply is pending */
  look?: SecondLook
}

/** For a task that is not on the page on screen. */
export interface FoundElsewhere {
  /** the page on which it was found */
  foundAt: ListRequest
  /** called when the task was found again, on that page or on one beside it */
  onReadAgain: (reply: ListReply) => void
}

/** A video of a task. */
export interface PlayerSource {
  task: Pick<VideoTask, 'uuid' | 'id'>
  /** must have passed safeHttpUrl; a new address does not interrupt a video that plays */
  src: string
  elsewhere?: FoundElsewhere | undefined
}

/** A service may give a new address with each read. This many that show nothing are enough. */
const MAX_RENEWALS = 3

const OF_MEDIA: Readonly<Record<MediaProblem, VideoProblem>> = {
  gone: 'expired',
  'too-large': 'too-large',
  'not-video': 'not-video',
  busy: 'busy',
  over: 'not-loaded',
  other: 'not-loaded',
}

/** The current attempt to play a video, and what follows from what its element reports. */
function useRun({ task, src, elsewhere }: PlayerSource) {
  const session = useApiSession()
  const [run, setRun] = useState<Run>({ src, serial: 0, renewals: 0 })
  const isUnmounted = useRef(false)
  const isLooking = useRef(false)
  /** the attempt whose failure is known; a browser may report it twice */
  const failed = useRef(-1)
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])

  /** Replaces the current attempt, unless another one has begun meanwhile. */
  function follow(next: Run, serial: number) {
    setRun((now) => (now.serial === serial ? next : now))
  }

  async function onFailure(video: HTMLVideoElement, isPaused: boolean) {
    if (failed.current === run.serial) return
    failed.current = run.serial
    const canPlay = (type: string) => video.canPlayType(type) !== ''
    let problem = problemOf(video.error, run.src, canPlay)
    const place = placeOf(video, isPaused, run)
    if (isOfMediaHost(new URL(run.src)) && video.currentSrc.startsWith(location.origin)) {
      setRun({ ...run, ...place, problem })
      const said = await readMediaProblem(session, video.currentSrc)
      if (said === 'over' && run.renewals < MAX_RENEWALS) {
        follow(afresh({ ...run, ...place }, run.src, run.renewals + 1), run.serial)
        return
      }
      problem = said === undefined ? problem : OF_MEDIA[said]
    }
    const broken: Run = { ...run, ...place, problem }
    if (!isAddressInDoubt(problem)) {
      setRun({ ...broken, look: 'same' })
      return
    }
    if (run.renewals >= MAX_RENEWALS) {
      setRun({ ...broken, look: 'renewed' })
      return
    }
    setRun(broken)
    const next = await nextRun(broken)
    if (next !== undefined) follow(next, run.serial)
  }

  /** A server that drops the requests for an expired address leaves a video waiting, without an error. */
  async function onStall(video: HTMLVideoElement, isPaused: boolean) {
    // Nobody knows how long a first picture takes.
    if (isFresh(run) || run.renewals >= MAX_RENEWALS || isLooking.current) return
    isLooking.current = true
    const next = await nextRun({ ...run, ...placeOf(video, isPaused, run) })
    isLooking.current = false
    // Otherwise it may only be slow.
    if (next !== undefined && next.look === undefined) follow(next, run.serial)
  }

  /** Reads the task again. @returns undefined if the component has unmounted meanwhile */
  async function nextRun(broken: Run): Promise<Run | undefined> {
    const found = await readTaskAgain(session, task, elsewhere?.foundAt).catch((error: unknown) => {
      caughtFailure(error)
      return 'unread' as const
    })
    if (isUnmounted.current) return undefined
    if (found === 'unread') return { ...broken, look: 'unread' }
    if (found === undefined) {
      return { ...broken, look: elsewhere === undefined ? 'gone' : 'moved' }
    }
    elsewhere?.onReadAgain(found.reply)
    const address = safeHttpUrl(found.task.videoUrl ?? '')?.href
    if (address === undefined) return { ...broken, look: 'gone' }
    if (address === broken.src) return { ...broken, look: 'same' }
    announce(m.video_renewed())
    return afresh(broken, address, broken.renewals + 1)
  }

  function onShown() {
    if (run.isShown !== true) follow({ ...run, isShown: true, renewals: 0 }, run.serial)
  }

  function onSoundOnly() {
    setRun({ ...run, problem: 'sound-only', look: 'same' })
  }

  function retry() {
    // `src` is the newest address in the rows.
    setRun(afresh(run, src, 0))
  }

  return { run, onFailure, onStall, onShown, onSoundOnly, retry }
}

/** The next attempt. It goes on where the last one was. */
function afresh({ serial, place }: Run, src: string, renewals: number): Run {
  return { src, serial: serial + 1, renewals, ...(place && { place }) }
}

/** Whether it has shown nothing yet, and no attempt before it has. */
function isFresh({ isShown, place }: Run): boolean {
  return isShown !== true && place === undefined
}

/** Where a video is. Before it is loaded, that is where it shall begin. */
function placeOf(video: HTMLVideoElement, isPaused: boolean, run: Run): Pick<Run, 'place'> {
  if (isFresh(run)) return {}
  if (video.readyState < video.HAVE_METADATA && run.place !== undefined) return { place: run.place }
  const { currentTime: at, playbackRate: rate, volume, muted: isMuted } = video
  return { place: { at, isPaused, rate, volume, isMuted } }
}
