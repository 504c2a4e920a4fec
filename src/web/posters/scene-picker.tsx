import { type Ref, useId } from 'react'

import { POSTER_SCENES, type PosterScene } from '#contract/poster-tasks.ts'
import { m } from '#web/messages/generated/messages.js'
import { SceneCard } from '#web/posters/scene-card.tsx'
import { FieldProblem } from '#web/ui/field-problem.tsx'

/** The five scenes as cards of one radio group, each with its raw value in sight. */
export function ScenePicker({
  value,
  problem,
  onChange,
  firstInputRef,
}: {
  value: PosterScene | null
  /** undefined: no problem */
  problem: string | undefined
  onChange: (scene: PosterScene) => void
  firstInputRef: Ref<HTMLInputElement>
}) {
  const problemId = useId()
  const legendId = useId()
  return (
    <div
      role="radiogroup"
      aria-labelledby={legendId}
      aria-invalid={problem !== undefined}
      aria-describedby={problem === undefined ? undefined : problemId}
      aria-required
      className="flex flex-col gap-2"
    >
      <p id={legendId} className="text-sm font-semibold">
        {m.poster_scene()}
      </p>
      <FieldProblem id={problemId} problem={problem} />
      <div className="grid gap-2.5 sm:grid-cols-5">
        {POSTER_SCENES.map((scene, index) => (
          <SceneCard
            key={scene}
            type="radio"
            scene={scene}
            isChosen={scene === value}
            onChange={() => {
              onChange(scene)
            }}
            inputRef={index === 0 ? firstInputRef : undefined}
          />
        ))}
      </div>
    </div>
  )
}
