import { TASK_SCENES } from '#contract/video-tasks.ts'
import { UntrustedText } from '#web/ui/untrusted-text.tsx'
import { sceneLabel } from '#web/video-task/labels.ts'

/** The scene of a record: in our words, or else as the service wrote it. */
export function SceneText({ scene, maxLength }: { scene: string; maxLength?: number }) {
  const known = TASK_SCENES.find((name) => name === scene)
  return known === undefined ? (
    <UntrustedText text={scene} {...(maxLength !== undefined && { maxLength })} />
  ) : (
    <span>{sceneLabel(known)}</span>
  )
}
