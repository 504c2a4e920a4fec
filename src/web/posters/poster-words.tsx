import {
  CircleCheck,
  CircleMinus,
  CircleQuestionMark,
  CircleX,
  Hourglass,
  type LucideIcon,
  Send,
} from 'lucide-react'

import type { PosterScene, PosterTaskRequest } from '#contract/poster-tasks.ts'
import { DETAIL_LENGTH, endOf, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import type { CheckAnswer } from '#web/poster-records/outcome.ts'
import type { PosterRecord } from '#web/poster-records/record.ts'
import { type FollowedTask, hasFailed } from '#web/posters/follow/followed-tasks.ts'
import { ExpandableText } from '#web/ui/expandable-text.tsx'
import { Sentence } from '#web/ui/sentence.tsx'

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

/** How many characters of an address are shown, and how many of them are its end. */
const SHORT_LENGTH = 42
const END_LENGTH = 19

/** The state of a poster as it is shown. task-failed: its task was created, and has failed */
export type ShownState =
  | Exclude<PosterRecord['state']['kind'], 'sending'>
  | 'on-its-way'
  | 'task-failed'

/**
 * The state of a poster as it is shown.
 *
 * @param isOurs this tab is sending it
 * @param followed what the list says of its task; undefined: nothing
 * @param answer of the host; undefined: it was not asked
 */
export function stateOf(
  { state }: Pick<PosterRecord, 'state'>,
  isOurs: boolean,
  followed: FollowedTask | undefined,
  answer?: CheckAnswer,
): ShownState {
  if (state.kind === 'created' && hasFailed(followed)) return 'task-failed'
  if (state.kind !== 'sending' && state.kind !== 'unknown') return state.kind
  return isOurs || answer?.kind === 'in-flight' ? 'on-its-way' : 'unknown'
}

/** The word, the icon and the colour of each state. */
export const stateWords: Record<
  ShownState,
  { word: () => string; icon: LucideIcon; tint: string }
> = {
  created: { word: m.submission_created, icon: CircleCheck, tint: 'text-completed' },
  refused: { word: m.submission_refused, icon: CircleX, tint: 'text-failed' },
  unknown: { word: m.submission_unknown, icon: CircleQuestionMark, tint: 'text-focus' },
  'not-sent': { word: m.submission_not_sent, icon: CircleMinus, tint: 'text-muted' },
  queued: { word: m.batch_waiting, icon: Hourglass, tint: 'text-muted' },
  skipped: { word: m.batch_left_out, icon: CircleMinus, tint: 'text-muted' },
  'task-failed': { word: m.status_failed, icon: CircleX, tint: 'text-failed' },
  'on-its-way': { word: m.submission_on_its_way, icon: Send, tint: 'text-processing' },
}

/** The start and the end of a long address. Similar addresses often differ at the end. */
export function shortAddress(url: string): string {
  const address = url.replace(/^https?:\/\/(?=.)/i, '')
  if (address.length <= SHORT_LENGTH) return showUntrusted(address, SHORT_LENGTH)
  const end = endOf(address, END_LENGTH)
  return `${showUntrusted(address, SHORT_LENGTH - END_LENGTH - 1)}${showUntrusted(end, END_LENGTH)}`
}

/** Both names of a scene. */
export function SceneWords({ scene }: { scene: PosterScene }) {
  return (
    <>
      <span>{`${sceneName(scene)} `}</span>
      <span className="font-mono text-xs text-muted">{scene}</span>
    </>
  )
}

/** A poster in words: both names of its scene, and its image URL. */
export function RequestWords({ request: { prompt, image_url } }: { request: PosterTaskRequest }) {
  return (
    <span className="wrap-anywhere">
      <SceneWords scene={prompt} />
      <span>{' · '}</span>
      <bdi lang="">{showUntrusted(image_url, DETAIL_LENGTH)}</bdi>
    </span>
  )
}

/** Quotes a message of the service; nothing if it is empty. */
export function ServiceMessage({ text }: { text: string }) {
  if (text === '') return null
  return (
    <p className="wrap-anywhere text-muted">
      <Sentence say={(words) => m.service_says({ words })}>
        <ExpandableText text={text} showAll={m.show_all()} />
      </Sentence>
    </p>
  )
}
