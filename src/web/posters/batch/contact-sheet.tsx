import type { ComponentProps } from 'react'

import { DETAIL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import type { PosterRecord } from '#web/poster-records/record.ts'
import { posterName } from '#web/posters/batch/batch-plan.ts'
import { taskOf } from '#web/posters/follow/followed-tasks.ts'
import { useAllowedImage } from '#web/posters/form/image-preview.tsx'
import { sceneName, shortAddress } from '#web/posters/poster-words.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { sheetFrame, SheetTile, VideoSheet } from '#web/video-task/preview/video-sheet.tsx'
import { taskName } from '#web/video-task/task-name.ts'
import { useFollowedTask, usePosters } from '#web/posters/posters-context.ts'

/** The posters of a batch as a grid, which fills while they are made: a line for each image, a column for each scene. */
export function ContactSheet({ records }: { records: readonly PosterRecord[] }) {
  const { tasks } = usePosters().followed
  const seen = records.flatMap((record) => {
    const one = taskOf(record, tasks)
    return one?.kind === 'seen' ? one.task : []
  })
  if (seen.length === 0) return null
  const scenes = [...new Set(records.map(({ request }) => request.prompt))]
  const images = [...new Set(records.map(({ request }) => request.image_url))]
  const recordOf = new Map(records.map((record) => [posterName(record.request), record]))
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
                          record={recordOf.get(posterName({ image_url: image, prompt: scene }))}
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
  record,
  play,
}: {
  record: PosterRecord | undefined
  play: ComponentProps<typeof SheetTile>['play']
}) {
  const followed = useFollowedTask(record)
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
