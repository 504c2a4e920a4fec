import { Check } from 'lucide-react'
import type { Ref } from 'react'

import type { PosterScene } from '#contract/poster-tasks.ts'
import { SceneArt } from '#web/posters/scenes/scene-art.tsx'
import { sceneName } from '#web/posters/scenes/scene-name.ts'
import { classNames } from '#web/ui/class-names.ts'

/** A scene as a card: a radio button, or a box to tick, with its raw value in sight. */
export function SceneCard({
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
        // Lies over its label, unseen: what is clicked is the input itself.
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
