import { useRef, useState } from 'react'

import { POSTER_SCENES, type PosterScene } from '#contract/poster-tasks.ts'
import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { AddressBox } from '#web/posters/batch/address-box.tsx'
import {
  type BatchInput,
  readBatchInput,
  withLines,
  withSuggestions,
} from '#web/posters/batch/batch-input.ts'
import { PictureField } from '#web/posters/picture/picture-field.tsx'
import { InputLines } from '#web/posters/batch/input-lines.tsx'
import { MAX_POSTERS } from '#web/posters/batch/batch-plan.ts'
import type { InputChange, PosterInput } from '#web/posters/form/poster-input.ts'
import { isMoving } from '#web/posters/picture/pictures.ts'
import { SceneGroup } from '#web/posters/scenes/scene-group.tsx'
import { Button } from '#web/ui/button.tsx'
import { useChange } from '#web/ui/effects.ts'
import { usePosters } from '#web/posters/posters-context.ts'

/** The form for many images and their scenes. It sends nothing by itself. */
export function BatchForm({
  input: { text, scenes },
  edit,
  onPlan,
}: {
  input: PosterInput
  edit: (change: InputChange) => void
  /** called after both fields were checked */
  onPlan: (input: BatchInput) => void
}) {
  const box = useRef<HTMLTextAreaElement>(null)
  const firstScene = useRef<HTMLInputElement>(null)
  // The input when the form was submitted: problems are not shown while typing.
  const [tried, setTried] = useState<{ input: BatchInput; text: string }>()
  const { pictures, scenePictures } = usePosters()
  const { list, deleted } = pictures
  const upload = list.find((one) => one.target === 'several' && isMoving(one))
  // The picture on its way when the form was submitted: its address would be missing.
  const [isWaitTold, setIsWaitTold] = useState(false)
  const isAwaited = upload !== undefined && isWaitTold
  useChange(upload === undefined, () => setIsWaitTold(false))
  const isTried = tried !== undefined
  const urlProblem = tried?.text === text ? urlProblemOf(tried.input, scenes) : undefined
  const bad = urlProblem === undefined || tried?.input.urls.length !== 0 ? [] : tried.input.bad

  function submit() {
    const read = readBatchInput(text, deleted)
    setTried({ input: read, text })
    setIsWaitTold(upload !== undefined)
    if (upload !== undefined || urlProblemOf(read, scenes) !== undefined) box.current?.focus()
    else if (scenes.length === 0) firstScene.current?.focus()
    else onPlan(read)
  }

  return (
    <form
      aria-label={m.batch_heading()}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      className="flex flex-col gap-6"
    >
      <AddressBox
        text={text}
        problem={isAwaited ? m.picture_wait_several() : urlProblem}
        boxRef={box}
        onChange={(change) => {
          edit((now) => ({ text: change(now.text) }))
        }}
      />
      <PictureField
        target="several"
        onUrls={(urls) => edit((now) => ({ text: withLines(now.text, urls) }))}
      />
      {bad.length > 0 && (
        <InputLines
          lines={bad}
          onUse={(lines) => {
            edit({ text: withSuggestions(text, lines) })
            box.current?.focus()
          }}
        />
      )}
      <SceneGroup
        pictures={scenePictures}
        type="checkbox"
        label={m.batch_scenes()}
        chosen={scenes}
        firstInputRef={firstScene}
        problem={isTried && scenes.length === 0 ? m.batch_scenes_problem() : undefined}
        onToggle={(toggled) => {
          // In the order on screen.
          const chosen = POSTER_SCENES.filter(
            (scene) => scenes.includes(scene) !== (scene === toggled),
          )
          edit({ scenes: chosen })
        }}
      />
      <Button tone="primary" size="large" type="submit" className="sm:self-start">
        {m.batch_see_plan()}
      </Button>
    </form>
  )
}

function urlProblemOf(
  { urls, bad }: BatchInput,
  scenes: readonly PosterScene[],
): string | undefined {
  if (urls.length === 0) {
    return bad.length === 0 ? m.batch_urls_problem() : m.batch_urls_problem_bad()
  }
  const count = new Set(urls).size * scenes.length
  if (count <= MAX_POSTERS) return undefined
  return m.batch_too_many({ count: formatNumber(count), max: formatNumber(MAX_POSTERS) })
}
