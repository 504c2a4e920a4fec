import { readVideoTaskRow } from '#contract/read-video-tasks.ts'
import {
  type TaskStatus,
  TASK_SCENES,
  TASK_STATUS,
  TASK_STATUSES,
  type VideoTaskRow,
} from '#contract/video-tasks.ts'
import type { StatusEvidence } from '#web/task-list/status-evidence.ts'

/* Data as a service might send it. It is not translated. */

const MINUTE_MS = 60_000

export const WORDS = 'Not enough points: 12 left, 90 needed.'

/** A message that fits no box. */
export const LONG_WORDS = `${WORDS} `.repeat(200)

/** A word without a place to break, with characters that change the direction of text. */
export const INJECTED_WORDS = `\u202egnihton\u202c<b>${'0123456789abcdef'.repeat(6)}</b>`

const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString()
const video = `${location.origin}/a-video.webm`

/** A row of each kind. */
export const ROWS: readonly VideoTaskRow[] = [
  {
    id: 812,
    uuid: 'd3f1a9c2-6f0e-4b0f-9f0e-2a7c4b1d9a2c',
    price: 10,
    created_at: ago(3),
    updated_at: ago(2),
    completed_at: ago(2),
    video_url: video,
    scene: TASK_SCENES[0],
  },
  { id: 811, uuid: '77ab0c1d-01fe-4c55-8a53-6d1f0b9e01fe', price: 10, created_at: ago(4) },
  {
    id: 810,
    uuid: '5c0e5f6a-7d11-4f0c-b8de-99a0c2e47d11',
    price: 10,
    created_at: ago(9),
    completed_at: ago(8),
    error_msg: 'No face found in the image. Use a picture that shows one person from the front.',
  },
  {
    id: 809,
    uuid: 'e44b31d0-23c9-4f17-a2fc-0d5c8f2e23c9',
    price: 1_234_567,
    created_at: ago(60 * 26),
    completed_at: ago(60 * 25),
    video_url: 'ftp://media.example/809.webm',
    error_msg: 'moderation',
    status: TASK_STATUS.completed,
  },
  { id: 'x', uuid: '1b2c', price: 10, created_at: 'yesterday', status: 'queued-by-hand' },
  { nothing: 'that is known' },
].map(readVideoTaskRow)

const evidence = (
  status: string | null,
  source: StatusEvidence['source'],
  contradictions: StatusEvidence['contradictions'] = [],
): StatusEvidence => ({ status, source, asOf: Date.now(), contradictions })

/** Each kind of evidence for a status, by its name. */
export const EVIDENCE: Readonly<Record<string, readonly StatusEvidence[]>> = {
  record: TASK_STATUSES.map((status: TaskStatus) => evidence(status, 'record')),
  inferred: [
    evidence(null, 'inferred'),
    evidence(TASK_STATUS.completed, 'inferred'),
    evidence(TASK_STATUS.failed, 'inferred'),
  ],
  contradictions: [evidence(TASK_STATUS.completed, 'filter', ['error-message'])],
  'of its own': [evidence('waiting-for-review-by-hand', 'record')],
}
