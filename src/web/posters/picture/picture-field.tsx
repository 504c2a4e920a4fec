import { Crop, ImageUp } from 'lucide-react'
import { type RefObject, Suspense, useId, useRef, useState } from 'react'

import { readUploadAddress, type UploadsInfo } from '#contract/uploads.ts'
import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { m } from '#web/messages/generated/messages.js'
import { counted, formatNumber } from '#web/format/number.ts'
import { KeptPicture, Thumbnail } from '#web/posters/picture/kept-picture.tsx'
import { shortAddress } from '#web/posters/poster-words.tsx'
import { PictureProgress } from '#web/posters/picture/picture-progress.tsx'
import type { PictureTarget } from '#web/posters/picture/picture-uploads.ts'
import { useTransfers } from '#web/posters/picture/transfers.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useChange } from '#web/ui/effects.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { announce } from '#web/ui/live-region.tsx'
import { catchFocus } from '#web/ui/page-heading.tsx'
import { usePosters } from '#web/posters/posters-context.ts'

const PictureCrop = lazyPart(
  async () => (await import('#web/posters/picture/picture-crop.tsx')).PictureCrop,
  NotLoaded,
  false,
)

/**
 * Takes pictures from the device: chosen, dropped anywhere on the page, or pasted. A host that keeps no pictures takes none.
 *
 * @param url of the form for one poster; the picture at it is described if it is one that a host keeps
 * @param onUrls is given image URLs that were dropped beside a text field: lines, as they came
 */
export function PictureField({
  target,
  url = '',
  onUrls,
}: {
  target: PictureTarget
  url?: string
  onUrls: (urls: readonly string[]) => void
}) {
  const { pictures } = usePosters()
  const chooser = useRef<HTMLInputElement>(null)
  const cropButton = useRef<HTMLButtonElement>(null)
  const { info, kept, list, original, setCropping } = pictures
  const isIdle = list.every((one) => one.target !== target)
  const [problem, setProblem] = useState('')
  function add(files: readonly File[]) {
    setProblem('')
    pictures.add(files, target)
  }
  const isDragged = useTransfers(({ files, urls }) => {
    // A picture of the page has the name under which it is kept.
    const known = kept
      .map((one) => one.url)
      .filter((one) =>
        files.some(({ name }) => name === `${readUploadAddress(one)?.name ?? ''}.jpg`),
      )
    if (files.length > known.length && info !== undefined) add(files)
    else if (urls.length + known.length > 0) {
      setProblem('')
      onUrls([...urls, ...known])
    } else {
      const words = files.length > 0 ? m.picture_problem_off() : m.picture_none_arrived()
      setProblem(words)
      announce(words)
    }
  })
  const said = problem !== '' && <p className="text-sm text-failed">{problem}</p>
  if (info === undefined) return said
  const isKept = readUploadAddress(url) !== undefined
  const sizes = kept.find((one) => one.url === url)
  return (
    <div
      role="group"
      aria-label={m.picture_group()}
      className={classNames(
        'flex min-h-42 flex-col sm:min-h-34 gap-2 rounded-panel border border-dashed px-4 py-3',
        isDragged ? 'border-focus bg-hover' : 'border-edge',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <ChooseButton isMultiple input={chooser} onChoose={add} />
        <p className="text-sm text-muted">{m.picture_drop()}</p>
      </div>
      {said}
      {isIdle && !isKept && <p className="text-sm text-muted">{pictureWhere(info)}</p>}
      {isIdle && isKept && (
        <KeptPicture
          key={url}
          url={url}
          about={
            sizes &&
            m.picture_sizes({
              before: formatBytes(sizes.before),
              after: formatBytes(sizes.after),
            })
          }
        >
          {target === 'one' && original?.url === url && (
            <Button
              ref={cropButton}
              aria-haspopup="dialog"
              // Once a part is used, this button goes away.
              onClick={() => setCropping(() => cropButton.current ?? chooser.current ?? undefined)}
            >
              <Crop aria-hidden className="size-4" />
              <span>{m.picture_crop()}</span>
            </Button>
          )}
        </KeptPicture>
      )}
      <PictureProgress target={target} returnTo={chooser} />
      <OtherPictures current={url} returnTo={chooser} />
    </div>
  )
}

/** The dialog that crops the last picture of the form, if it is open. It must be outside of the form, which Enter would submit. */
export function Cropping() {
  const { original, cropping, setCropping, crop } = usePosters().pictures
  if (original === undefined || cropping === undefined) return null
  const close = () => setCropping(undefined)
  return (
    <Suspense>
      <PictureCrop
        // Another picture may come meanwhile.
        key={original.url}
        original={original}
        returnTo={cropping}
        onClose={close}
        onUse={(part) => {
          close()
          crop(part)
        }}
      />
    </Suspense>
  )
}

/** The pictures that are kept and shown nowhere else, each with a button that deletes it. */
function OtherPictures({
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
  const others = kept.filter(({ url, isLeft }) => {
    const use = findUse(url)
    return url !== current && (use === 'draft' || (use === 'none' && isLeft === true))
  })
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
  isMultiple = false,
  input,
  onChoose,
}: {
  isMultiple?: boolean
  input: RefObject<HTMLInputElement | null>
  onChoose: (files: readonly File[]) => void
}) {
  return (
    <span className="relative inline-flex h-control items-center gap-1.5 rounded-control border border-line bg-surface px-2.5 text-sm font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus hover:bg-hover pointer-coarse:h-field">
      <ImageUp aria-hidden className="size-4" />
      <span aria-hidden>{m.picture_choose()}</span>
      {/* Invisible on top of the text, it receives clicks and drops. */}
      <input
        ref={input}
        type="file"
        multiple={isMultiple}
        accept="image/*,.heic,.heif"
        aria-label={m.picture_choose()}
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

/** Where pictures are kept, and until when. */
export function pictureWhere({ keepHours, bucket = location.origin }: UploadsInfo): string {
  return m.picture_where({ host: bucket.replace(/^\w+:\/\//, ''), ...counted(keepHours) })
}

const MEGABYTE = 1_000_000

/** A size of a file: "3.1 MB", "240 KB". */
function formatBytes(bytes: number): string {
  return bytes < MEGABYTE
    ? m.picture_kilobytes({ shown: formatNumber(Math.ceil(bytes / 1000)) })
    : m.picture_megabytes({ shown: formatNumber(Math.round(bytes / 100_000) / 10) })
}
