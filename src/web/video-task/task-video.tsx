import { Play } from 'lucide-react'
import { useState } from 'react'

import type { VideoTask } from '#contract/video-tasks.ts'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { CELL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { m } from '#web/messages/generated/messages.js'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { SentenceWith } from '#web/ui/untrusted-text.tsx'
import { isOfMediaHost, loadsByItself } from '#web/video-task/media/handed-out.ts'
import { LazyPreview, usePreviewHosts } from '#web/video-task/preview/preview-hosts.ts'
import type { FoundElsewhere } from '#web/video-task/video-player.tsx'

/** The player. Its code is loaded when a video is played. */
export const LazyPlayer = lazyPart(
  async () => (await import('#web/video-task/video-player.tsx')).VideoPlayer,
  NotLoaded,
  'never',
)

/** The video of a task, with the host that it comes from. It is loaded when the person presses play. */
export function TaskVideo({
  task,
  videoUrl,
  elsewhere,
  isAmbient = false,
  shape = 'aspect-video',
  frame,
}: {
  task: Pick<VideoTask, 'uuid' | 'id'>
  videoUrl: string
  elsewhere?: FoundElsewhere | undefined
  /** a video that no other host is asked for plays at once, without sound; other hosts learn nothing before the person presses play */
  isAmbient?: boolean
  /** of the place for the video: 6:5 also has room for a poster, which is higher than wide */
  shape?: 'aspect-video' | 'aspect-6/5'
  /** where its first frame is shown, if previews may load from its host: a phone may pay for what it loads */
  frame?: 'wide' | 'everywhere'
}) {
  const [isPlaying, setIsPlaying] = useState(false)
  const { isAllowed } = usePreviewHosts()
  const url = safeHttpUrl(videoUrl)
  if (url === undefined) return null
  // Reserve its space, to avoid a layout shift.
  const size = `${shape} w-full rounded-control`
  const isFramed = frame !== undefined && isAllowed(url) === true
  const playsAtOnce = isAmbient && loadsByItself(url)
  return (
    <section className="flex flex-col gap-1 print:hidden">
      {isPlaying || playsAtOnce ? (
        <LazyPlayer
          task={task}
          src={url.href}
          className={size}
          elsewhere={elsewhere}
          isAmbient={playsAtOnce}
          meanwhile={<div className={`bg-screen ${size}`} />}
        />
      ) : (
        <div className={`relative overflow-clip border border-line bg-hover ${size}`}>
          {isFramed && (
            <div className={frame === 'wide' ? 'max-lg:hidden' : undefined}>
              <LazyPreview url={url} isPlaying={false} />
            </div>
          )}
          <button
            type="button"
            onClick={() => {
              setIsPlaying(true)
            }}
            className="group absolute inset-0 flex items-center justify-center rounded-control text-muted -outline-offset-2"
          >
            <span className="inline-flex h-field items-center gap-2 rounded-full bg-accent px-5 font-medium text-on-accent group-hover:bg-accent-hover">
              <Play aria-hidden className="size-4 fill-current" />
              <span>{m.tasks_play()}</span>
            </span>
          </button>
        </div>
      )}
      {!playsAtOnce && !isOfMediaHost(url) && (
        <p className="text-xs wrap-anywhere text-muted">
          <SentenceWith
            shown={showUntrusted(url.host, CELL_LENGTH)}
            say={(host) =>
              isFramed ? m.detail_video_from({ host }) : m.detail_video_host({ host })
            }
          />
        </p>
      )}
    </section>
  )
}
