import { Undo2 } from 'lucide-react'
import { memo, type ReactNode, type RefObject, useCallback, useRef, useState } from 'react'

import { readUploadAddress } from '#contract/uploads.ts'
import { counted } from '#web/format/number.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { formatClock } from '#web/format/time.ts'
import { CELL_LENGTH, DETAIL_LENGTH, isolated, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { allowedImage } from '#web/posters/form/image-preview.tsx'
import {
  imageNoteWords,
  imageProblemWords,
  suggestionWords,
} from '#web/posters/form/image-url-words.ts'
import {
  type ImageTile,
  type InputChange,
  withoutImage,
  withRemoved,
  withReplaced,
  withTileInField,
} from '#web/posters/form/poster-input.ts'
import { CropButton, PICTURES, pictureSizes } from '#web/posters/picture/picture-field.tsx'
import { PictureProgress } from '#web/posters/picture/picture-progress.tsx'
import type { KeptPicture, PictureTarget } from '#web/posters/picture/picture-uploads.ts'
import { readPosterImage } from '#web/posters/picture/pictures.ts'
import { shortAddress } from '#web/posters/poster-words.tsx'
import { usePosters } from '#web/posters/posters-context.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useChange } from '#web/ui/effects.ts'
import { catchFocus } from '#web/ui/page-heading.tsx'

const targetOf = (id: string): PictureTarget => `image ${id}`

/** The name of an image: that of its file, or the short address. */
function nameOf(typed: string, picture: KeptPicture | undefined): string {
  return picture?.name === undefined
    ? shortAddress(typed)
    : showUntrusted(picture.name, CELL_LENGTH)
}

/** The images of the form as tiles, if there are several. */
export function ImageTiles({ returnTo }: { returnTo: RefObject<HTMLElement | null> }) {
  const { input, edit, pictures } = usePosters()
  const { images, removed } = input
  const { info, kept, deleted, originals, list } = pictures
  const chooser = useRef<HTMLInputElement>(null)
  const undo = useRef<HTMLButtonElement>(null)
  const replacedId = useRef('')
  // The button that was pressed goes away with its tile.
  useChange(images.length, () => catchFocus(undo.current ?? returnTo.current))

  const replace = useCallback((id: string) => {
    replacedId.current = id
    chooser.current?.click()
  }, [])
  const keptAt = new Map(kept.map((one) => [one.url, one]))
  const moving = new Set(list.map(({ target }) => target))
  return (
    <>
      {images.length > 0 && (
        <ul
          aria-label={m.images_list(counted(images.length))}
          className="grid max-h-104 grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-2 overflow-y-auto"
        >
          {images.map((image) => (
            <Tile
              key={image.id}
              image={image}
              deleted={deleted}
              picture={keptAt.get(image.typed)}
              bucket={info?.bucket}
              replace={info && replace}
              edit={edit}
              field={returnTo}
              crop={
                originals.has(image.typed) && (
                  <CropButton url={image.typed} target={targetOf(image.id)} returnTo={returnTo} />
                )
              }
              progress={
                moving.has(targetOf(image.id)) && (
                  <PictureProgress targets={[targetOf(image.id)]} returnTo={returnTo} />
                )
              }
            />
          ))}
        </ul>
      )}
      <div role="status" className="text-sm empty:-mt-2">
        {removed !== null && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="wrap-anywhere">
              {m.image_removed({
                image: isolated(nameOf(removed.typed, keptAt.get(removed.typed))),
              })}
            </span>
            <Button ref={undo} onClick={() => edit(withRemoved)}>
              <Undo2 aria-hidden className="size-4" />
              <span>{m.undo()}</span>
            </Button>
          </p>
        )}
      </div>
      <input
        ref={chooser}
        type="file"
        hidden
        accept={PICTURES}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file !== undefined) pictures.add([file], targetOf(replacedId.current))
        }}
      />
    </>
  )
}

/** One image: what it looks like, its address, what is wrong with it, and what can be done with it. */
const Tile = memo(
  ({
    image: { id, typed },
    deleted,
    picture,
    bucket,
    replace,
    edit,
    field,
    crop,
    progress,
  }: {
    image: ImageTile
    deleted: readonly string[]
    /** undefined: it was not uploaded in this tab */
    picture: KeptPicture | undefined
    bucket: string | undefined
    /** undefined: the host takes no pictures */
    replace: ((id: string) => void) | undefined
    edit: (change: InputChange) => void
    field: RefObject<HTMLElement | null>
    /** false: there is nothing to show. Not as children: a list of two would be a new one each time */
    crop: ReactNode
    progress: ReactNode
  }) => {
    const reading = readPosterImage(typed, deleted)
    const meant = reading.suggestion?.split('\n')
    const url = reading.ok ? reading.url : ''
    const name = nameOf(typed, picture)
    const image = isolated(name)
    const upload = readUploadAddress(url)
    const suggestion = suggestionWords(reading)
    const said = reading.ok ? imageNoteWords(reading) : imageProblemWords(reading, typed)
    const facts = joinSentences(
      pictureSizes(picture) ?? '',
      upload === undefined ? '' : m.image_kept({ time: formatClock(upload.until) }),
    )
    return (
      <li
        className={classNames(
          'relative flex flex-col gap-1.5 rounded-control border bg-surface p-1.5 text-xs [contain-intrinsic-size:auto_12rem] [content-visibility:auto]',
          reading.ok ? 'border-line' : 'border-failed',
        )}
      >
        <Picture key={url} address={allowedImage(url, bucket)} />
        <p className="truncate text-muted" title={showUntrusted(typed, DETAIL_LENGTH)}>
          <bdi lang="">{name}</bdi>
        </p>
        {facts !== '' && <p className="text-muted">{facts}</p>}
        {said !== undefined && (
          <p className={classNames('wrap-anywhere', !reading.ok && 'text-failed')}>
            {joinSentences(said, suggestion ?? '')}
          </p>
        )}
        {meant !== undefined && (
          <Button
            className="h-auto! min-h-control py-1 whitespace-normal!"
            onClick={() => edit(withReplaced(id, meant))}
          >
            {m.image_use()}
          </Button>
        )}
        {crop}
        {progress}
        <div className="mt-auto flex flex-wrap justify-end">
          {upload === undefined && (
            <IconButton
              label={m.image_edit({ image })}
              className="icon icon-pencil"
              onClick={() => {
                edit(withTileInField(id))
                field.current?.focus()
              }}
            />
          )}
          {replace !== undefined && (
            <IconButton
              label={m.image_replace({ image })}
              className="icon icon-image-up"
              onClick={() => replace(id)}
            />
          )}
          <IconButton
            label={m.image_remove({ image })}
            className="icon icon-x"
            onClick={() => edit(withoutImage(id))}
          />
        </div>
      </li>
    )
  },
)
Tile.displayName = 'Tile'

/** What an image looks like, loaded when it is near. Whether the service can reach it is not known here. */
function Picture({ address }: { address: URL | undefined }) {
  const [hasFailed, setHasFailed] = useState(false)
  return (
    <>
      <span className="flex aspect-square min-h-0 items-center justify-center overflow-clip rounded-control border border-line bg-hover">
        {address === undefined || hasFailed ? (
          <span className="icon icon-image text-edge before:scale-150" />
        ) : (
          <img
            src={address.href}
            alt=""
            loading="lazy"
            decoding="async"
            referrerPolicy="no-referrer"
            onError={() => setHasFailed(true)}
            className="size-full object-contain"
          />
        )}
      </span>
      {hasFailed && <span className="text-muted">{m.preview_failed()}</span>}
    </>
  )
}
