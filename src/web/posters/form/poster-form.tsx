import { type ReactNode, useId, useRef, useState, type RefObject } from 'react'

import type { PosterTaskRequest } from '#contract/poster-tasks.ts'
import { m } from '#web/messages/generated/messages.js'
import { isEmpty, type PosterFields } from '#web/posters/form/poster-input.ts'
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

/** The form "Create poster". Checks both fields before it calls `onSubmit`. */
export function PosterForm({
  fields,
  onFieldsChange,
  isSubmitting,
  onSubmit,
  onSeveral,
  payer,
  payerName,
}: {
  fields: PosterFields
  onFieldsChange: (change: Partial<PosterFields>) => void
  isSubmitting: boolean
  onSubmit: (request: PosterTaskRequest) => void
  /** the person wants to create several posters instead */
  onSeveral: () => void
  /** which account pays, and its balance if known */
  payer: ReactNode
  /** the same in few lines, for small screens */
  payerName: ReactNode
}) {
  const imageInput = useRef<HTMLInputElement>(null)
  const sceneInput = useRef<HTMLInputElement>(null)
  // Show a problem after a field was left or a submission was tried, not while typing.
  const [isImageChecked, setIsImageChecked] = useState(() => readPosterImage(fields.imageUrl).ok)
  const [isSceneChecked, setIsSceneChecked] = useState(false)
  const [wasEmpty, setWasEmpty] = useState(isEmpty(fields))
  if (wasEmpty !== isEmpty(fields)) {
    setWasEmpty(!wasEmpty)
    // The form was emptied after its poster was created: do not ask for values yet.
    if (!wasEmpty) {
      setIsImageChecked(false)
      setIsSceneChecked(false)
    }
  }
  const { pictures, scenePictures } = usePosters()
  const { list, deleted } = pictures
  const upload = list.find((one) => one.target === 'one' && isMoving(one))
  // The picture on its way when a submission was tried: it would not be what is sent.
  const [awaited, setAwaited] = useState<string>()
  const image = readPosterImage(fields.imageUrl, deleted)
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
    else if (fields.scene === null) sceneInput.current?.focus()
    else onSubmit({ image_url: image.url, prompt: fields.scene })
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
          value={fields.imageUrl}
          reading={isSaid ? image : undefined}
          isAwaited={upload !== undefined && upload.id === awaited}
          inputRef={imageInput}
          onChange={(imageUrl) => {
            onFieldsChange({ imageUrl })
          }}
          onComplete={() => {
            setIsImageChecked(true)
          }}
        />
        <SceneGroup
          pictures={scenePictures}
          type="radio"
          label={m.poster_scene()}
          chosen={fields.scene === null ? [] : [fields.scene]}
          firstInputRef={sceneInput}
          onToggle={(scene) => {
            onFieldsChange({ scene })
          }}
          problem={isSceneChecked && fields.scene === null ? m.scene_problem() : undefined}
        />
      </div>
      <div className="lg:row-span-2">
        <ImagePreview url={image.ok && image.doubt?.kind !== 'page' ? image.url : undefined} />
      </div>
      <SubmitRow
        isSubmitting={isSubmitting}
        onSeveral={onSeveral}
        payer={payer}
        payerName={payerName}
      />
    </form>
  )
}

/** The button that submits the form, and which account pays for that. */
function SubmitRow({
  isSubmitting,
  onSeveral,
  payer,
  payerName,
}: {
  isSubmitting: boolean
  onSeveral: () => void
  payer: ReactNode
  payerName: ReactNode
}) {
  const payerId = useId()
  return (
    <div className="flex flex-wrap content-start items-center gap-x-5 gap-y-3 max-sm:contents">
      {/* On a phone the button stays within reach of a thumb, also above the keyboard. */}
      <div className="max-sm:order-last max-sm:bleed max-sm:bottom-0 max-sm:z-10 max-sm:border-t max-sm:border-line max-sm:bg-canvas max-sm:pt-2 max-sm:pb-safe max-sm:sticks:sticky">
        {/* Hidden from screen readers: the same text is below, out of sight on a phone. */}
        <p aria-hidden className="pb-1.5 text-xs text-muted sm:hidden">
          {payerName}
        </p>
        <Button
          tone="primary"
          size="large"
          type="submit"
          aria-disabled={isSubmitting}
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
          {isSubmitting ? m.poster_submitting() : m.poster_submit()}
        </Button>
      </div>
      <Button size="large" className="shrink-0" onClick={onSeveral}>
        {m.batch_open()}
      </Button>
      <p
        id={payerId}
        className="min-w-0 basis-full text-sm wrap-anywhere text-muted max-sm:min-h-10"
      >
        {payer}
      </p>
    </div>
  )
}

/** The field for an image URL, or a picture from this device: what is wrong with it, what was put right, and one press for what is probably meant. */
function ImageUrlField({
  value,
  reading,
  isAwaited,
  inputRef,
  onChange,
  onComplete,
}: {
  value: string
  /** undefined: nothing is said yet */
  reading: ImageUrlReading | undefined
  /** a submission was tried while a picture is on its way */
  isAwaited: boolean
  inputRef: RefObject<HTMLInputElement | null>
  onChange: (value: string) => void
  /** the person has left the field, or pasted into it */
  onComplete: () => void
}) {
  const { deleted, cancel } = usePosters().pictures
  const image = readPosterImage(value, deleted)
  const keptName = image.ok ? readUploadAddress(image.url)?.name : undefined
  useChange(keptName, (now) => {
    // The button that has deleted the picture is gone.
    if (now === undefined) catchFocus(inputRef.current)
  })
  function change(next: string) {
    // A picture on its way must not replace it.
    cancel('one')
    onChange(next)
  }
  // Several URLs do not fit into one field.
  const suggestion = reading?.suggestion?.includes('\n') === false ? reading.suggestion : undefined
  const suggested =
    reading === undefined || suggestion === undefined ? '' : (suggestionWords(reading) ?? '')
  const said = reading?.ok === false ? imageProblemWords(reading, value) : noteOf(reading)
  const words = said === undefined ? undefined : joinSentences(said, suggested)
  const problem = reading?.ok === false ? words : undefined
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

function noteOf(reading: ImageUrlReading | undefined): string | undefined {
  return reading?.ok === true ? imageNoteWords(reading) : undefined
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
