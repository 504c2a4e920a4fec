import type { VideoTask } from '#contract/video-tasks.ts'
import { numberedNames } from '#web/format/numbered-names.ts'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { videoFileName } from '#web/video-task/download/download-link.ts'

/** A video of a task. */
export interface TaskVideo {
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
