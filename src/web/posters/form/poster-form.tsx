import { type ReactNode, useId, useRef, useState } from 'react'

import type { PosterTaskRequest } from '#contract/poster-tasks.ts'
import { m } from '#web/messages/generated/messages.js'
import { isEmpty, type PosterFields } from '#web/posters/form/draft.ts'
import { ImagePreview } from '#web/posters/form/image-preview.tsx'
import { ImageUrlField } from '#web/posters/form/image-url-field.tsx'
import { imageNoteWords } from '#web/posters/form/image-url-words.ts'
import { readImageUrl } from '#contract/read-image-url.ts'
import { SceneGroup } from '#web/posters/scenes/scene-group.tsx'
import { Button } from '#web/ui/button.tsx'

/** The form "Create poster". Checks both fields before it calls `onSubmit`. */
export function PosterForm({
  draft,
  onDraftChange,
  isSubmitting,
  onSubmit,
  onSeveral,
  payer,
  payerName,
}: {
  draft: PosterFields
  onDraftChange: (draft: PosterFields) => void
  isSubmitting: boolean
  onSubmit: (request: PosterTaskRequest) => void
  /** the person wants to create several posters instead */
  onSeveral: () => void
  /** which account pays, and its balance if known */
  payer: ReactNode
  /** the same without the balance, for small screens */
  payerName: ReactNode
}) {
  const imageInput = useRef<HTMLInputElement>(null)
  const sceneInput = useRef<HTMLInputElement>(null)
  // Show a problem after a field was left or a submission was tried, not while typing.
  const [isImageChecked, setIsImageChecked] = useState(() => readImageUrl(draft.imageUrl).ok)
  const [isSceneChecked, setIsSceneChecked] = useState(false)
  const [drawn, setDrawn] = useState(draft)
  if (drawn !== draft) {
    setDrawn(draft)
    // The form was emptied after its poster was created: do not ask for values yet.
    if (isEmpty(draft)) {
      setIsImageChecked(false)
      setIsSceneChecked(false)
    }
  }
  const image = readImageUrl(draft.imageUrl)
  // Nothing that is typed on makes an image of a page.
  const isSaid = isImageChecked || (image.ok && image.doubt?.kind === 'page')

  function submit() {
    // What is said about the URL is said before it costs points.
    const isUnsaid = !isSaid && image.ok && imageNoteWords(image) !== undefined
    setIsImageChecked(true)
    setIsSceneChecked(true)
    if (!image.ok || isUnsaid) imageInput.current?.focus()
    else if (draft.scene === null) sceneInput.current?.focus()
    else onSubmit({ image_url: image.url, prompt: draft.scene })
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
          value={draft.imageUrl}
          reading={isSaid ? image : undefined}
          inputRef={imageInput}
          onChange={(imageUrl) => {
            onDraftChange({ ...draft, imageUrl })
          }}
          onComplete={() => {
            setIsImageChecked(true)
          }}
        />
        <SceneGroup
          type="radio"
          label={m.poster_scene()}
          chosen={draft.scene === null ? [] : [draft.scene]}
          firstInputRef={sceneInput}
          onToggle={(scene) => {
            onDraftChange({ ...draft, scene })
          }}
          problem={isSceneChecked && draft.scene === null ? m.scene_problem() : undefined}
        />
      </div>
      <div className="lg:row-span-2">
        <ImagePreview url={image.ok ? image.url : undefined} />
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
        <p aria-hidden className="truncate pb-1.5 text-xs text-muted sm:hidden">
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
