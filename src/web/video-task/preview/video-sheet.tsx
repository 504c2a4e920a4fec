import { Play } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import type { VideoTask } from '#contract/video-tasks.ts'
import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { formatNumber } from '#web/format/number.ts'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { CELL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import type { StatusEvidence } from '#web/task-list/status-evidence.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { usePreviewHosts } from '#web/video-task/preview/preview-hosts.ts'
import { PreviewQuestion } from '#web/video-task/preview/preview-question.tsx'
import { VideoPreview } from '#web/video-task/preview/video-preview.tsx'
import { createRounds } from '#web/video-task/preview/video-rounds.ts'
import { Price } from '#web/video-task/price.tsx'
import { StatusBadge } from '#web/video-task/status-badge.tsx'

const DownloadVideos = lazyPart(
  async () => (await import('#web/video-task/download/download-videos.tsx')).DownloadVideos,
  NotLoaded,
  'never',
)

/** How the videos of a sheet are shown: those that play do so in step. */
interface SheetPlay {
  /** undefined: they do not play */
  joinRounds: ReturnType<typeof createRounds> | undefined
  /** whether previews may load from the host of a video */
  isAllowed: (url: URL) => boolean | undefined
}

/** Videos that play in step, below the buttons for all of them. */
export function VideoSheet({
  tasks,
  picks = tasks,
  pickLabel = m.sheet_save,
  pickHelp,
  isPlayingFirst = false,
  children,
}: {
  tasks: readonly VideoTask[]
  /** those whose videos the button saves */
  picks?: readonly VideoTask[]
  pickLabel?: (count: { shown: string }) => string
  /** says how to pick while none is picked; undefined: there is no button then */
  pickHelp?: string
  /** they play as soon as the sheet is there */
  isPlayingFirst?: boolean
  children: (play: SheetPlay) => ReactNode
}) {
  const { isAllowed } = usePreviewHosts()
  const [joinRounds, setJoinRounds] = useState(() => (isPlayingFirst ? createRounds() : undefined))
  /** as they were when the download was asked for: more may finish meanwhile */
  const [toSave, setToSave] = useState<readonly VideoTask[]>()
  const videos = videosOf(tasks)
  const saved = videosOf(picks).length
  return (
    <>
      <div className="flex min-h-control flex-wrap gap-2">
        {videos.some((url) => isAllowed(url) === true) && (
          <Button onClick={() => setJoinRounds(() => (joinRounds ? undefined : createRounds()))}>
            {joinRounds === undefined ? m.sheet_play() : m.sheet_stop()}
          </Button>
        )}
        {(saved > 0 || pickHelp !== undefined) && (
          <Button
            aria-disabled={saved === 0}
            onClick={saved === 0 ? undefined : () => setToSave(picks)}
          >
            {pickLabel({ shown: formatNumber(saved) })}
          </Button>
        )}
        {saved === 0 && pickHelp !== undefined && (
          <p className="self-center text-sm text-muted">{pickHelp}</p>
        )}
        <PreviewQuestion videos={videos} />
      </div>
      {children({ joinRounds, isAllowed })}
      {toSave && <DownloadVideos tasks={toSave} onClose={() => setToSave(undefined)} />}
    </>
  )
}

function videosOf(tasks: readonly VideoTask[]): URL[] {
  return tasks.flatMap(({ videoUrl }) => safeHttpUrl(videoUrl ?? '') ?? [])
}

/** The frame of a picture in a sheet, with the video if there is one. */
export function SheetFrame({
  url,
  play: { joinRounds, isAllowed },
  frame,
  children,
}: {
  url: URL | undefined
  play: SheetPlay
  /** its size, as class names */
  frame: string
  /** lies over the video */
  children?: ReactNode
}) {
  return (
    <div
      className={classNames(
        'relative flex items-center justify-center overflow-clip rounded-control border border-line bg-hover text-center',
        frame,
      )}
    >
      {url !== undefined && isAllowed(url) === true && (
        <VideoPreview url={url} isPlaying={joinRounds !== undefined} joinRounds={joinRounds} />
      )}
      {url !== undefined && isAllowed(url) !== true && (
        <Play aria-hidden className="size-6 text-muted" />
      )}
      {children}
    </div>
  )
}

/** One task of a sheet: its video or why it failed, with its status and price below. */
export function SheetTile({
  task,
  evidence,
  ...sheet
}: Pick<Parameters<typeof SheetFrame>[0], 'play' | 'frame'> & {
  task: VideoTask
  evidence: StatusEvidence
}) {
  return (
    <>
      <SheetFrame {...sheet} url={safeHttpUrl(task.videoUrl ?? '')}>
        {task.errorMsg !== null && (
          <p
            lang=""
            title={showUntrusted(task.errorMsg, CELL_LENGTH)}
            className="m-2 line-clamp-5 wrap-anywhere [unicode-bidi:plaintext]"
          >
            {showUntrusted(task.errorMsg, CELL_LENGTH)}
          </p>
        )}
      </SheetFrame>
      <p className="flex flex-wrap items-center justify-between gap-x-2 tabular-nums">
        <StatusBadge evidence={evidence} task={task} />
        <Price price={task.price} />
      </p>
    </>
  )
}
