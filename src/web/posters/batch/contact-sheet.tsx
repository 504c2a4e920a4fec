import { Play } from 'lucide-react'
import { useContext, useState } from 'react'

import { formatNumber } from '#web/format/number.ts'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { CELL_LENGTH, DETAIL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { type BatchRow, uuidOf } from '#web/posters/batch/batch-rows.tsx'
import type { FollowedTask } from '#web/posters/follow/followed-tasks.ts'
import { FollowedTasksContext, useFollowedTask } from '#web/posters/follow/use-followed-tasks.ts'
import { sceneName } from '#web/posters/scenes/scene-name.ts'
import { shortAddress } from '#web/posters/submissions/submission-words.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Price } from '#web/video-task/price.tsx'
import { StatusBadge } from '#web/video-task/status-badge.tsx'
import { VideoPreview } from '#web/video-task/preview/video-preview.tsx'

/** The rows whose tasks have failed. */
function failedRows(
  rows: readonly BatchRow[],
  tasks: ReadonlyMap<string, FollowedTask>,
): BatchRow[] {
  return rows.filter((row) => {
    const followed = tasks.get(uuidOf(row) ?? '')
    return followed?.kind === 'seen' && followed.task.errorMsg !== null
  })
}

/** The posters of a batch as a grid, which fills while they are made: a line for each image, a column for each scene. */
export function ContactSheet({
  rows,
  onReviewAgain,
}: {
  rows: readonly BatchRow[]
  /** undefined: not while the batch is being sent */
  onReviewAgain: ((failed: readonly BatchRow[]) => void) | undefined
}) {
  const { tasks } = useContext(FollowedTasksContext)
  const [startedAt, setStartedAt] = useState<number>()
  if (!rows.some((row) => tasks.get(uuidOf(row) ?? '')?.kind === 'seen')) return null
  const scenes = [...new Set(rows.map(({ item }) => item.request.prompt))]
  const images = [...new Set(rows.map(({ item }) => item.request.image_url))]
  const rowOf = new Map(rows.map((row) => [keyOf(row.item.request), row]))
  const failed = failedRows(rows, tasks)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <Button
          onClick={() => {
            setStartedAt(startedAt === undefined ? performance.now() : undefined)
          }}
        >
          {startedAt === undefined ? m.batch_sheet_play() : m.batch_sheet_stop()}
        </Button>
        {onReviewAgain !== undefined && failed.length > 0 && (
          <Button onClick={() => onReviewAgain(failed)}>
            {m.batch_sheet_failed({ shown: formatNumber(failed.length) })}
          </Button>
        )}
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
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function keyOf({ image_url, prompt }: BatchRow['item']['request']): string {
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
function Poster({ row, startedAt }: { row: BatchRow | undefined; startedAt: number | undefined }) {
  const followed = useFollowedTask(row && uuidOf(row))
  if (followed?.kind !== 'seen') return <div className={frame} />
  const { task, evidence } = followed
  const url = safeHttpUrl(task.videoUrl ?? '')
  return (
    <div className="flex flex-col gap-1">
      <div className={frame}>
        {url?.origin === location.origin && (
          <VideoPreview url={url} isPlaying={startedAt !== undefined} startedAt={startedAt} />
        )}
        {url !== undefined && url.origin !== location.origin && (
          // Another host learns nothing before the person opens the video.
          <a href={url.href} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
            <Play aria-hidden className="size-4" />
            {m.tasks_open()}
          </a>
        )}
        {task.errorMsg !== null && (
          <p lang="" className="line-clamp-5 p-2 wrap-anywhere [unicode-bidi:plaintext]">
            {showUntrusted(task.errorMsg, CELL_LENGTH)}
          </p>
        )}
      </div>
      <p className="flex flex-wrap items-center justify-between gap-x-2 tabular-nums">
        <StatusBadge evidence={evidence} task={task} />
        <Price price={task.price} />
      </p>
    </div>
  )
}
