import type { ComponentProps } from 'react'

import { DETAIL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { type BatchRow, uuidOf } from '#web/posters/batch/batch-rows.tsx'
import { useAllowedImage } from '#web/posters/form/image-preview.tsx'
import { sceneName, shortAddress } from '#web/posters/poster-words.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { sheetFrame, SheetTile, VideoSheet } from '#web/video-task/preview/video-sheet.tsx'
import { taskName } from '#web/video-task/task-name.ts'
import { useFollowedTask, usePosters } from '#web/posters/posters-context.ts'

/** The posters of a batch as a grid, which fills while they are made: a line for each image, a column for each scene. */
export function ContactSheet({ rows }: { rows: readonly BatchRow[] }) {
  const { tasks: followed } = usePosters().followed
  const seen = rows.flatMap((row) => {
    const one = followed.get(uuidOf(row) ?? '')
    return one?.kind === 'seen' ? one.task : []
  })
  if (seen.length === 0) return null
  const scenes = [...new Set(rows.map(({ record }) => record.request.prompt))]
  const images = [...new Set(rows.map(({ record }) => record.request.image_url))]
  const rowOf = new Map(rows.map((row) => [keyOf(row.record.request), row]))
  return (
    <div className="flex flex-col gap-3">
      <VideoSheet tasks={seen}>
        {(play) => (
          // It may be wider than the screen. The focus lets the keyboard scroll it.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <div role="region" aria-label={m.batch_sheet()} tabIndex={0} className="overflow-x-auto">
            <table
              aria-label={m.batch_sheet()}
              className="border-separate border-spacing-2 text-sm"
            >
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
                          play={play}
                        />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </VideoSheet>
    </div>
  )
}

function keyOf({ image_url, prompt }: BatchRow['record']['request']): string {
  return `${prompt} ${image_url}`
}

const frame = 'aspect-square w-32 sm:w-40'

/** The picture that was sent. */
function Source({ url }: { url: string }) {
  const address = useAllowedImage(url)
  return (
    <figure className="flex flex-col gap-1" title={showUntrusted(url, DETAIL_LENGTH)}>
      <div className={classNames(sheetFrame, frame)}>
        {address !== undefined && (
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
  play,
}: {
  row: BatchRow | undefined
  play: ComponentProps<typeof SheetTile>['play']
}) {
  const followed = useFollowedTask(row && uuidOf(row))
  const { renderTasksLink } = usePosters()
  if (followed?.kind !== 'seen') return <div className={classNames(sheetFrame, frame)} />
  const { task, evidence, page } = followed
  return (
    <div className="flex flex-col gap-1">
      <SheetTile {...{ task, evidence, play, frame }}>
        {renderTasksLink(
          <span className="sr-only">{m.detail_open({ task: taskName(task) })}</span>,
          {
            page,
            task: task.uuid ?? '',
            className: 'absolute inset-0 rounded-control -outline-offset-2',
          },
        )}
      </SheetTile>
    </div>
  )
}
