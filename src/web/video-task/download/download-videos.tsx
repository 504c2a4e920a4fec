import { ExternalLink } from 'lucide-react'
import { useRef, useState } from 'react'

import type { VideoTask } from '#contract/video-tasks.ts'
import { counted, formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { taskName } from '#web/video-task/task-name.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { saveAddress } from '#web/ui/save-file.ts'
import { UntrustedText } from '#web/ui/untrusted-text.tsx'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { videoFileName } from '#web/video-task/download/download-link.ts'
import { useLeave } from '#web/ui/effects.ts'

/** The time between two downloads, in milliseconds. Browsers drop downloads that start at the same time. */
const PACE_MS = 500

/** The dialog "Download videos": saves the videos of our own host one after the other, and lists links to the others. */
export function DownloadVideos({
  tasks,
  onClose,
}: {
  tasks: readonly VideoTask[]
  onClose: () => void
}) {
  const { here, elsewhere } = videosOf(tasks, location.origin)
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

function SaveVideos({ videos }: { videos: readonly TaskVideo[] }) {
  /** the number of saved videos; undefined: not started */
  const [done, setDone] = useState<number>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Closing the dialog stops the downloads.
  useLeave(() => clearTimeout(timer.current))
  const isSaving = done !== undefined && done < videos.length
  // A refresh does not change which videos are saved: the timer keeps this render's `videos`.
  function save(at: number) {
    const video = videos[at]
    if (video === undefined) return
    saveAddress(video.fileName, video.url.href)
    setDone(at + 1)
    timer.current = setTimeout(() => save(at + 1), PACE_MS)
  }
  return (
    <>
      <p>{m.videos_here(counted(videos.length))}</p>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          tone="primary"
          aria-disabled={isSaving}
          onClick={() => {
            if (!isSaving) save(0)
          }}
        >
          {m.videos_save(counted(videos.length))}
        </Button>
        <p role="status" className="text-sm text-muted tabular-nums">
          {isSaving
            ? m.videos_saving({ done: formatNumber(done), count: formatNumber(videos.length) })
            : done !== undefined && m.videos_saved(counted(videos.length))}
        </p>
      </div>
    </>
  )
}

/** A video of a task. */
interface TaskVideo {
  task: VideoTask
  url: URL
  /** the file name, unique among these videos */
  fileName: string
}

/** The videos of some tasks: `here` on our own host, so this page can save them; `elsewhere` on others. */
export function videosOf(
  tasks: readonly VideoTask[],
  origin: string,
): { here: TaskVideo[]; elsewhere: TaskVideo[] } {
  const videos = tasks.flatMap((task) => {
    const url = safeHttpUrl(task.videoUrl ?? '')
    return url === undefined ? [] : { task, url, fileName: videoFileName(task, url) }
  })
  const names = numberedNames(videos.map(({ fileName }) => fileName))
  const named = videos.map((video, at) => ({ ...video, fileName: names[at] ?? video.fileName }))
  return {
    here: named.filter(({ url }) => url.origin === origin),
    elsewhere: named.filter(({ url }) => url.origin !== origin),
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
