import type { TaskScene } from '#contract/video-tasks.ts'
import { m } from '#web/messages/generated/messages.js'

const labels: Record<TaskScene, () => string> = { celebrity: m.scene_celebrity }

/** A scene's name for people. */
export function sceneLabel(scene: TaskScene): string {
  return labels[scene]()
}
