import type { TaskScene } from '#contract/video-tasks.ts'
import { m } from '#web/messages/generated/messages.js'

const labels: Record<TaskScene, () => string> = { celebrity: m.scene_celebrity }

/** The display name of a scene. */
export function sceneLabel(scene: TaskScene): string {
  return labels[scene]()
}
