import { Check } from 'lucide-react'
import { type Ref, useId } from 'react'

import { POSTER_SCENES, type PosterScene } from '#contract/poster-tasks.ts'
import { SceneArt } from '#web/posters/scenes/scene-art.tsx'
import { sceneName } from '#web/posters/scenes/scene-name.ts'
import { classNames } from '#web/ui/class-names.ts'
import { FieldProblem } from '#web/ui/field-problem.tsx'

/** The five scenes as cards, each with its raw value. One can be chosen, or several. */
export function SceneGroup({
  label,
  type,
  chosen,
  problem,
  onToggle,
  firstInputRef,
}: {
  label: string
  /** radio: exactly one can be chosen */
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
      // These states are not allowed on a plain group.
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

/** A scene as a card: a radio button or a checkbox, with its raw value. */
function SceneCard({
  type,
  scene,
  isChosen,
  onChange,
  inputRef,
}: {
  type: 'radio' | 'checkbox'
  scene: PosterScene
  isChosen: boolean
  onChange: () => void
  inputRef: Ref<HTMLInputElement> | undefined
}) {
  return (
    <label
      className={classNames(
        'relative flex gap-x-3 gap-y-2 rounded-panel border p-2 transition-colors max-sm:items-center sm:flex-col',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        isChosen
          ? 'border-focus bg-accent-soft ring-1 ring-focus'
          : 'border-line bg-surface hover:bg-hover',
      )}
    >
      <input
        ref={inputRef}
        type={type}
        name="prompt"
        value={scene}
        checked={isChosen}
        onChange={onChange}
        // Invisible and as large as its label, so that a click hits the input itself.
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
      <span className="max-sm:w-20">
        <SceneArt scene={scene} />
      </span>
      <span className="min-w-0 flex-1 sm:px-0.5 sm:pb-0.5">
        <span className="block text-sm font-medium">{sceneName(scene)}</span>
        <span className="block font-mono text-xs wrap-anywhere text-muted">{scene}</span>
      </span>
      {isChosen && (
        <span
          aria-hidden
          className="rounded-full bg-accent p-1 text-on-accent max-sm:mr-2 sm:absolute sm:top-3 sm:right-3"
        >
          <Check className="size-3.5 stroke-3" />
        </span>
      )}
    </label>
  )
}
