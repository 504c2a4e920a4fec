import { Check } from 'lucide-react'
import { type Ref, useId } from 'react'

import { POSTER_SCENES, type PosterScene } from '#contract/poster-tasks.ts'
import { m } from '#web/messages/generated/messages.js'
import { SceneArt } from '#web/posters/scene-art.tsx'
import { sceneName } from '#web/posters/scene-name.ts'
import { classNames } from '#web/ui/class-names.ts'
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
          <label
            key={scene}
            className={classNames(
              'relative flex gap-x-3 gap-y-2 rounded-panel border p-2 transition-colors max-sm:items-center sm:flex-col',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              scene === value
                ? 'border-focus bg-accent-soft ring-1 ring-focus'
                : 'border-line bg-surface hover:bg-hover',
            )}
          >
            <input
              ref={index === 0 ? firstInputRef : undefined}
              type="radio"
              name="prompt"
              value={scene}
              checked={scene === value}
              onChange={() => {
                onChange(scene)
              }}
              // Lies over its label, unseen: what is clicked is the radio itself.
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <span className="max-sm:w-20">
              <SceneArt scene={scene} />
            </span>
            <span className="min-w-0 flex-1 sm:px-0.5 sm:pb-0.5">
              <span className="block text-sm font-medium">{sceneName(scene)}</span>
              <span className="block font-mono text-xs wrap-anywhere text-muted">{scene}</span>
            </span>
            {scene === value && (
              <span
                aria-hidden
                className="rounded-full bg-accent p-1 text-on-accent max-sm:mr-2 sm:absolute sm:top-3 sm:right-3"
              >
                <Check className="size-3.5 stroke-3" />
              </span>
            )}
          </label>
        ))}
      </div>
    </div>
  )
}
