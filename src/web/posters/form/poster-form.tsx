import { type RefObject, useId, useRef, useState } from 'react'

import { m } from '#web/messages/generated/messages.js'
import { isEmpty } from '#web/posters/form/poster-input.ts'
import { ImagePreview } from '#web/posters/form/image-preview.tsx'
import {
  imageNoteWords,
  imageProblemWords,
  suggestionWords,
} from '#web/posters/form/image-url-words.ts'
import type { ImageUrlReading } from '#contract/image-url.ts'
import { readUploadAddress } from '#contract/uploads.ts'
import { SceneGroup } from '#web/posters/scenes/scene-group.tsx'
import { Button } from '#web/ui/button.tsx'
import { joinSentences } from '#web/format/sentences.ts'
import { useChange } from '#web/ui/effects.ts'
import { catchFocus } from '#web/ui/page-heading.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { PictureField } from '#web/posters/picture/picture-field.tsx'
import { isMoving, readPosterImage } from '#web/posters/picture/pictures.ts'
import { usePosters } from '#web/posters/posters-context.ts'
import { Payer } from '#web/posters/price.tsx'

/** The form "Create poster". Checks both fields before it sends anything. */
export function PosterForm() {
  const { input, edit, sender, pictures, scenePictures } = usePosters()
  const imageInput = useRef<HTMLInputElement>(null)
  const sceneInput = useRef<HTMLInputElement>(null)
  // Show a problem after a field was left or a submission was tried, not while typing.
  const [isImageChecked, setIsImageChecked] = useState(() => readPosterImage(input.imageUrl).ok)
  const [isSceneChecked, setIsSceneChecked] = useState(false)
  useChange(isEmpty(input), (isEmptyNow) => {
    if (!isEmptyNow) return
    // The form was emptied after its poster was created: do not ask for values yet.
    setIsImageChecked(false)
    setIsSceneChecked(false)
  })
  const { list, deleted } = pictures
  const upload = list.find((one) => one.target === 'one' && isMoving(one))
  // The picture on its way when a submission was tried: it would not be what is sent.
  const [awaited, setAwaited] = useState<string>()
  const image = readPosterImage(input.imageUrl, deleted)
  // Nothing that is typed on makes an image of a page, or brings back a picture.
  const isHopeless = image.ok ? image.doubt?.kind === 'page' : image.problem === 'gone'
  const isSaid = isImageChecked || isHopeless

  function submit() {
    // What is said about the URL is said before it costs points.
    const isUnsaid = !isSaid && image.ok && imageNoteWords(image) !== undefined
    setIsImageChecked(true)
    setIsSceneChecked(true)
    setAwaited(upload?.id)
    if (!image.ok || isUnsaid || upload !== undefined) imageInput.current?.focus()
    else if (input.scene === null) sceneInput.current?.focus()
    else sender.create({ image_url: image.url, prompt: input.scene })
  }

  return (
    <form
      aria-label={m.poster_heading()}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      className="flex flex-col gap-x-8 gap-y-6 lg:grid lg:grid-cols-[minmax(0,1fr)_15rem] lg:grid-rows-[auto_1fr]"
    >
      <div className="flex flex-col gap-6">
        <ImageUrlField
          image={image}
          isSaid={isSaid}
          isAwaited={upload !== undefined && upload.id === awaited}
          inputRef={imageInput}
          onComplete={() => setIsImageChecked(true)}
        />
        <SceneGroup
          pictures={scenePictures}
          type="radio"
          label={m.poster_scene()}
          chosen={input.scene === null ? [] : [input.scene]}
          firstInputRef={sceneInput}
          onToggle={(scene) => edit({ scene, sentId: null })}
          problem={isSceneChecked && input.scene === null ? m.scene_problem() : undefined}
        />
      </div>
      <div className="lg:row-span-2">
        <ImagePreview url={image.ok && image.doubt?.kind !== 'page' ? image.url : undefined} />
      </div>
      <SubmitRow />
    </form>
  )
}

/** The button that submits the form, and which account pays for that. */
function SubmitRow() {
  const { posters, showBatch } = usePosters()
  const payerId = useId()
  return (
    <div className="flex flex-wrap content-start items-center gap-x-5 gap-y-3 max-sm:contents">
      {/* On a phone the button stays within reach of a thumb, also above the keyboard. */}
      <div className="max-sm:order-last max-sm:bleed max-sm:bottom-0 max-sm:z-10 max-sm:border-t max-sm:border-line max-sm:bg-canvas max-sm:pt-2 max-sm:pb-safe max-sm:sticks:sticky">
        {/* Hidden from screen readers: the same text is below, out of sight on a phone. */}
        <p aria-hidden className="pb-1.5 text-xs text-muted sm:hidden">
          <Payer isBrief />
        </p>
        <Button
          tone="primary"
          size="large"
          type="submit"
          aria-disabled={posters.isSending}
          aria-describedby={payerId}
          onClick={(event) => {
            // The second click of a double click does not confirm what the first one was told.
            if (event.detail > 1) event.preventDefault()
          }}
          // Keep focus in the field: its problem would appear and move the button away from the pointer.
          onMouseDown={(event) => {
            event.preventDefault()
          }}
          className="max-sm:w-full"
        >
          {posters.isSending ? m.poster_submitting() : m.poster_submit()}
        </Button>
      </div>
      <Button size="large" className="shrink-0" onClick={() => showBatch(true)}>
        {m.batch_open()}
      </Button>
      <p
        id={payerId}
        className="min-w-0 basis-full text-sm wrap-anywhere text-muted max-sm:min-h-10"
      >
        <Payer />
      </p>
    </div>
  )
}

/** The field for an image URL, or a picture from this device: what is wrong with it, what was put right, and one press for what is probably meant. */
function ImageUrlField({
  image,
  isSaid,
  isAwaited,
  inputRef,
  onComplete,
}: {
  image: ImageUrlReading
  /** false: nothing is said about it yet */
  isSaid: boolean
  /** a submission was tried while a picture is on its way */
  isAwaited: boolean
  inputRef: RefObject<HTMLInputElement | null>
  /** the person has left the field, or pasted into it */
  onComplete: () => void
}) {
  const { input, edit, pictures } = usePosters()
  const value = input.imageUrl
  const keptName = image.ok ? readUploadAddress(image.url)?.name : undefined
  useChange(keptName, (now) => {
    // The button that has deleted the picture is gone.
    if (now === undefined) catchFocus(inputRef.current)
  })
  function change(imageUrl: string) {
    // A picture on its way must not replace it.
    pictures.cancel('one')
    edit({ imageUrl, sentId: null })
  }
  // Several URLs do not fit into one field.
  const suggestion =
    isSaid && image.suggestion?.includes('\n') === false ? image.suggestion : undefined
  const said = image.ok ? imageNoteWords(image) : imageProblemWords(image, value)
  const words =
    isSaid && said !== undefined
      ? joinSentences(said, suggestion === undefined ? '' : (suggestionWords(image) ?? ''))
      : undefined
  const problem = image.ok ? undefined : words
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={m.poster_image_url()}
        help={m.poster_image_url_help()}
        inputRef={inputRef}
        type="url"
        inputMode="url"
        name="image_url"
        required
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="go"
        spellCheck={false}
        value={value}
        onChange={(event) => {
          change(event.target.value)
        }}
        onPaste={onComplete}
        onBlur={() => {
          if (value !== '') afterPress(onComplete)
        }}
        problem={isAwaited ? m.picture_wait() : problem}
        note={words}
      />
      {suggestion !== undefined && (
        <Button
          className="self-start"
          onClick={() => {
            change(suggestion)
            inputRef.current?.focus()
          }}
        >
          {m.image_use()}
        </Button>
      )}
      <PictureField
        target="one"
        url={image.ok ? image.url : ''}
        onUrls={(urls) => {
          // Several do not fit: the field says so.
          change(urls.join(' '))
          onComplete()
        }}
      />
    </div>
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
