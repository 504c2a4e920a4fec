import { describe, expect, test } from 'vitest'

import type { ApiFailure } from '#web/api/api-error.ts'
import { type CreationAttempt, lastBalance, outcomeOfFailure } from '#web/api/poster-tasks.ts'

describe('what a failed creation came to', () => {
  test.each<['refused' | 'unknown' | 'not-sent', ApiFailure]>([
    ['refused', { kind: 'refused', code: 402, message: '' }],
    ['refused', { kind: 'unauthorized', message: '' }],
    ['refused', { kind: 'forbidden', message: '' }],
    ['refused', { kind: 'rate-limited', message: '', retryAt: null }],
    ['unknown', { kind: 'timeout' }],
    ['unknown', { kind: 'unreachable' }],
    ['unknown', { kind: 'offline' }],
    ['unknown', { kind: 'server', status: 502, message: '', notSent: false }],
    ['not-sent', { kind: 'server', status: 502, message: '', notSent: true }],
    ['unknown', { kind: 'unreadable', issue: 'no-uuid' }],
    ['unknown', { kind: 'cancelled' }],
  ])('%s: %j', (expected, failure) => {
    expect(outcomeOfFailure(failure)).toBe(expected)
  })
})

test('the balance is what the last creation told, whatever came after it', () => {
  const request = { image_url: 'https://example.com/a.png', prompt: 'firework' } as const
  const created = (remainingPoints: number | null, at: number): CreationAttempt => ({
    id: String(at),
    request,
    outcome: {
      kind: 'created',
      at,
      created: { uuid: 'd3f1', remainingPoints, taskType: null, message: null },
    },
  })
  const refused: CreationAttempt = {
    id: 'refused',
    request,
    outcome: { kind: 'refused', failure: { kind: 'refused', code: 402, message: '' } },
  }
  const onItsWay: CreationAttempt = { id: 'sent', request, outcome: null }
  expect(lastBalance([])).toBeNull()
  expect(lastBalance([refused, onItsWay])).toBeNull()
  expect(lastBalance([created(90, 1), created(0, 2), created(null, 3), refused, onItsWay])).toEqual(
    {
      points: 0,
      at: 2,
    },
  )
})
