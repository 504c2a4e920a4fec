import { expect, test } from 'vitest'

import { replyTo } from '#web/api/list-reply.fixture.ts'
import { TASK_STATUS } from '#contract/video-tasks.ts'
import type { StatusTotals } from '#web/task-list/status-totals.ts'
import { customerFacts } from '#web/tasks/customer-facts/customer-facts-line.tsx'

const request = { pageNumber: 1, pageSize: 100 }

function facts(list: readonly unknown[], totals?: StatusTotals) {
  return customerFacts(replyTo({ list, total: list.length }, { request }), totals)
}

test('an empty account has no facts', () => {
  expect(facts([])).toEqual({ read: 0, lastAt: null, unfinished: 0, failed: 0, reason: undefined })
})

test('counts failures, and finds the most frequent kind of them', () => {
  const created = (minute: number) => new Date(Date.UTC(2026, 10, 23, 12, minute)).toISOString()
  const list = [
    { uuid: 'a', created_at: created(5), error_msg: 'No face in image 4 of job 8f3a2b91c.' },
    { uuid: 'b', created_at: created(9), error_msg: 'No face in image 17 of job 1c44d0aa2.' },
    { uuid: 'c', created_at: 'soon', error_msg: 'Too dark' },
    { uuid: 'd', created_at: created(1), video_url: 'https://media.example/d.mp4' },
    { uuid: 'e' },
    'no record',
  ]
  expect(facts(list)).toEqual({
    read: 5,
    lastAt: Date.parse(created(9)),
    unfinished: 1,
    failed: 3,
    reason: 'No face in image 4 of job 8f3a2b91c.',
  })
})

test('takes the unfinished of the whole account from its totals, if both are known', () => {
  const of = (total: number) => ({ total, asOf: 0 })
  const pending = [TASK_STATUS.pending, of(30)] as const
  expect(facts([{ uuid: 'e' }], new Map([pending])).unfinished).toBe(1)
  const both = new Map([pending, [TASK_STATUS.processing, of(12)] as const])
  expect(facts([{ uuid: 'e' }], both).unfinished).toBe(42)
})

test('a failure without a message has an empty reason', () => {
  const list = [{ uuid: 'a', status: TASK_STATUS.failed }]
  expect(facts(list)).toMatchObject({ failed: 1, reason: '' })
})
