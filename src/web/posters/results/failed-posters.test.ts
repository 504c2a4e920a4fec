import { beforeEach, expect, test, vi } from 'vitest'

import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import { replyTo } from '#web/api/list-reply.fixture.ts'
import { NEWEST_TASKS } from '#web/api/video-tasks.ts'
import { notSent, NOW, refused, sending, unknown } from '#web/poster-records/record.fixture.ts'
import type { PosterRecord, PosterState } from '#web/poster-records/record.ts'
import { failedPosters } from '#web/posters/results/failed-posters.ts'
import { createdPosters, followTasks } from '#web/posters/follow/followed-tasks.ts'

const [scene] = POSTER_SCENES

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('navigator', { languages: ['en'] })
})

/** A poster of the image of that name, the next one after those before. */
let count = 0
function sent(name: string, state: PosterState, rest: Partial<PosterRecord> = {}): PosterRecord {
  count += 1
  const request = { image_url: `https://images.example/${name}.png`, prompt: scene }
  return { id: `sent-${count}`, owner: 'mine', request, startedAt: NOW + count, state, ...rest }
}

function created(uuid: string): PosterState {
  const reply = { uuid, remainingPoints: null, taskType: null, message: null }
  return { kind: 'created', at: NOW, created: reply }
}

const READ_AT = NOW + 5_000

/** The failed ones, as a list says that has these tasks. */
function failed(records: readonly PosterRecord[], list: readonly object[]) {
  const payload = { list, total: list.length, page: 1, page_size: 100 }
  const reply = replyTo(payload, { request: NEWEST_TASKS, readAt: READ_AT })
  return failedPosters(records, followTasks(createdPosters(records), reply, new Map()))
}

const failure = { error_msg: 'No face found in a.png.' }
const nameOf = ({ record }: { record: PosterRecord }) => record.id

test('a poster has failed if the list says so, or if it certainly was not created', () => {
  const records = [
    sent('a', created('t1')),
    sent('b', created('t2')),
    sent('c', created('t3')),
    sent('d', created('t4')),
    sent('e', refused),
    sent('f', notSent),
    sent('g', unknown),
    sent('h', sending),
    sent('i', { kind: 'queued' }),
    sent('j', { kind: 'skipped' }),
  ]
  const list = [
    { uuid: 't1', ...failure },
    { uuid: 't2', ...failure, video_url: 'https://videos.example/2.mp4' },
    { uuid: 't3', video_url: 'https://videos.example/3.mp4' },
  ]
  const found = failed(records, list)
  expect(found.map(({ record }) => record.request.image_url.slice(-5, -4))).toEqual(['f', 'e', 'a'])
  expect(found.map(({ cause }) => cause)).toEqual([
    { kind: 'not-sent' },
    { kind: 'refused', failure: refused.kind === 'refused' && refused.failure, message: '' },
    { kind: 'list', message: failure.error_msg, at: READ_AT, isExact: false },
  ])
})

test('the time of a failure is that of the task, if the list has it', () => {
  const completed_at = new Date(NOW).toISOString()
  const [one] = failed([sent('a', created('t1'))], [{ uuid: 't1', ...failure, completed_at }])
  expect(one?.cause).toMatchObject({ at: NOW, isExact: true })
})

test('what was sent again no longer counts, with the same image or another one', () => {
  const first = sent('a', created('t1'))
  const list = [{ uuid: 't1', ...failure }]
  const again = (state: PosterState) => failed([first, sent('a', state)], list)
  expect(again(unknown)).toEqual([])
  expect(again(created('t2'))).toEqual([])
  expect(again(refused)).toMatchObject([{ cause: { kind: 'refused' } }])
  const replaced = sent('b', created('t2'), { retryOf: [first.id] })
  expect(failed([first, replaced], list)).toEqual([])
  // It waits in a batch that may be stopped.
  const waiting = sent('b', { kind: 'queued' }, { retryOf: [first.id] })
  expect(failed([first, waiting], list).map(nameOf)).toEqual([first.id])
})
