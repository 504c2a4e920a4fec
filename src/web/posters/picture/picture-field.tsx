import { Crop, ImageUp } from 'lucide-react'
import { type RefObject, useId, useRef } from 'react'

import type { UploadsInfo } from '#contract/uploads.ts'
import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { m } from '#web/messages/generated/messages.js'
import { counted, formatNumber } from '#web/format/number.ts'
import { KeptPicture, Thumbnail } from '#web/posters/picture/kept-picture.tsx'
import { shortAddress } from '#web/posters/poster-words.tsx'
import { LIST_FILES } from '#web/posters/list-file/list-file.ts'
import type {
  KeptPicture as KeptPictureFacts,
  PictureTarget,
} from '#web/posters/picture/picture-uploads.ts'
import { Button } from '#web/ui/button.tsx'
import { useChange } from '#web/ui/effects.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { catchFocus } from '#web/ui/page-heading.tsx'
import { usePosters } from '#web/posters/posters-context.ts'

const PictureCrop = lazyPart(
  async () => (await import('#web/posters/picture/picture-crop.tsx')).PictureCrop,
  NotLoaded,
  'never',
)

/** Opens the dialog that crops a picture of the form; nothing if this tab does not have what it was made of. */
export function CropButton({
  url,
  target,
  returnTo,
}: {
  url: string
  /** what the part takes the place of */
  target: PictureTarget
  /** gets the focus afterwards, if the button goes away */
  returnTo: RefObject<HTMLElement | null>
}) {
  const { originals, setCropping } = usePosters().pictures
  const button = useRef<HTMLButtonElement>(null)
  if (!originals.has(url)) return null
  const back = () => button.current ?? returnTo.current ?? undefined
  return (
    <Button
      ref={button}
      aria-haspopup="dialog"
      onClick={() => setCropping({ url, target, returnTo: back })}
    >
      <Crop aria-hidden className="size-4" />
      <span>{m.picture_crop()}</span>
    </Button>
  )
}

/** The dialog that crops a picture of the form, if it is open. It must be outside of the form, which Enter would submit. */
export function CropDialog() {
  const { originals, cropping, setCropping, crop } = usePosters().pictures
  const original = originals.get(cropping?.url ?? '')
  if (original === undefined || cropping === undefined) return null
  const close = () => setCropping(undefined)
  return (
    <PictureCrop
      original={original}
      returnTo={cropping.returnTo}
      onClose={close}
      onUse={(part) => {
        close()
        crop(original, part, cropping.target)
      }}
    />
  )
}

/** The pictures that are kept and shown nowhere else, each with a button that deletes it. */
export function OtherPictures({
  current,
  returnTo,
}: {
  /** the address of the picture that is shown already */
  current: string
  returnTo: RefObject<HTMLElement | null>
}) {
  const { kept, findUse } = usePosters().pictures
  const summary = useRef<HTMLElement>(null)
  const listId = useId()
  const others = kept.filter(
    ({ url, isLeft }) => url !== current && isLeft === true && findUse(url) === 'none',
  )
  // The button that was pressed goes away.
  useChange(others.length, () => catchFocus(summary.current ?? returnTo.current))
  if (others.length === 0) return null
  return (
    <details className="text-sm">
      <summary ref={summary} className="w-fit cursor-pointer py-1 text-muted pointer-coarse:py-2.5">
        {m.picture_others({ shown: formatNumber(others.length) })}
      </summary>
      <ul className="flex flex-col gap-2 pt-1">
        {others.map(({ url, thumbnail }, index) => (
          <li key={url} className="flex items-center gap-3">
            {thumbnail !== '' && <Thumbnail jpeg={thumbnail} />}
            <div className="min-w-0 grow">
              <p id={`${listId}${index}`} className="wrap-anywhere">
                <bdi lang="">{shortAddress(url)}</bdi>
              </p>
              <KeptPicture url={url} describedBy={`${listId}${index}`} />
            </div>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** A button for files. On a phone it offers the camera, too. */
export function ChooseButton({
  isForForm = false,
  input,
  onChoose,
}: {
  /** several can be chosen, and lists of image URLs */
  isForForm?: boolean
  input: RefObject<HTMLInputElement | null>
  onChoose: (files: readonly File[]) => void
}) {
  const { info } = usePosters().pictures
  const accept = [...(info === undefined ? [] : [PICTURES]), ...(isForForm ? [LIST_FILES] : [])]
  const label = info === undefined ? m.batch_file() : m.picture_choose()
  return (
    <span className="relative inline-flex h-control items-center gap-1.5 rounded-control border border-line bg-surface px-2.5 text-sm font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus hover:bg-hover pointer-coarse:h-field">
      <ImageUp aria-hidden className="size-4" />
      <span aria-hidden>{label}</span>
      {/* Invisible on top of the text, it receives clicks and drops. */}
      <input
        ref={input}
        type="file"
        multiple={isForForm}
        accept={accept.join(',')}
        aria-label={label}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // The browser reports a file only if it is another one.
          target.value = ''
          onChoose(files)
        }}
        className="absolute inset-0 size-full cursor-pointer opacity-0 file:cursor-pointer"
      />
    </span>
  )
}

/** The types of pictures. Some pickers have no type for the last ones. */
export const PICTURES = 'image/*,.heic,.heif'

/** Where pictures are kept, and until when. */
export function pictureWhere({ keepHours, bucket = location.origin }: UploadsInfo): string {
  return m.picture_where({ host: bucket.replace(/^\w+:\/\//, ''), ...counted(keepHours) })
}

/** The sizes of a picture; undefined: they are not known. */
export function pictureSizes(picture: KeptPictureFacts | undefined): string | undefined {
  if (picture === undefined || picture.before === 0) return undefined
  const { before, after } = picture
  return m.picture_sizes({ before: formatBytes(before), after: formatBytes(after) })
}

const MEGABYTE = 1_000_000

/** A size of a file: "3.1 MB", "240 KB". */
function formatBytes(bytes: number): string {
  return bytes < MEGABYTE
    ? m.picture_kilobytes({ shown: formatNumber(Math.ceil(bytes / 1000)) })
    : m.picture_megabytes({ shown: formatNumber(Math.round(bytes / 100_000) / 10) })
}
