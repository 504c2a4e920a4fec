import { describe, expect, it, test } from 'vitest'

import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import { replyTo } from '#web/api/list-reply.fixture.ts'
import { NEWEST_TASKS, type ListReply } from '#web/api/video-tasks.ts'
import {
  createdPosters,
  FOLLOW_MS,
  followInterval,
  followTasks,
  isFollowed,
  postersToFollow,
  usualTimesOf,
} from '#web/posters/follow/followed-tasks.ts'
import type { Outcome, PosterRecord, PosterState } from '#web/poster-records/record.ts'

const NOW = 1_700_000_000_000
const MINUTE = 60_000
const NOTHING = new Map()

const created = (uuid: string): Outcome => ({
  kind: 'created',
  at: NOW,
  created: { uuid, remainingPoints: null, taskType: null, message: null },
})

function sent(startedAt: number, state: PosterState): PosterRecord {
  const request = { image_url: 'https://example.com/a.png', prompt: POSTER_SCENES[0] }
  return { id: String(startedAt), owner: 'mine', request, startedAt, state }
}

/** A reply of the list. */
function listed(records: readonly unknown[], { readAt = NOW, total = records.length } = {}) {
  const payload = { list: records, total, page: 1, page_size: 100 }
  return replyTo(payload, { request: NEWEST_TASKS, readAt })
}

test('posters that were created in the last two hours are followed', () => {
  const records = [
    sent(NOW - FOLLOW_MS, created('old')),
    sent(NOW - FOLLOW_MS + 1, created('young')),
    sent(NOW, { kind: 'not-sent', failure: null }),
    sent(NOW, { kind: 'sending' }),
    sent(NOW + MINUTE, created('of a clock that was set back')),
  ]
  const posters = createdPosters(records)
  const young = ['young', 'of a clock that was set back']
  expect(posters.map(({ uuid }) => uuid)).toEqual(['old', ...young])
  expect(postersToFollow(posters, NOW).map(({ uuid }) => uuid)).toEqual(young)
})

describe('a followed task', () => {
  const poster = { uuid: 'a', sentAt: NOW - MINUTE }
  const stateIn = (reply: ListReply | undefined, before = NOTHING) =>
    followTasks([poster], reply, before).get('a')

  it('waits until the list has it', () => {
    expect(stateIn(undefined)).toEqual({ kind: 'waiting' })
    expect(stateIn(listed([{ uuid: 'b' }]))).toEqual({ kind: 'waiting' })
    expect(isFollowed(stateIn(undefined))).toBe(true)
  })

  it('is followed while it is unfinished', () => {
    const ends = [
      [{ status: 'pending' }, true],
      [{}, true],
      [{ status: 'completed', video_url: 'https://v.example/a.mp4' }, false],
      [{ video_url: 'https://v.example/a.mp4' }, false],
      [{ error_msg: 'No face found' }, false],
    ] as const
    for (const [fields, isUnfinished] of ends) {
      const state = stateIn(listed([{ uuid: 'b' }, { uuid: 'a', ...fields }]))
      expect(state).toMatchObject({ kind: 'seen', task: { uuid: 'a' }, page: 1 })
      expect(isFollowed(state)).toBe(isUnfinished)
    }
  })

  it('has the page where it was', () => {
    const newer = Array.from({ length: 20 }, (_, index) => ({ uuid: String(index) }))
    expect(stateIn(listed([...newer, { uuid: 'a' }]))).toMatchObject({ page: 2 })
  })

  it('is absent if the list does not have it two minutes after it was sent, and is no longer followed', () => {
    const readAt = poster.sentAt + 2 * MINUTE
    const state = stateIn(listed([{ uuid: 'b' }], { readAt, total: 40 }))
    expect(state).toEqual({ kind: 'absent', looked: 1, total: 40, at: readAt })
    expect(isFollowed(state)).toBe(false)
  })

  it('stays as it was seen when newer tasks have moved it to another page', () => {
    const reply = listed([{ uuid: 'a', error_msg: 'No face found' }])
    const before = followTasks([poster], reply, NOTHING)
    const later = listed([{ uuid: 'b' }], { readAt: NOW + 10 * MINUTE })
    expect(followTasks([poster], later, before)).toEqual(before)
  })

  it('is not mistaken for an unreadable row or one without an ID', () => {
    expect(stateIn(listed([null, 'a', { id: 4 }]))).toEqual({ kind: 'waiting' })
  })
})

test('the list is read less often with the age of the youngest task', () => {
  const agesInMinutes = [
    [[0], 5],
    [[1.9, 90], 5],
    [[2], 15],
    [[9.9], 15],
    [[10, 60], 60],
  ] as const
  for (const [ages, seconds] of agesInMinutes) {
    const posters = ages.map((age) => ({ uuid: String(age), sentAt: NOW - age * MINUTE }))
    expect(followInterval(posters, NOW)).toBe(seconds * 1_000)
  }
})

describe('how long posters of a scene take', () => {
  const [scene] = POSTER_SCENES
  const at = (ms: number) => new Date(NOW + ms).toISOString()
  function usual(tasks: readonly { took?: number; video?: string | null }[]) {
    const ids = tasks.map((_, index) => `task-${index}`)
    const records = tasks.map(({ took, video = 'https://example.com/v.mp4' }, index) => ({
      uuid: ids[index],
      status: 'completed',
      created_at: at(0),
      completed_at: took === undefined ? null : at(took),
      video_url: video,
    }))
    const posters = ids.map((id, index) => sent(NOW + index, created(id)))
    const followed = followTasks(createdPosters(posters), listed(records), NOTHING)
    return usualTimesOf(posters, followed).get(scene)
  }
  it('is known from five with a video and an end', () => {
    const known = [1, 2, 3, 9].map((took) => ({ took: took * MINUTE }))
    expect(usual([...known, { took: MINUTE, video: null }, {}])).toBeUndefined()
    expect(usual([...known, { took: 8 * MINUTE }])).toMatchObject({ median: 3 * MINUTE })
  })
})
