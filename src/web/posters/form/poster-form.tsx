import { useId, useMemo, useRef, useState } from 'react'

import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import { counted, formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { ImageBox } from '#web/posters/form/image-box.tsx'
import { ImagePreview } from '#web/posters/form/image-preview.tsx'
import { imageNoteWords } from '#web/posters/form/image-url-words.ts'
import { MAX_POSTERS, type WantedPosters, wantedOf } from '#web/posters/form/plan.ts'
import { isEmpty, type PosterInput } from '#web/posters/form/poster-input.ts'
import { isMoving, readPosterImage } from '#web/posters/picture/pictures.ts'
import { usePosters } from '#web/posters/posters-context.ts'
import { Payer, planPrice } from '#web/posters/price.tsx'
import { progressOf } from '#web/posters/results/batch-words.ts'
import { SceneGroup } from '#web/posters/scenes/scene-group.tsx'
import { recordsOf } from '#web/poster-records/queue.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/boxes.tsx'
import { useChange } from '#web/ui/effects.ts'

/** The form "Create poster", for one or for several. Checks images and scenes before it sends or asks anything. */
export function PosterForm() {
  const { input, edit, sender, pictures, scenePictures, ask, isBusy, intake } = usePosters()
  const imageInput = useRef<HTMLInputElement>(null)
  const sceneInput = useRef<HTMLInputElement>(null)
  // Show a problem after a field was left or a submission was tried, not while typing.
  const [isImageChecked, setIsImageChecked] = useState(() => readPosterImage(input.imageUrl).ok)
  // The input when a submission was tried: what is wrong is said until it changes.
  const [tried, setTried] = useState<PosterInput>()
  useChange(isEmpty(input), (isEmptyNow) => {
    if (!isEmptyNow) return
    // The form was emptied after its poster was created: do not ask for values yet.
    setIsImageChecked(false)
    setTried(undefined)
  })
  // What arrives is said at once, if it cannot be used.
  useChange(intake.arrivals, () => setIsImageChecked(true))
  const { list, deleted } = pictures
  const isUploading = list.some((one) => isMoving(one) && !one.target.startsWith('failed '))
  // Pictures were on their way when a submission was tried: they would not be sent.
  const [isWaitTold, setIsWaitTold] = useState(false)
  useChange(isUploading, () => setIsWaitTold(false))
  const { imageUrl, images, scenes, isMultiScene } = input
  const hasTiles = images.length > 0
  const image = readPosterImage(imageUrl, deleted)
  const isImageOpen = imageUrl.trim() !== '' || !hasTiles
  // Nothing that is typed on makes an image of a page, or brings back a picture.
  const isHopeless = image.ok ? image.doubt?.kind === 'page' : image.problem === 'gone'
  const isSaid = isImageChecked || isHopeless
  const wanted = useMemo(() => wantedOf(input, deleted), [input, deleted])
  const isAtOnce = !hasTiles && wanted.posters === 1
  const problem = problemOf(wanted, hasTiles)

  function submit() {
    // What is said about the URL is said before it costs points.
    const isUnsaid = isImageOpen && !isSaid && image.ok && imageNoteWords(image) !== undefined
    const isWrong = isUnsaid || (isImageOpen && !image.ok) || problem !== undefined
    const [first] = wanted.pairs
    if (!isUploading && !isWrong && first !== undefined) {
      if (isAtOnce) sender.create(first.request)
      else if (!isBusy) ask(wanted.pairs, { unusable: wanted.unusable })
      return
    }
    setIsImageChecked(true)
    setTried(input)
    setIsWaitTold(isUploading)
    const field = isUploading || isWrong ? imageInput : sceneInput
    field.current?.focus()
  }

  const waiting = wanted.images > 1 ? m.picture_wait_several() : m.picture_wait()
  const shownProblem = tried?.images === images && tried.scenes === scenes ? problem : undefined
  return (
    <form
      aria-label={m.poster_heading()}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      className="flex flex-col gap-6 lg:grid lg:grid-cols-[minmax(0,1fr)_11rem] lg:gap-x-8"
    >
      <div className={hasTiles ? 'lg:col-span-2' : ''}>
        <ImageBox
          image={image}
          isSaid={isSaid}
          problem={isUploading && isWaitTold ? waiting : shownProblem}
          inputRef={imageInput}
          onComplete={() => setIsImageChecked(true)}
        />
      </div>
      {!hasTiles && (
        <ImagePreview url={image.ok && image.doubt?.kind !== 'page' ? image.url : undefined} />
      )}
      <div className="flex flex-col gap-3 lg:col-span-2">
        <SceneGroup
          pictures={scenePictures}
          type={isMultiScene ? 'checkbox' : 'radio'}
          label={m.poster_scene()}
          chosen={scenes}
          firstInputRef={sceneInput}
          onToggle={(scene) => {
            // In the order on screen.
            const all = POSTER_SCENES.filter((one) => scenes.includes(one) !== (one === scene))
            edit({ scenes: isMultiScene ? all : [scene], sentId: null })
          }}
          problem={tried !== undefined && scenes.length === 0 ? m.scene_problem() : undefined}
        />
        <Checkbox
          label={m.scene_more()}
          checked={isMultiScene}
          onChange={(isMulti) =>
            edit({ isMultiScene: isMulti, scenes: isMulti ? scenes : scenes.slice(0, 1) })
          }
        />
      </div>
      <SubmitRow wanted={wanted} isAtOnce={isAtOnce} />
    </form>
  )
}

/** Why several posters cannot be sent; undefined: they can, or the field says why. */
function problemOf({ images, posters }: WantedPosters, hasTiles: boolean): string | undefined {
  if (hasTiles && images === 0) return m.images_problem()
  if (posters <= MAX_POSTERS) return undefined
  return m.batch_too_many({ count: formatNumber(posters), max: formatNumber(MAX_POSTERS) })
}

/** The button that submits the form, what a press does, and which account pays for that. */
function SubmitRow({ wanted, isAtOnce }: { wanted: WantedPosters; isAtOnce: boolean }) {
  const { posters, show, isBusy } = usePosters()
  const payerId = useId()
  const isSeveral = wanted.posters > 1 || (wanted.posters === 1 && !isAtOnce)
  return (
    // On a phone it stays within reach of a thumb, also above the keyboard.
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3 max-sm:order-last max-sm:bleed max-sm:bottom-0 max-sm:z-10 max-sm:gap-y-1.5 max-sm:border-t max-sm:border-line max-sm:bg-canvas max-sm:pt-2 max-sm:pb-safe max-sm:sticks:sticky lg:col-span-2">
      <Button
        tone="primary"
        size="large"
        type="submit"
        aria-disabled={posters.isSending || (isSeveral && isBusy)}
        aria-describedby={payerId}
        onClick={(event) => {
          // The second click of a double click does not confirm what the first one was told.
          if (event.detail > 1) event.preventDefault()
        }}
        // Keep focus in the field: its problem would appear and move the button away from the pointer.
        onMouseDown={(event) => {
          event.preventDefault()
        }}
        className="max-sm:order-last max-sm:grow"
      >
        {submitWords(posters.isSending, isSeveral ? wanted.posters : 1)}
      </Button>
      {isSeveral && isBusy && <p className="text-sm">{m.plan_busy()}</p>}
      {posters.batch !== null && (
        <Button size="large" className="shrink-0" onClick={() => show('results')}>
          {m.results_show({ progress: progressOf(recordsOf(posters.batch, posters.own)).words })}
        </Button>
      )}
      {/* What is known comes later: on a phone it must not move the button. */}
      <div
        id={payerId}
        className="min-w-0 basis-full text-sm wrap-anywhere text-muted max-sm:line-clamp-3 max-sm:min-h-8 max-sm:text-xs"
      >
        <PlanLine wanted={wanted} />
        {/* Who pays for several is said once more before they are sent: a phone has no room for it here. */}
        <p className={isSeveral ? 'max-sm:sr-only' : ''}>
          <Payer isOfPlan={isSeveral} />
        </p>
      </div>
    </div>
  )
}

function submitWords(isSending: boolean, posters: number): string {
  if (isSending) return m.poster_submitting()
  return posters === 1 ? m.poster_submit() : m.batch_confirm(counted(posters))
}

/** "3 pictures × 2 scenes = 6 posters · About 60 points", and what cannot be sent; nothing for one poster. */
function PlanLine({ wanted }: { wanted: WantedPosters }) {
  const { posters, followed } = usePosters()
  const { images, scenes, unusable, pairs } = wanted
  const isProduct = wanted.posters > 1
  if (!isProduct && unusable + wanted.duplicates === 0) return null
  const requests = pairs.map(({ request }) => request)
  const facts = [
    isProduct &&
      m.plan_product({
        images: m.plan_images(counted(images)),
        scenes: m.plan_scenes(counted(scenes)),
        posters: m.batch_plan_count(counted(wanted.posters)),
      }),
    isProduct && planPrice(requests, posters.log?.records, followed.tasks)?.total,
    wanted.duplicates > 0 && m.batch_plan_duplicates(counted(wanted.duplicates)),
    unusable > 0 && m.plan_look(counted(unusable)),
  ]
  return (
    <span className="block font-medium text-ink tabular-nums">
      {facts.filter((fact) => typeof fact === 'string' && fact !== '').join(' · ')}
    </span>
  )
}
