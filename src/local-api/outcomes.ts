import { createHash } from 'node:crypto'

import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import { sentinelImageOf } from '#local-api/sentinels.ts'
import type { TaskRow } from '#local-api/store.ts'

/** What the outcome of a task depends on. */
export type TaskToDo = Pick<TaskRow, 'uuid' | 'imageUrl' | 'prompt'>

/** The outcome of a task, and how long it takes in milliseconds. */
export interface Outcome {
  /** from creation to the start of processing */
  waiting: number
  /** from the start of processing to the end */
  working: number
  /** the clip of a completed task; null: it fails */
  clip: string | null
  errorMsg: string | null
}

/** The clips of tasks that are no posters, in public/media, without their ending. The clip of a poster has the name of its scene. */
export const CLIPS = ['marquee-lights', 'confetti', 'silk'] as const

/** The clips that show what each scene looks like: scene → path on the host. */
export const SCENE_CLIPS = Object.fromEntries(
  POSTER_SCENES.map((scene) => [scene, clipPath(scene)]),
)

/** The path of a clip on the host. In a data folder of an earlier version, tasks may have the clip of a scene in the plural. */
export function clipPath(clip: string): string {
  const former = POSTER_SCENES.find((scene) => clip === `${scene}s`)
  return `/media/${former ?? clip}.webm`
}

/** Sound with a picture that few browsers can show: HEVC and Opus, as some services send it. */
export const CLIP_WITHOUT_PICTURE = 'no-picture'

/** Why tasks fail here (spec: "Video task record"; values of error_msg: not shown). */
export const FAILURE_REASONS = [
  'No face found in the image. Use a photo in which one face is clearly visible from the front.',
  'The image could not be downloaded: the server answered 404.',
  'More than one face found in the image (3). Exactly one is needed.',
  '生成失败：图片中的人脸过小或被遮挡，请更换一张正面、清晰、无遮挡的照片后重试。',
  'The image is too small: 180 × 240 pixels. At least 512 pixels are needed on the shorter side.',
  'Rendering failed in step 4 of 6 (motion transfer) after 3 attempts: the worker ran out of memory ' +
    'while it held 96 frames of 1080 × 1920 pixels. The job was moved to a larger worker, where it ' +
    'was stopped again because the time limit of 120 seconds for this step had passed. No video was ' +
    'produced and no partial result was kept. Reference: render-7f3a/step-4/attempt-3; a new task ' +
    'with the same image may succeed when the service is less busy.',
] as const

/**
 * Derives the outcome of a task from its uuid, so that a restart in the middle does not change it: 2 to
 * 6 s waiting, 8 to 30 s working, and 1 in 10 fails (spec: not shown). A poster shows its scene.
 */
export function outcomeOf({ uuid, imageUrl, prompt }: TaskToDo): Outcome {
  const dice = createHash('sha256').update(uuid).digest()
  const waiting = 2000 + (dice.readUInt16BE(0) % 4001)
  const working = 8000 + (dice.readUInt16BE(2) % 22_001)
  const sentinel = imageUrl === null ? undefined : sentinelImageOf(imageUrl)
  if (sentinel === 'no-face') {
    return { waiting, working, clip: null, errorMsg: FAILURE_REASONS[0] }
  }
  if (sentinel === 'no-picture') {
    return { waiting, working, clip: CLIP_WITHOUT_PICTURE, errorMsg: null }
  }
  if (dice.readUInt16BE(4) % 10 === 0) {
    return { waiting, working, clip: null, errorMsg: pick(FAILURE_REASONS, dice.readUInt16BE(6)) }
  }
  return { waiting, working, clip: prompt ?? pick(CLIPS, dice.readUInt16BE(8)), errorMsg: null }
}

function pick(choices: readonly [string, ...string[]], roll: number): string {
  return choices[roll % choices.length] ?? choices[0]
}
