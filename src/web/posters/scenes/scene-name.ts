import type { PosterScene } from '#contract/poster-tasks.ts'
import { m } from '#web/messages/generated/messages.js'

const names: Record<PosterScene, () => string> = {
  youqian: m.scene_name_youqian,
  zhongming: m.scene_name_zhongming,
  anime_cake: m.scene_name_anime_cake,
  real_cake: m.scene_name_real_cake,
  firework: m.scene_name_firework,
}

/** The friendly name of a scene. Show the raw value next to it. */
export function sceneName(scene: PosterScene): string {
  return names[scene]()
}
