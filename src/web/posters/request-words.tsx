import type { PosterTaskRequest } from '#contract/poster-tasks.ts'
import { DETAIL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { sceneName } from '#web/posters/scenes/scene-name.ts'

/** A poster in words: both names of its scene, and its image URL. */
export function RequestWords({ request: { prompt, image_url } }: { request: PosterTaskRequest }) {
  return (
    <span className="wrap-anywhere">
      <span>{`${sceneName(prompt)} `}</span>
      <span className="font-mono text-xs">{prompt}</span>
      <span>{' · '}</span>
      <bdi lang="">{showUntrusted(image_url, DETAIL_LENGTH)}</bdi>
    </span>
  )
}
