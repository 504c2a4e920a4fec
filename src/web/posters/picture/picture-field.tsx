import { Crop, ImageUp } from 'lucide-react'
import { type ReactNode, type RefObject, Suspense, useContext, useRef, useState } from 'react'

import { readUploadAddress } from '#contract/uploads.ts'
import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { m } from '#web/messages/generated/messages.js'
import { isPicture, type Pictures, PicturesContext } from '#web/posters/picture/pictures.ts'
import { KeptPicture } from '#web/posters/picture/kept-picture.tsx'
import { PictureProgress } from '#web/posters/picture/picture-progress.tsx'
import type { PictureTarget } from '#web/posters/picture/picture-uploads.ts'
import { formatBytes, pictureWhere } from '#web/posters/picture/picture-words.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useDocumentEvent } from '#web/ui/effects.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'

const PictureCrop = lazyPart(
  async () => (await import('#web/posters/picture/picture-crop.tsx')).PictureCrop,
  NotLoaded,
  false,
)

/**
 * Takes pictures from the device: chosen, dropped anywhere on the page, or pasted. Nothing if the host keeps no pictures.
 *
 * @param url of the form for one poster; the picture at it is described if it is one that a host keeps
 */
export function PictureField({ target, url = '' }: { target: PictureTarget; url?: string }) {
  const pictures = useContext(PicturesContext)
  const chooser = useRef<HTMLInputElement>(null)
  const cropButton = useRef<HTMLButtonElement>(null)
  const { info, original, setCropping } = pictures
  if (info === undefined) return null
  return (
    <PictureBox {...{ target, pictures, chooser }}>
      {readUploadAddress(url) === undefined ? (
        <p className="text-sm text-muted">{pictureWhere(info)}</p>
      ) : (
        <KeptPicture key={url} url={url} about={sizesOf(url, pictures)}>
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
    </PictureBox>
  )
}

/** The dialog that crops the last picture of the form, if it is open. It must be outside of the form, which Enter would submit. */
export function Cropping() {
  const { original, cropping, setCropping, crop } = useContext(PicturesContext)
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

function sizesOf(url: string, { kept }: Pictures): string {
  const picture = kept.find((one) => one.url === url)
  if (picture === undefined) return ''
  const { before, after } = picture
  return m.picture_sizes({ before: formatBytes(before), after: formatBytes(after) })
}

function PictureBox({
  target,
  pictures: { list, add },
  chooser,
  children,
}: {
  target: PictureTarget
  pictures: Pictures
  chooser: RefObject<HTMLInputElement | null>
  /** shown while nothing is on its way */
  children: ReactNode
}) {
  const isDragged = usePicturesOfPage((files) => add(files, target))
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
        <ChooseButton isMultiple input={chooser} onChoose={(files) => add(files, target)} />
        <p className="text-sm text-muted">{m.picture_drop()}</p>
      </div>
      {list.every((one) => one.target !== target) && children}
      <PictureProgress target={target} returnTo={chooser} />
    </div>
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

/**
 * Takes the pictures that are dropped anywhere on the page, or pasted, but not what is meant for a dialog or another field for files.
 *
 * @returns whether files are dragged over the page
 */
function usePicturesOfPage(onPictures: (files: readonly File[]) => void): boolean {
  const [isDragged, setIsDragged] = useState(false)
  useDocumentEvent('dragover', (event) => {
    const place = placeOf(event)
    if (place === 'field') return
    // Otherwise the browser would open the file in place of the page.
    event.preventDefault()
    if (place === 'page') setIsDragged(true)
    else if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none'
  })
  useDocumentEvent('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) setIsDragged(false)
  })
  useDocumentEvent('drop', (event) => {
    setIsDragged(false)
    const place = placeOf(event)
    if (place === 'field') return
    const isTaken = event.defaultPrevented
    event.preventDefault()
    const files = [...(event.dataTransfer?.files ?? [])]
    if (place === 'page') onPictures(isTaken ? files.filter(isPicture) : files)
  })
  useDocumentEvent('paste', (event) => {
    const { clipboardData, target, defaultPrevented } = event
    const files = [...(clipboardData?.files ?? [])].filter(isPicture)
    if (files.length === 0 || defaultPrevented || isInDialog(event)) return
    // Text is meant: the address of the picture, or the cells that it shows. But beside a file there is its name.
    const lines = (clipboardData?.getData('text/plain') ?? '').split(/[\r\n]+/)
    const isNames = lines.every(
      (line) => line === '' || files.some(({ name }) => line.endsWith(name)),
    )
    if (isTextField(target) && !isNames) return
    event.preventDefault()
    onPictures(files)
  })
  return isDragged
}

/** Where files are dragged. field: another field for files, or what is dragged are none: the browser does what it does */
function placeOf(event: DragEvent): 'page' | 'dialog' | 'field' {
  if (event.dataTransfer?.types.includes('Files') !== true) return 'field'
  const isFileField = (node: EventTarget) =>
    node instanceof HTMLInputElement && node.type === 'file'
  if (event.composedPath().some(isFileField)) return 'field'
  return isInDialog(event) ? 'dialog' : 'page'
}

function isInDialog(event: Event): boolean {
  return event.composedPath().some((node) => node instanceof HTMLDialogElement)
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}
