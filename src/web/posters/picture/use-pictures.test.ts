import { expect, test } from 'vitest'

import type { PosterRecord, PosterState } from '#web/poster-records/record.ts'
import type { FollowedTask } from '#web/posters/follow/followed-tasks.ts'
import { pictureUses } from '#web/posters/picture/use-pictures.ts'

const URL = 'https://marquee.example/uploads/mq-0123456789abcdef0123456789abcdef-zzzzzz.jpg'
const NO_INPUT = { imageUrl: '', images: [], removed: null, reviewed: [] }
const failure = { kind: 'timeout' } as const
const created: PosterState = {
  kind: 'created',
  at: 1,
  created: { uuid: 'u', remainingPoints: null, taskType: null, message: null },
}

function record(state: PosterState, image_url = URL): PosterRecord {
  return { id: 'a', owner: 'o', request: { image_url, prompt: 'firework' }, startedAt: 1, state }
}
const users = {
  input: NO_INPUT,
  own: [] as PosterRecord[],
  logged: [] as PosterRecord[],
  tasks: new Map<string, FollowedTask>(),
}
const taskIs = (task: FollowedTask) => new Map([['u', task]])
const absent = { kind: 'absent', looked: 1, total: 1, at: 1 } as const

test.each([
  ['nothing', {}, 'none'],
  ['another picture', { logged: [record(created, `${URL}x`)] }, 'none'],
  ['the field', { input: { ...NO_INPUT, imageUrl: ` ${URL} ` } }, 'draft'],
  ['a tile', { input: { ...NO_INPUT, images: [{ id: 'a', typed: URL }] } }, 'draft'],
  [
    'a tile that can be brought back',
    { input: { ...NO_INPUT, removed: { id: 'a', typed: URL, index: 0 } } },
    'draft',
  ],
  [
    'a failed poster',
    { input: { ...NO_INPUT, reviewed: [{ id: 'a', imageUrl: URL, isLeftOut: true }] } },
    'draft',
  ],
  ['a poster that waits', { own: [record({ kind: 'queued' })] }, 'poster'],
  ['a poster on its way', { own: [record({ kind: 'sending' })] }, 'poster'],
  ['a poster of unknown outcome', { logged: [record({ kind: 'unknown', failure })] }, 'poster'],
  ['a refused poster', { logged: [record({ kind: 'refused', failure })] }, 'log'],
  ['a task that runs', { logged: [record(created)], tasks: taskIs({ kind: 'waiting' }) }, 'poster'],
  ['a task that is over', { logged: [record(created)], tasks: taskIs(absent) }, 'log'],
  ['a poster that was removed from the log', { own: [record(created)] }, 'none'],
  [
    'the log, and the field again',
    { logged: [record(created)], input: { ...NO_INPUT, imageUrl: URL } },
    'log',
  ],
] as const)('%s', (_, some, expected) => {
  expect(pictureUses({ ...users, ...some })(URL)).toBe(expected)
})
