import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

import type { VideoTask, VideoTaskListParams } from '#contract/video-tasks.ts'
import { useApiSession } from '#web/api/session.tsx'
import { readTaskAgain } from '#web/api/task-again.ts'
import type { VideoTaskListReply } from '#web/api/video-tasks.ts'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { CELL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { isSameAddress, problemOf, type VideoProblem } from '#web/video-task/video-problem.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { announce } from '#web/ui/live-region.tsx'
import { REDUCED_MOTION, useMedia } from '#web/ui/media.ts'
import { SentenceWith } from '#web/ui/untrusted-text.tsx'

/** The result of reading the task again after its video did not load. */
type SecondLook = 'same' | 'gone' | 'moved' | 'unread'

const secondLooks: Record<SecondLook, () => string> = {
  same: m.video_same,
  gone: m.video_gone,
  moved: m.video_moved,
  unread: m.video_unread,
}

/** One attempt to play a video. */
interface Run {
  src: string
  /** the number of the attempt, as two attempts may have the same address */
  serial: number
  /** undefined: it plays or loads */
  problem?: VideoProblem
  /** undefined: the task was not read again, or the reply is pending */
  look?: SecondLook
  /** the address comes from the second read of the task; there is only one such read */
  isRenewed?: boolean
}

/** For a task that is not on the page on screen. */
export interface FoundElsewhere {
  /** the page on which it was found */
  foundAt: VideoTaskListParams
  /** called when the task was found again, on that page or on one beside it */
  onReadAgain: (reply: VideoTaskListReply) => void
}

interface PlayerSource {
  task: Pick<VideoTask, 'uuid' | 'id'>
  /** must have passed safeHttpUrl; a new address does not interrupt a video that plays */
  src: string
  elsewhere?: FoundElsewhere | undefined
}

/**
 * Plays a video. If it does not load, the task is read once more, as the address may have expired and the
 * service may have a new one. Otherwise the player says why it failed, as far as the browser reports it.
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
  const { run, onFailure, retry } = useRun(source)
  const blocked = useBlockedMedia()
  if (run.problem === undefined) {
    return (
      <Film
        key={run.serial}
        src={run.src}
        className={className}
        isAmbient={isAmbient}
        onFailure={(video) => void onFailure(video)}
      />
    )
  }
  if (run.look === undefined) {
    return (
      <Standby className={className}>
        <p role="status">{m.video_checking()}</p>
      </Standby>
    )
  }
  const problem = isSameAddress(blocked, run.src) ? 'blocked' : run.problem
  return (
    <Standby className={className} takesFocus>
      <p role="alert">
        <ProblemText
          problem={problem}
          host={new URL(run.src).host}
          look={problem === 'not-loaded' ? secondLooks[run.look]() : ''}
        />
      </p>
      <p className="flex flex-wrap justify-center gap-2">
        <a href={run.src} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
          {m.tasks_open()}
        </a>
        <Button onClick={retry}>{m.retry()}</Button>
      </p>
    </Standby>
  )
}

/** The current attempt to play a video, and what follows when it fails. */
function useRun({ task, src, elsewhere }: PlayerSource) {
  const session = useApiSession()
  const [run, setRun] = useState<Run>({ src, serial: 0 })
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])

  async function onFailure(video: HTMLVideoElement) {
    const canPlay = (type: string) => video.canPlayType(type) !== ''
    const broken: Run = { ...run, problem: problemOf(video.error?.code, run.src, canPlay) }
    if (run.isRenewed === true) {
      setRun({ ...broken, look: 'same' })
      return
    }
    setRun(broken)
    const next = await nextRun(broken)
    if (next !== undefined) setRun(next)
  }

  /** Reads the task again. @returns undefined if the component has unmounted meanwhile */
  async function nextRun(broken: Run): Promise<Run | undefined> {
    const found = await readTaskAgain(session, task, elsewhere?.foundAt).catch(
      () => 'unread' as const,
    )
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
    return { src: address, serial: broken.serial + 1, isRenewed: true }
  }

  function retry() {
    // `src` is the newest address in the rows.
    setRun({ src, serial: run.serial + 1 })
  }

  return { run, onFailure, retry }
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
  src,
  className,
  isAmbient,
  onFailure,
}: {
  src: string
  className: string
  isAmbient: boolean
  /** called once */
  onFailure: (video: HTMLVideoElement) => void
}) {
  const video = useRef<HTMLVideoElement>(null)
  const hasFailed = useRef(false)
  const fail = useEffectEvent((element: HTMLVideoElement) => {
    if (hasFailed.current) return
    hasFailed.current = true
    onFailure(element)
  })
  useEffect(() => {
    const element = video.current
    if (element === null) return undefined
    // The button that was pressed is gone, so the focus moves to the video.
    if (!isAmbient && document.activeElement === document.body) element.focus()
    const onError = () => {
      fail(element)
    }
    // A video loads as soon as the element exists, so it may have failed before this effect.
    if (element.error !== null) onError()
    element.addEventListener('error', onError)
    return () => {
      element.removeEventListener('error', onError)
    }
  }, [isAmbient])
  const isStill = useMedia(REDUCED_MOTION)
  return (
    <video
      ref={video}
      src={src}
      controls
      autoPlay={!isAmbient || !isStill}
      muted={isAmbient}
      loop={isAmbient}
      playsInline
      className={classNames('bg-screen object-contain', className)}
    />
  )
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
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) box.current?.focus()
  }, [takesFocus])
  return (
    <div
      ref={box}
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
  if (problem === 'format') return m.video_format()
  if (problem === 'not-loaded') return joinSentences(m.video_not_loaded(), look)
  const shown = showUntrusted(host, CELL_LENGTH)
  return <SentenceWith shown={shown} say={(slot) => m.video_blocked({ host: slot })} />
}
