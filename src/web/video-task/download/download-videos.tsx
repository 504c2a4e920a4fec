import { ExternalLink } from 'lucide-react'
import { useState } from 'react'

import type { VideoTask } from '#contract/video-tasks.ts'
import { reportDefect } from '#web/api/api-error.ts'
import type { MediaProblem } from '#web/api/media.ts'
import { useApiSession } from '#web/api/session.tsx'
import { joinSentences } from '#web/format/sentences.ts'
import { counted, formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { taskName } from '#web/video-task/task-name.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { type FileSink, openFile } from '#web/ui/file-sink.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { UntrustedText } from '#web/ui/untrusted-text.tsx'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { videoFileName } from '#web/video-task/download/download-link.ts'
import {
  type MissingVideo,
  type ZipProgress,
  zipVideos,
} from '#web/video-task/download/zip-videos.ts'
import { isReadable } from '#web/video-task/media/handed-out.ts'
import { describeMediaProblem, saveMedia } from '#web/video-task/media/save-media.ts'
import { useLeave } from '#web/ui/effects.ts'

/** The dialog "Download videos": saves the videos that this page can read, and lists links to the others. */
export function DownloadVideos({
  tasks,
  onClose,
}: {
  tasks: readonly VideoTask[]
  onClose: () => void
}) {
  const { here, elsewhere } = videosOf(tasks)
  return (
    <Dialog title={m.selection_download()} closeLabel={m.close()} onClose={onClose}>
      <p>
        {m.videos_summary({
          shown: formatNumber(here.length + elsewhere.length),
          tasks: formatNumber(tasks.length),
        })}
      </p>
      {here.length > 0 && <SaveVideos videos={here} />}
      {elsewhere.length > 0 && (
        <>
          <p>{m.videos_elsewhere(counted(elsewhere.length))}</p>
          <ul className="flex max-h-64 flex-col overflow-y-auto rounded-control border border-line py-1">
            {elsewhere.map(({ task, url, fileName }) => (
              <li key={fileName} className="flex min-w-0 items-center gap-2 px-3">
                <a
                  href={url.href}
                  target="_blank"
                  rel="noopener noreferrer"
                  aria-label={m.tasks_open_task({ task: taskName(task) })}
                  className="inline-flex min-h-icon max-w-3/5 shrink-0 items-center gap-1.5 rounded-control underline decoration-edge underline-offset-4 hover:decoration-current"
                >
                  <bdi lang="" className="truncate">
                    {taskName(task)}
                  </bdi>
                  <ExternalLink aria-hidden className="size-3.5 shrink-0" />
                </a>
                <span className="min-w-0 truncate text-sm text-muted">
                  <UntrustedText text={url.host} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}

/** The most bytes of videos in one ZIP: on the disk, and where the browser has to keep it until its end. */
const MOST_BYTES = { onDisk: 2 ** 31, kept: 2 ** 29 }

/** More videos than these go straight to the disk, where the browser can do that: it then asks where to. */
const MOST_KEPT = 10

/** Where the saving of several videos is. */
type Step =
  | { kind: 'asking' | 'cancelled' | 'not-written' }
  | { kind: 'running'; file: FileSink; stopping: AbortController; progress: ZipProgress }
  | { kind: 'one'; problem: MediaProblem | undefined }
  | { kind: 'saved'; progress: ZipProgress; isPart: boolean }

const NOTHING: ZipProgress = { packed: 0, bytes: 0, failed: 0 }

/** Saves one video as it is, and several as a ZIP. */
function SaveVideos({ videos }: { videos: readonly TaskVideo[] }) {
  const session = useApiSession()
  // A refresh does not change which videos are saved.
  const [left, setLeft] = useState(videos)
  const [step, setStep] = useState<Step>({ kind: 'asking' })
  const [only] = videos.length === 1 ? videos : []
  // Closing the dialog stops it.
  useLeave(() => step.kind === 'running' && step.stopping.abort())

  async function saveOne({ url, fileName }: TaskVideo) {
    setStep({ kind: 'one', problem: await saveMedia(session, url, fileName) })
  }
  async function saveZip() {
    const isLarge = left.length > MOST_KEPT
    const file = await openFile('marquee-videos.zip', 'application/zip', isLarge)
    if (file === undefined) return
    const stopping = new AbortController()
    const signal = AbortSignal.any([stopping.signal, session.signal])
    let progress = NOTHING
    const running = { kind: 'running', file, stopping } as const
    setStep({ ...running, progress })
    const packing = zipVideos(session, left, {
      mostBytes: file.isOnDisk ? MOST_BYTES.onDisk : MOST_BYTES.kept,
      signal,
      describeMissing: (missing) => ({ name: 'not-saved.txt', input: textOf(missing) }),
      onDone: (next) => {
        progress = next
        if (!signal.aborted) setStep({ ...running, progress })
      },
    })
    try {
      await write(packing.zip, file)
      signal.throwIfAborted()
      await file.close('marquee-videos.zip')
      setLeft(packing.rest.length > 0 ? packing.rest : videos)
      setStep({ kind: 'saved', progress, isPart: packing.rest.length > 0 })
    } catch (error) {
      await file.abort().catch(() => undefined)
      if (!signal.aborted) reportDefect(error)
      setStep({ kind: signal.aborted ? 'cancelled' : 'not-written' })
    }
  }

  const label = left.length < videos.length ? m.videos_next : m.videos_save
  return (
    <>
      <p>{m.videos_here(counted(videos.length))}</p>
      <div className="flex flex-wrap items-center gap-3">
        {/* One button for all steps, so that it keeps the focus. */}
        <Button
          tone={step.kind === 'running' ? 'plain' : 'primary'}
          onClick={() => {
            if (step.kind === 'running') step.stopping.abort()
            else void (only === undefined ? saveZip() : saveOne(only))
          }}
        >
          {step.kind === 'running' ? m.videos_cancel() : label(counted(left.length))}
        </Button>
        {step.kind === 'running' && (
          <ProgressBar
            aria-label={m.selection_download()}
            value={step.progress.packed + step.progress.failed}
            max={left.length}
          />
        )}
        <p role="status" className="text-sm text-muted tabular-nums">
          {describeStep(step, left.length)}
        </p>
      </div>
    </>
  )
}

/** @param left how many videos are being saved */
function describeStep(step: Step, left: number): string {
  switch (step.kind) {
    case 'asking':
      return ''
    case 'running': {
      const { packed, bytes } = step.progress
      const done = formatNumber(packed)
      return m.videos_packing({ done, count: formatNumber(left), size: sizeInWords(bytes) })
    }
    case 'saved': {
      const { packed, bytes, failed } = step.progress
      return joinSentences(
        m.videos_saved({ ...counted(packed), size: sizeInWords(bytes) }),
        failed > 0 ? m.videos_missing(counted(failed)) : '',
        step.isPart ? m.videos_part({ size: sizeInWords(MOST_BYTES.onDisk) }) : '',
      )
    }
    case 'one':
      return step.problem === undefined ? m.videos_one_saved() : describeMediaProblem(step.problem)
    case 'cancelled':
      return m.videos_cancelled()
    case 'not-written':
      return m.videos_not_written()
  }
}

/** A number of bytes, in megabytes. */
export function sizeInWords(bytes: number): string {
  return m.videos_size({ shown: formatNumber(Math.round(bytes / 100_000) / 10) })
}

async function write(zip: ReadableStream<Uint8Array>, file: FileSink): Promise<void> {
  const reader = zip.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    // No faster than the disk.
    await file.write(new Uint8Array(value))
  }
}

/** Why videos are not in a ZIP, one in each line. */
function textOf(missing: readonly MissingVideo<TaskVideo>[]): string {
  return missing
    .map(
      ({ video, problem }) =>
        `${video.fileName}: ${describeMediaProblem(problem)} ${video.url.href}\n`,
    )
    .join('')
}

/** A video of a task. */
interface TaskVideo {
  task: VideoTask
  url: URL
  /** the file name, unique among these videos */
  fileName: string
}

/** The videos of some tasks: `here` are those that this page can read, so it can save them. */
export function videosOf(tasks: readonly VideoTask[]): {
  here: TaskVideo[]
  elsewhere: TaskVideo[]
} {
  const videos = tasks.flatMap((task) => {
    const url = safeHttpUrl(task.videoUrl ?? '')
    return url === undefined ? [] : { task, url, fileName: videoFileName(task, url) }
  })
  const names = numberedNames(videos.map(({ fileName }) => fileName))
  const named = videos.map((video, at) => ({ ...video, fileName: names[at] ?? video.fileName }))
  return {
    here: named.filter(({ url }) => isReadable(url)),
    elsewhere: named.filter(({ url }) => !isReadable(url)),
  }
}

/**
 * Makes file names unique, also on a disk that ignores case: repeated names get a number before their extension.
 */
export function numberedNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const dot = name.lastIndexOf('.')
    const end = dot === -1 ? name.length : dot
    let free = name
    for (let count = 2; taken.has(free.toLowerCase()); count += 1) {
      free = `${name.slice(0, end)}-${count}${name.slice(end)}`
    }
    taken.add(free.toLowerCase())
    return free
  })
}
