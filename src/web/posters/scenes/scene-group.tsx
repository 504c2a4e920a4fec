import { type Ref, useId } from 'react'

import { POSTER_SCENES, type PosterScene } from '#contract/poster-tasks.ts'
import { SceneCard } from '#web/posters/scenes/scene-card.tsx'
import { FieldProblem } from '#web/ui/field-problem.tsx'

/** The five scenes as cards, each with its raw value in sight: one of them, or any of them. */
export function SceneGroup({
  label,
  type,
  chosen,
  problem,
  onToggle,
  firstInputRef,
}: {
  label: string
  /** radio: exactly one is wanted */
  type: 'radio' | 'checkbox'
  chosen: readonly PosterScene[]
  /** undefined: no problem */
  problem: string | undefined
  onToggle: (scene: PosterScene) => void
  firstInputRef: Ref<HTMLInputElement>
}) {
  const labelId = useId()
  const problemId = useId()
  return (
    <div
      aria-labelledby={labelId}
      aria-describedby={problem === undefined ? undefined : problemId}
      // A plain group has no such states.
      {...(type === 'radio'
        ? { role: 'radiogroup', 'aria-required': true, 'aria-invalid': problem !== undefined }
        : { role: 'group' })}
      className="flex flex-col gap-2"
    >
      <p id={labelId} className="text-sm font-semibold">
        {label}
      </p>
      <FieldProblem id={problemId} problem={problem} />
      <div className="grid gap-2.5 sm:grid-cols-5">
        {POSTER_SCENES.map((scene, index) => (
          <SceneCard
            key={scene}
            type={type}
            scene={scene}
            isChosen={chosen.includes(scene)}
            onChange={() => {
              onToggle(scene)
            }}
            inputRef={index === 0 ? firstInputRef : undefined}
          />
        ))}
      </div>
    </div>
  )
}
