import { type Ref, useId, useRef, useState } from 'react'

import { POSTER_SCENES, type PosterScene } from '#contract/poster-tasks.ts'
import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { AddressBox } from '#web/posters/address-box.tsx'
import { BadLines } from '#web/posters/bad-lines.tsx'
import { type BatchInput, readBatchInput } from '#web/posters/batch-input.ts'
import { MAX_POSTERS } from '#web/posters/batch-plan.ts'
import type { DeskEdit } from '#web/posters/batch-run.ts'
import type { BatchDesk } from '#web/posters/batch-store.ts'
import { SceneCard } from '#web/posters/scene-card.tsx'
import { Button } from '#web/ui/button.tsx'
import { FieldProblem } from '#web/ui/field-problem.tsx'

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
      <SceneChoice
        scenes={scenes}
        firstInputRef={firstScene}
        problem={isTried && scenes.length === 0 ? m.batch_scenes_problem() : undefined}
        onChange={(chosen) => {
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

function SceneChoice({
  scenes,
  problem,
  firstInputRef,
  onChange,
}: {
  scenes: readonly PosterScene[]
  /** undefined: no problem */
  problem: string | undefined
  firstInputRef: Ref<HTMLInputElement>
  onChange: (scenes: PosterScene[]) => void
}) {
  const legendId = useId()
  const problemId = useId()
  return (
    <div
      role="group"
      aria-labelledby={legendId}
      aria-describedby={problem === undefined ? undefined : problemId}
      className="flex flex-col gap-2"
    >
      <p id={legendId} className="text-sm font-semibold">
        {m.batch_scenes()}
      </p>
      <FieldProblem id={problemId} problem={problem} />
      <div className="grid gap-2.5 sm:grid-cols-5">
        {POSTER_SCENES.map((scene, index) => (
          <SceneCard
            key={scene}
            type="checkbox"
            scene={scene}
            isChosen={scenes.includes(scene)}
            onChange={() => {
              // In the order in which they are shown, whichever was ticked first.
              onChange(POSTER_SCENES.filter((one) => scenes.includes(one) !== (one === scene)))
            }}
            inputRef={index === 0 ? firstInputRef : undefined}
          />
        ))}
      </div>
    </div>
  )
}
