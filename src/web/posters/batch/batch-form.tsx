import { useRef, useState } from 'react'

import { POSTER_SCENES, type PosterScene } from '#contract/poster-tasks.ts'
import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { AddressBox } from '#web/posters/batch/address-box.tsx'
import { BadLines } from '#web/posters/batch/bad-lines.tsx'
import { type BatchInput, readBatchInput } from '#web/posters/batch/batch-input.ts'
import { MAX_POSTERS } from '#web/posters/batch/batch-plan.ts'
import type { DeskEdit } from '#web/posters/batch/batch-run.ts'
import type { BatchDesk } from '#web/posters/batch/batch-store.ts'
import { SceneGroup } from '#web/posters/scenes/scene-group.tsx'
import { Button } from '#web/ui/button.tsx'

/** Where many images and their scenes are entered; nothing is sent from here. */
export function BatchForm({
  desk,
  onEdit,
  onPlan,
}: {
  desk: BatchDesk
  onEdit: (change: (desk: BatchDesk) => DeskEdit) => void
  /** both fields were checked */
  onPlan: (input: BatchInput) => void
}) {
  const { text, scenes } = desk
  const box = useRef<HTMLTextAreaElement>(null)
  const firstScene = useRef<HTMLInputElement>(null)
  // Of the moment it was tried: nothing is said while one types.
  const [tried, setTried] = useState<{ input: BatchInput; text: string }>()
  const isTried = tried !== undefined
  const urlProblem = tried?.text === text ? urlProblemOf(tried.input, scenes) : undefined
  const bad = urlProblem === undefined || tried?.input.urls.length !== 0 ? [] : tried.input.bad

  function submit() {
    const input = readBatchInput(text)
    setTried({ input, text })
    if (urlProblemOf(input, scenes) !== undefined) box.current?.focus()
    else if (scenes.length === 0) firstScene.current?.focus()
    else onPlan(input)
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
        problem={urlProblem}
        boxRef={box}
        onChange={(change) => {
          onEdit((before) => ({ text: change(before.text) }))
        }}
      />
      {bad.length > 0 && <BadLines bad={bad} />}
      <SceneGroup
        type="checkbox"
        label={m.batch_scenes()}
        chosen={scenes}
        firstInputRef={firstScene}
        problem={isTried && scenes.length === 0 ? m.batch_scenes_problem() : undefined}
        onToggle={(toggled) => {
          // In the order in which they are shown, whichever was ticked first.
          const chosen = POSTER_SCENES.filter(
            (scene) => scenes.includes(scene) !== (scene === toggled),
          )
          onEdit(() => ({ scenes: chosen }))
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
