import { type RefObject, useRef } from 'react'

import type { ImageUrlReading } from '#contract/image-url.ts'
import { readUploadAddress } from '#contract/uploads.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { m } from '#web/messages/generated/messages.js'
import { ImageTiles } from '#web/posters/form/image-tiles.tsx'
import {
  imageNoteWords,
  imageProblemWords,
  suggestionWords,
} from '#web/posters/form/image-url-words.ts'
import { withNextField } from '#web/posters/form/poster-input.ts'
import { ListNotes } from '#web/posters/list-file/lists.tsx'
import { isAddress } from '#web/posters/list-file/read-list.ts'
import { KeptPicture } from '#web/posters/picture/kept-picture.tsx'
import {
  ChooseButton,
  CropButton,
  OtherPictures,
  pictureSizes,
  pictureWhere,
} from '#web/posters/picture/picture-field.tsx'
import type { PictureTarget } from '#web/posters/picture/picture-uploads.ts'
import { PictureProgress } from '#web/posters/picture/picture-progress.tsx'
import { usePosters } from '#web/posters/posters-context.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useChange } from '#web/ui/effects.ts'
import { catchFocus } from '#web/ui/page-heading.tsx'
import { TextField } from '#web/ui/text-field.tsx'

/** Where pictures go whose progress stands below the button that chooses them. */
const FORM: readonly PictureTarget[] = ['box', 'field']

/**
 * Takes images that are typed, pasted or chosen: addresses, cells, pictures and lists. The only image stands in the field, several
 * are tiles. A host that keeps no pictures takes none.
 */
export function ImageBox({
  image,
  isSaid,
  problem,
  inputRef,
  onComplete,
}: {
  /** what is in the field */
  image: ImageUrlReading
  /** false: nothing is said about it yet */
  isSaid: boolean
  /** why nothing can be sent; undefined: what is in the field says so */
  problem: string | undefined
  inputRef: RefObject<HTMLInputElement | null>
  /** the person has left the field, or pasted into it */
  onComplete: () => void
}) {
  const { pictures, intake } = usePosters()
  const chooser = useRef<HTMLInputElement>(null)
  const { info, kept, list } = pictures
  const url = image.ok ? image.url : ''
  const isKept = readUploadAddress(url) !== undefined
  const isIdle = list.every(({ target }) => !FORM.includes(target))

  return (
    <div className="flex flex-col gap-2">
      <ImageUrlField {...{ image, isSaid, problem, inputRef, onComplete }} />
      <div
        role="group"
        aria-label={info === undefined ? m.batch_file() : m.picture_group()}
        className={classNames(
          'flex min-h-28 flex-col gap-2 rounded-panel border border-dashed px-4 py-3',
          intake.isDragged ? 'border-focus bg-hover' : 'border-edge',
        )}
      >
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <ChooseButton isForForm input={chooser} onChoose={intake.takeFiles} />
          <p className="text-sm text-muted">{m.picture_drop()}</p>
        </div>
        {intake.problem !== '' && <p className="text-sm text-failed">{intake.problem}</p>}
        <ListNotes lists={intake.lists} returnTo={inputRef} />
        {isIdle && !isKept && info !== undefined && (
          <p className="text-sm text-muted">{pictureWhere(info)}</p>
        )}
        {isIdle && isKept && (
          <KeptPicture
            key={url}
            url={url}
            about={pictureSizes(kept.find((one) => one.url === url))}
          >
            <CropButton url={url} target="field" returnTo={chooser} />
          </KeptPicture>
        )}
        <PictureProgress targets={FORM} returnTo={chooser} />
        <ImageTiles returnTo={inputRef} />
        <OtherPictures current={url} returnTo={chooser} />
      </div>
    </div>
  )
}

/** The field for an image URL: what is wrong with it, what was put right, and one press for what is probably meant. */
function ImageUrlField({
  image,
  isSaid,
  problem,
  inputRef,
  onComplete,
}: Parameters<typeof ImageBox>[0]) {
  const { input, edit, pictures, intake } = usePosters()
  const { lists, takeUrls } = intake
  const { imageUrl: value, images } = input
  const keptName = image.ok ? readUploadAddress(image.url)?.name : undefined
  useChange(keptName, (now) => {
    // The button that has deleted the picture is gone.
    if (now === undefined) catchFocus(inputRef.current)
  })
  function change(imageUrl: string) {
    // A part of a picture that is on its way must not replace it.
    pictures.cancel('field')
    edit({ imageUrl, sentId: null })
  }
  const suggestion = isSaid ? image.suggestion : undefined
  const said = image.ok ? imageNoteWords(image) : imageProblemWords(image, value)
  const words =
    isSaid && said !== undefined
      ? joinSentences(said, suggestion === undefined ? '' : (suggestionWords(image) ?? ''))
      : undefined
  // Beside tiles, the field may be empty.
  const own = value.trim() === '' && images.length > 0 ? undefined : words
  return (
    <>
      <TextField
        label={m.poster_image_url()}
        help={m.poster_image_url_help()}
        inputRef={inputRef}
        type="url"
        inputMode="url"
        name="image_url"
        required={images.length === 0}
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="go"
        spellCheck={false}
        value={value}
        onChange={(event) => {
          change(event.target.value)
        }}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain')
          const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '')
          onComplete()
          // Beside files there may be their names.
          if (event.clipboardData.files.length > 0 && !lines.some(isAddress)) return
          const isTaken = lists.takeCells(text)
          if (isTaken || lines.length > 1) event.preventDefault()
          if (!isTaken && lines.length > 1) takeUrls(lines)
        }}
        onBlur={() => {
          if (value !== '') afterPress(onComplete)
        }}
        problem={problem ?? (image.ok ? undefined : own)}
        note={own}
      />
      <div className="flex flex-wrap gap-2 empty:hidden">
        {suggestion !== undefined && (
          <Button
            onClick={() => {
              const urls = suggestion.split('\n')
              change(urls.length === 1 ? suggestion : '')
              if (urls.length > 1) takeUrls(urls)
              inputRef.current?.focus()
            }}
          >
            {m.image_use()}
          </Button>
        )}
        {image.ok && (
          <Button
            onClick={() => {
              edit(withNextField)
              inputRef.current?.focus()
            }}
          >
            {m.image_add()}
          </Button>
        )}
      </div>
    </>
  )
}

let isPressed = false

function endPress(): void {
  isPressed = false
}

// Capture: before any handler of the press. Bubbling, below: after all of them.
window.addEventListener('pointerdown', ({ button }) => (isPressed = button === 0), true)
window.addEventListener('click', endPress)
window.addEventListener('pointercancel', endPress)

/**
 * Runs at once, or at the end of the press that is on its way. A field that is left by a press must not say something before it:
 * that would move what is pressed away from the pointer, and the press would do nothing.
 */
function afterPress(run: () => void): void {
  if (isPressed) window.addEventListener('click', run, { once: true })
  else run()
}
