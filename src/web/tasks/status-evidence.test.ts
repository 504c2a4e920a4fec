import { describe, expect, test } from 'vitest'

import { readVideoTaskRow, type VideoTask } from '#contract/video-tasks.ts'
import { statusEvidence } from '#web/tasks/status-evidence.ts'

function task(record: Record<string, unknown>): VideoTask {
  const row = readVideoTaskRow({ uuid: 'd3f1', ...record })
  if (row.kind === 'unreadable') throw new Error('the record is not readable')
  return row.task
}

const video = { video_url: 'https://cdn.example/a.webm' }
const error = { error_msg: 'No face found' }

describe('where a status comes from', () => {
  test.each([
    ['the record itself before the filter', { status: 'created' }, 'failed', ['created', 'record']],
    ['the filter before the fields', error, 'failed', ['failed', 'filter']],
    ['an error message', error, undefined, ['failed', 'inferred']],
    ['a video', video, undefined, ['completed', 'inferred']],
    ['neither', {}, undefined, [null, 'inferred']],
    ['an error message before a video', { ...error, ...video }, undefined, ['failed', 'inferred']],
    ['no empty texts', { error_msg: '', video_url: '' }, undefined, [null, 'inferred']],
  ] as const)('%s', (_, record, filter, [status, source]) => {
    expect(statusEvidence(task(record), filter)).toMatchObject({ status, source })
  })
})

describe('facts that do not fit', () => {
  test.each([
    ['an error message under completed', error, 'completed', ['error-message']],
    ['a video under pending', video, 'pending', ['video']],
    ['both under processing', { ...error, ...video }, 'processing', ['error-message', 'video']],
    ['a video with an inferred failure', { ...error, ...video }, undefined, ['video']],
    ['nothing under failed', error, 'failed', []],
    ['nothing under completed', video, 'completed', []],
  ] as const)('%s', (_, record, filter, contradictions) => {
    expect(statusEvidence(task(record), filter).contradictions).toEqual(contradictions)
  })
})
