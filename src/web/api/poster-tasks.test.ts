import { describe, expect, test } from 'vitest'

import type { ApiFailure } from '#web/api/api-error.ts'
import { type CreationAttempt, isCertainRefusal, lastBalance } from '#web/api/poster-tasks.ts'

describe('after which failures it is certain that nothing was created', () => {
  test.each<[boolean, ApiFailure]>([
    [true, { kind: 'refused', code: 402, message: '' }],
    [true, { kind: 'unauthorized', message: '' }],
    [true, { kind: 'forbidden', message: '' }],
    [true, { kind: 'rate-limited', message: '', retryAt: null }],
    [false, { kind: 'timeout' }],
    [false, { kind: 'unreachable' }],
    [false, { kind: 'offline' }],
    [false, { kind: 'server', status: 502, message: '' }],
    [false, { kind: 'unreadable', issue: '' }],
    [false, { kind: 'cancelled' }],
  ])('%s: %j', (expected, failure) => {
    expect(isCertainRefusal(failure)).toBe(expected)
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
