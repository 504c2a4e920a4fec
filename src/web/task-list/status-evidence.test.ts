import { describe, expect, test } from 'vitest'

import { readVideoTaskRow } from '#contract/read-video-tasks.ts'
import type { VideoTask } from '#contract/video-tasks.ts'
import {
  leavesStatusOpen,
  isTaskUnfinished,
  statusEvidence,
} from '#web/task-list/status-evidence.ts'

function task(record: Record<string, unknown>): VideoTask {
  const row = readVideoTaskRow({ uuid: 'd3f1', ...record })
  if (row.kind === 'unreadable') throw new Error('the record is not readable')
  return row.task
}

const video = { video_url: 'https://cdn.example/a.webm' }
const error = { error_msg: 'No face found' }
const readAt = 1_000

describe('the source of a status', () => {
  test.each([
    ['the record itself before the filter', { status: 'created' }, 'failed', ['created', 'record']],
    ['the filter before the fields', error, 'failed', ['failed', 'filter']],
    ['an error message', error, undefined, ['failed', 'inferred']],
    ['a video', video, undefined, ['completed', 'inferred']],
    ['neither', {}, undefined, [null, 'inferred']],
    ['an error message before a video', { ...error, ...video }, undefined, ['failed', 'inferred']],
    ['no empty texts', { error_msg: '', video_url: '' }, undefined, [null, 'inferred']],
  ] as const)('%s', (_, record, filter, [status, source]) => {
    expect(statusEvidence(task(record), { filter, readAt })).toMatchObject({
      status,
      source,
      asOf: readAt,
    })
  })
})

describe('the result of a status lookup', () => {
  const before = { updated_at: '2026-03-01T12:00:00Z' }
  const found = { status: 'processing', updatedAt: before.updated_at, asOf: 500 } as const
  const newer = { ...found, asOf: readAt }

  test.each([
    ['tells what the fields leave open', before, { found }, ['processing', 'lookup', 500]],
    ['comes after the record', { ...before, status: 'made' }, { found }, ['made', 'record', 1_000]],
    ['comes after the filter', before, { found, filter: 'pending' }, ['pending', 'filter', 1_000]],
    ['comes after an error', { ...before, ...error }, { found }, ['failed', 'inferred', 1_000]],
    ['comes after a video', { ...before, ...video }, { found }, ['completed', 'inferred', 1_000]],
    [
      'is out of date if a newer reply shows that the task has changed',
      { updated_at: '2026-03-01T12:00:09Z' },
      { found },
      [null, 'inferred', 1_000],
    ],
    [
      'is out of date at the next reply if neither says when the task has changed',
      { updated_at: null },
      { found: { ...found, updatedAt: null } },
      [null, 'inferred', 1_000],
    ],
    [
      'is valid for an older reply in any case',
      { updated_at: '2026-03-01T11:00:00Z' },
      { found: newer },
      ['processing', 'lookup', 1_000],
    ],
  ] as const)('%s', (_, record, context, [status, source, asOf]) => {
    const evidence = statusEvidence(task(record), { readAt, ...context })
    expect(evidence).toMatchObject({ status, source, asOf })
  })

  test.each([
    ['no field says anything', {}, true],
    ['the record says it', { status: 'created' }, false],
    ['there is a video', video, false],
    ['there is an error message', error, false],
    ['there is no ID to look for', { uuid: null, id: 4 }, false],
  ])('is wanted? %s', (_, record, isWanted) => {
    expect(leavesStatusOpen(task(record))).toBe(isWanted)
  })
})

describe('facts that contradict the status', () => {
  test.each([
    ['an error message under completed', error, 'completed', ['error-message']],
    ['a video under pending', video, 'pending', ['video']],
    ['both under processing', { ...error, ...video }, 'processing', ['error-message', 'video']],
    ['a video with an inferred failure', { ...error, ...video }, undefined, ['video']],
    ['nothing under failed', error, 'failed', []],
    ['nothing under completed', video, 'completed', []],
  ] as const)('%s', (_, record, filter, contradictions) => {
    expect(statusEvidence(task(record), { filter, readAt }).contradictions).toEqual(contradictions)
  })

  test.each([
    ['a video under a word of its own', { ...video, status: 'succeeded' }, []],
    ['an error message under "completed"', { ...error, status: 'completed' }, ['error-message']],
  ] as const)('%s of the record', (_, record, contradictions) => {
    expect(statusEvidence(task(record), { readAt }).contradictions).toEqual(contradictions)
  })
})

test.each([
  ['processing', {}, true],
  [null, {}, true],
  ['completed', {}, false],
  ['failed', {}, false],
  ['created', {}, true],
  ['succeeded', video, false],
  ['rejected', error, false],
  ['archived', { completed_at: '2026-03-01T12:00:00Z' }, false],
])('will it change? %s %j', (status, record, isExpected) => {
  expect(isTaskUnfinished(task(record), status)).toBe(isExpected)
})
