import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

import type { VideoTask, VideoTaskListParams } from '#contract/video-tasks.ts'
import { useApiSession } from '#web/api/session.tsx'
import { readTaskAgain } from '#web/api/task-again.ts'
import type { VideoTaskListReply } from '#web/api/video-tasks.ts'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { CELL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { isSameAddress, problemOf, type VideoProblem } from '#web/tasks/video/video-problem.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { announce } from '#web/ui/live-region.tsx'
import { SentenceWith } from '#web/ui/untrusted-text.tsx'

/** What reading the list once more has said of an address that does not load. */
type SecondLook = 'same' | 'gone' | 'moved' | 'unread'

const secondLooks: Record<SecondLook, () => string> = {
  same: m.video_same,
  gone: m.video_gone,
  moved: m.video_moved,
  unread: m.video_unread,
}

/** One video and how far it has come. */
interface Run {
  src: string
  /** tells a try of the same address from the one before */
  serial: number
  /** undefined: it plays, or is about to */
  problem?: VideoProblem
  /** undefined: the list was not read again, or that is under way */
  look?: SecondLook
  /** the address comes from a second reading: there is no third */
  isRenewed?: boolean
}

/** Of a task that is not on the page on screen. */
export interface FoundElsewhere {
  /** the page that it was found on */
  foundAt: VideoTaskListParams
  /** it was read again, there or beside it */
  onReadAgain: (reply: VideoTaskListReply) => void
}

/**
 * Plays a video. Where it does not load, the task's page is read once more: an address that has
 * changed meanwhile (many expire) takes its place; otherwise it says why, as far as browsers tell.
 */
export function VideoPlayer({
  task,
  src,
  className,
  elsewhere,
}: {
  task: Pick<VideoTask, 'uuid' | 'id'>
  /** an address that safeHttpUrl let through; a later one is not swapped in while this one plays */
  src: string
  /** its size, also while it does not play */
  className: string
  elsewhere?: FoundElsewhere | undefined
}) {
  const session = useApiSession()
  const [run, setRun] = useState<Run>({ src, serial: 0 })
  const [blocked, setBlocked] = useState('')
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  // Before anything is asked for: the report comes once.
  useLayoutEffect(() => {
    function onViolation({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent) {
      if (effectiveDirective === 'media-src') setBlocked(blockedURI)
    }
    document.addEventListener('securitypolicyviolation', onViolation)
    return () => {
      document.removeEventListener('securitypolicyviolation', onViolation)
    }
  }, [])

  async function onFailure(video: HTMLVideoElement) {
    const canPlay = (type: string) => video.canPlayType(type) !== ''
    const broken: Run = { ...run, problem: problemOf(video.error?.code, run.src, canPlay) }
    setRun(run.isRenewed === true ? { ...broken, look: 'same' } : broken)
    if (run.isRenewed === true) return
    const found = await readTaskAgain(session, task, elsewhere?.foundAt).catch(
      () => 'unread' as const,
    )
    if (isGone.current) return
    if (found === 'unread') {
      setRun({ ...broken, look: 'unread' })
      return
    }
    if (found !== undefined) elsewhere?.onReadAgain(found.reply)
    const next = safeHttpUrl(found?.task.videoUrl ?? '')?.href
    if (next === undefined || next === run.src) {
      const isMoved = found === undefined && elsewhere !== undefined
      const lost = isMoved ? 'moved' : 'gone'
      setRun({ ...broken, look: next === undefined ? lost : 'same' })
      return
    }
    announce(m.video_renewed())
    setRun({ src: next, serial: run.serial + 1, isRenewed: true })
  }

  if (run.problem !== undefined && run.look === undefined) {
    return (
      <Standby className={className}>
        <p role="status">{m.video_checking()}</p>
      </Standby>
    )
  }
  if (run.problem !== undefined && run.look !== undefined) {
    const isBlocked = isSameAddress(blocked, run.src)
    const problem = isBlocked ? 'blocked' : run.problem
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
          <Button
            onClick={() => {
              // Of the newest address that the rows have.
              setRun({ src, serial: run.serial + 1 })
            }}
          >
            {m.retry()}
          </Button>
        </p>
      </Standby>
    )
  }
  return (
    <Film
      key={run.serial}
      src={run.src}
      className={className}
      onFailure={(video) => void onFailure(video)}
    />
  )
}

function Film({
  src,
  className,
  onFailure,
}: {
  src: string
  className: string
  /** called once */
  onFailure: (video: HTMLVideoElement) => void
}) {
  const video = useRef<HTMLVideoElement>(null)
  const isErrorShown = useRef(false)
  const tell = useEffectEvent((element: HTMLVideoElement) => {
    if (isErrorShown.current) return
    isErrorShown.current = true
    onFailure(element)
  })
  useEffect(() => {
    // What was pressed has made way for it.
    if (document.activeElement === document.body) video.current?.focus()
    const element = video.current
    if (element === null) return undefined
    const onError = () => {
      tell(element)
    }
    // It loads from the moment it is made: it may have failed before it was on the page.
    if (element.error !== null) onError()
    element.addEventListener('error', onError)
    return () => {
      element.removeEventListener('error', onError)
    }
  }, [])
  return (
    <video
      ref={video}
      src={src}
      controls
      autoPlay
      playsInline
      className={classNames('bg-screen object-contain', className)}
    />
  )
}

/** In the video's place, of its size: nothing moves. */
function Standby({
  className,
  takesFocus = false,
  children,
}: {
  className: string
  /** where the video had it */
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
