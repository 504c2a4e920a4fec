import { type Ref, useId } from 'react'

import { POSTER_SCENES, type PosterScene } from '#contract/poster-tasks.ts'
import { m } from '#web/messages/generated/messages.js'
import { SceneArt } from '#web/posters/scene-art.tsx'
import { sceneName } from '#web/posters/scene-name.ts'
import { classNames } from '#web/ui/class-names.ts'

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
      <p id={legendId} className="text-sm font-medium">
        {m.poster_scene()}
      </p>
      <p
        id={problemId}
        aria-live="polite"
        className={classNames('text-sm text-failed', problem === undefined && 'hidden')}
      >
        {problem}
      </p>
      <div className="grid grid-cols-2 gap-2.5 sm:grid-cols-3 lg:grid-cols-5">
        {POSTER_SCENES.map((scene, index) => (
          <label
            key={scene}
            className={classNames(
              'relative flex flex-col gap-2 rounded-panel border bg-surface p-2 transition-colors',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              scene === value
                ? 'border-focus bg-accent-soft shadow-[0_0_0_1px_var(--color-focus)]'
                : 'border-line hover:bg-hover',
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
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <SceneArt scene={scene} />
            <span className="px-0.5 pb-0.5">
              <span className="block text-sm font-medium">{sceneName(scene)}</span>
              <span className="block font-mono text-xs text-muted">{scene}</span>
            </span>
          </label>
        ))}
      </div>
    </div>
  )
}
