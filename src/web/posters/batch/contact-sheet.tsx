import { Play } from 'lucide-react'
import { Suspense, useContext, useState } from 'react'

import type { VideoTask } from '#contract/video-tasks.ts'
import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { formatNumber } from '#web/format/number.ts'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { CELL_LENGTH, DETAIL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { type BatchRow, uuidOf } from '#web/posters/batch/batch-rows.tsx'
import { FollowedTasksContext, useFollowedTask } from '#web/posters/follow/use-followed-tasks.ts'
import { TasksLinkContext } from '#web/posters/tasks-link.ts'
import { sceneName, shortAddress } from '#web/posters/poster-words.tsx'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { Price } from '#web/video-task/price.tsx'
import { taskName } from '#web/video-task/task-name.ts'
import { StatusBadge } from '#web/video-task/status-badge.tsx'
import { type PreviewHosts, usePreviewHosts } from '#web/video-task/preview/preview-hosts.ts'
import { PreviewQuestion } from '#web/video-task/preview/preview-question.tsx'
import { VideoPreview } from '#web/video-task/preview/video-preview.tsx'

const DownloadVideos = lazyPart(
  async () => (await import('#web/video-task/download/download-videos.tsx')).DownloadVideos,
  NotLoaded,
)

/** The posters of a batch as a grid, which fills while they are made: a line for each image, a column for each scene. */
export function ContactSheet({ rows }: { rows: readonly BatchRow[] }) {
  const { tasks: followed } = useContext(FollowedTasksContext)
  const previews = usePreviewHosts()
  const [startedAt, setStartedAt] = useState<number>()
  /** as they were when the download was asked for: more may finish meanwhile */
  const [toSave, setToSave] = useState<readonly VideoTask[]>()
  const seen = rows.flatMap((row) => {
    const one = followed.get(uuidOf(row) ?? '')
    return one?.kind === 'seen' ? one.task : []
  })
  if (seen.length === 0) return null
  const scenes = [...new Set(rows.map(({ record }) => record.request.prompt))]
  const images = [...new Set(rows.map(({ record }) => record.request.image_url))]
  const rowOf = new Map(rows.map((row) => [keyOf(row.record.request), row]))
  const videos = seen.flatMap((task) => videoOf(task) ?? [])
  const canPlay = videos.some((url) => previews.isAllowed(url) === true)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        {canPlay && (
          <Button
            onClick={() => {
              setStartedAt(startedAt === undefined ? performance.now() : undefined)
            }}
          >
            {startedAt === undefined ? m.batch_sheet_play() : m.batch_sheet_stop()}
          </Button>
        )}
        {videos.length > 0 && (
          <Button onClick={() => setToSave(seen)}>
            {m.batch_sheet_save({ shown: formatNumber(videos.length) })}
          </Button>
        )}
        <PreviewQuestion videos={videos} previews={previews} />
      </div>
      {/* It may be wider than the screen. The focus lets the keyboard scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="region" aria-label={m.batch_sheet()} tabIndex={0} className="overflow-x-auto">
        <table aria-label={m.batch_sheet()} className="border-separate border-spacing-2 text-sm">
          <thead>
            <tr>
              <th scope="col" className="text-left font-medium text-muted">
                {m.poster_image_url()}
              </th>
              {scenes.map((scene) => (
                <th key={scene} scope="col" className="text-left font-medium text-muted">
                  {sceneName(scene)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {images.map((image) => (
              <tr key={image} className="align-top">
                <th scope="row" className="font-normal">
                  <Source url={image} />
                </th>
                {scenes.map((scene) => (
                  <td key={scene}>
                    <Poster
                      row={rowOf.get(keyOf({ image_url: image, prompt: scene }))}
                      startedAt={startedAt}
                      isAllowed={previews.isAllowed}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Suspense>
        {toSave && <DownloadVideos tasks={toSave} onClose={() => setToSave(undefined)} />}
      </Suspense>
    </div>
  )
}

function videoOf({ videoUrl }: VideoTask): URL | undefined {
  return safeHttpUrl(videoUrl ?? '')
}

function keyOf({ image_url, prompt }: BatchRow['record']['request']): string {
  return `${prompt} ${image_url}`
}

const frame =
  'relative flex aspect-square w-32 items-center justify-center overflow-clip rounded-control border border-line bg-hover text-center sm:w-40'

/** The picture that was sent. */
function Source({ url }: { url: string }) {
  const address = safeHttpUrl(url)
  return (
    <figure className="flex flex-col gap-1" title={showUntrusted(url, DETAIL_LENGTH)}>
      <div className={frame}>
        {address?.protocol === 'https:' && (
          <img
            src={address.href}
            alt=""
            loading="lazy"
            referrerPolicy="no-referrer"
            onError={({ currentTarget }) => {
              currentTarget.hidden = true
            }}
            className="absolute inset-0 size-full object-contain"
          />
        )}
      </div>
      <figcaption className="w-32 truncate text-left text-muted sm:w-40">
        <bdi lang="">{shortAddress(url)}</bdi>
      </figcaption>
    </figure>
  )
}

/** What became of one poster: its video, why it failed, or how far it is. */
function Poster({
  row,
  startedAt,
  isAllowed,
}: {
  row: BatchRow | undefined
  startedAt: number | undefined
  isAllowed: PreviewHosts['isAllowed']
}) {
  const followed = useFollowedTask(row && uuidOf(row))
  const renderTasksLink = useContext(TasksLinkContext)
  if (followed?.kind !== 'seen') return <div className={frame} />
  const { task, evidence, page } = followed
  const url = videoOf(task)
  return (
    <div className="flex flex-col gap-1">
      <div className={frame}>
        {url !== undefined && isAllowed(url) === true && (
          <VideoPreview url={url} isPlaying={startedAt !== undefined} startedAt={startedAt} />
        )}
        {url !== undefined && isAllowed(url) !== true && (
          <Play aria-hidden className="size-6 text-muted" />
        )}
        {task.errorMsg !== null && (
          <p lang="" className="m-2 line-clamp-5 wrap-anywhere [unicode-bidi:plaintext]">
            {showUntrusted(task.errorMsg, CELL_LENGTH)}
          </p>
        )}
        {renderTasksLink(
          <span className="sr-only">{m.detail_open({ task: taskName(task) })}</span>,
          {
            page,
            task: task.uuid ?? '',
            className: 'absolute inset-0 rounded-control -outline-offset-2',
          },
        )}
      </div>
      <p className="flex flex-wrap items-center justify-between gap-x-2 tabular-nums">
        <StatusBadge evidence={evidence} task={task} />
        <Price price={task.price} />
      </p>
    </div>
  )
}
