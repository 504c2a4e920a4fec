import { describe, expect, test } from 'vitest'

import { POSTER_SCENES, type PosterScene } from '#contract/poster-tasks.ts'
import { replyTo } from '#web/api/list-reply.fixture.ts'
import { NEWEST_TASKS } from '#web/api/video-tasks.ts'
import { createdPosters, followTasks } from '#web/posters/follow/followed-tasks.ts'
import { newestVideo } from '#web/posters/scenes/scene-group.tsx'
import { before, NOW, unknown } from '#web/poster-records/record.fixture.ts'
import type { PosterRecord } from '#web/poster-records/record.ts'

const [SCENE, OTHER] = POSTER_SCENES
const HOUR = 3_600_000

/** A created poster, whose task is named for its age in hours. */
function poster(age: number, prompt: PosterScene = SCENE): PosterRecord {
  const reply = { uuid: `t${age}`, remainingPoints: 90, taskType: null, message: null }
  const request = { image_url: 'https://example.com/a.png', prompt }
  return before(age * HOUR, { kind: 'created', at: NOW, created: reply }, { request })
}

const videoAt = (host: string, age: number) => `https://${host}/${age}.webm`

/** The newest video of the scene, as its address and age in hours. @param rows the list by the age of its posters */
function newest(records: readonly PosterRecord[], rows: Record<number, object>) {
  const list = Object.entries(rows).map(([age, row]) => ({ uuid: `t${age}`, ...row }))
  const payload = { list, total: list.length, page: 1, page_size: 100 }
  const reply = replyTo(payload, { request: NEWEST_TASKS, readAt: NOW })
  const tasks = followTasks(createdPosters(records), reply, new Map())
  const isAllowed = ({ host }: URL) => ({ 'yes.example': true, 'no.example': false })[host]
  const video = newestVideo(SCENE, { records, tasks, isAllowed })
  return video && [video.url.href, (NOW - (video.sentAt ?? 0)) / HOUR]
}

describe('the newest video of a scene', () => {
  test('is of the newest poster, in any order of the log', () => {
    const rows = Object.fromEntries(
      [1, 2, 3].map((age) => [age, { video_url: videoAt('yes.example', age) }]),
    )
    expect(newest([poster(3), poster(1), poster(2)], rows)).toEqual([videoAt('yes.example', 1), 1])
  })

  test.each<[string, object]>([
    ['unfinished', { video_url: null }],
    ['failed', { video_url: videoAt('yes.example', 1), error_msg: 'No face' }],
    ['on a host that was refused', { video_url: videoAt('no.example', 1) }],
    ['on a host that the person was not asked about', { video_url: videoAt('other.example', 1) }],
    ['no web address', { video_url: 'javascript:alert(1)' }],
  ])('is of an older one if the newest is %s', (_, row) => {
    const rows = { 1: row, 2: { video_url: videoAt('yes.example', 2) } }
    expect(newest([poster(1), poster(2)], rows)).toEqual([videoAt('yes.example', 2), 2])
  })

  test('is not that of another scene, of a poster that may not exist, or of one that the list does not have', () => {
    const video = { video_url: videoAt('yes.example', 1) }
    expect(newest([poster(1, OTHER)], { 1: video })).toBeUndefined()
    expect(newest([before(HOUR, unknown)], { 1: video })).toBeUndefined()
    expect(newest([poster(2)], { 1: video })).toBeUndefined()
  })
})
