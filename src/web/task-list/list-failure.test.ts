import { describe, expect, test } from 'vitest'

import { ApiError } from '#web/api/api-error.ts'
import { replyTo } from '#web/api/list-reply.fixture.ts'
import { listFailure, type ListReading, rememberFailure } from '#web/task-list/use-task-list.ts'

const broken = new ApiError({ kind: 'timeout' })
const refusedKey = new ApiError({ kind: 'unauthorized', message: '' })
const reply = replyTo({ list: [], total: 0 }, { readAt: 7, failedBefore: 0 })
const fresh: ListReading = { error: null, data: reply, isPlaceholder: false, isWaiting: false }
const waiting: ListReading = { error: null, data: undefined, isPlaceholder: false, isWaiting: true }
const nothing = { error: null, request: 'a' }

describe('the last failure', () => {
  const failed = { error: broken, request: 'a' }

  test('is kept while the read is retried', () => {
    expect(rememberFailure(nothing, { error: broken, isWaiting: false }, 'a')).toEqual(failed)
    expect(rememberFailure(failed, waiting, 'a')).toBe(failed)
  })

  test('is forgotten once a read succeeds', () => {
    expect(rememberFailure(failed, fresh, 'a')).toEqual(nothing)
  })

  test('is forgotten on the return from another request', () => {
    const elsewhere = rememberFailure(failed, waiting, 'b')
    expect(elsewhere).toEqual({ error: null, request: 'b' })
    // Nothing to forget: the screen does not render again for that.
    expect(rememberFailure(elsewhere, waiting, 'a')).toBe(elsewhere)
  })

  test('is the same object if nothing is new, to avoid a render', () => {
    expect(rememberFailure(nothing, fresh, 'a')).toBe(nothing)
    expect(rememberFailure(failed, { error: broken, isWaiting: false }, 'a')).toBe(failed)
  })
})

describe('the list shows', () => {
  test('rows, and no failure', () => {
    expect(listFailure(fresh, nothing, undefined)).toEqual({
      failure: undefined,
      reply,
      isErrorShown: false,
    })
  })

  test('the previous rows until the requested ones arrive', () => {
    expect(
      listFailure({ ...waiting, data: reply, isPlaceholder: true }, nothing, undefined),
    ).toMatchObject({
      failure: undefined,
      reply,
    })
  })

  test('no previous rows instead of rows that could not be loaded', () => {
    const reading = { error: broken, data: reply, isPlaceholder: true, isWaiting: true }
    expect(listFailure(reading, nothing, undefined)).toMatchObject({
      reply: undefined,
      isErrorShown: true,
    })
  })

  test('the failure of a search that had found nothing yet', () => {
    const begun = { ...reply, rows: [], searched: { total: null, isRead: false, isReading: true } }
    expect(listFailure({ ...fresh, error: broken, data: begun }, nothing, undefined)).toMatchObject(
      {
        reply: undefined,
        isErrorShown: true,
      },
    )
    expect(listFailure({ ...fresh, data: begun }, nothing, undefined)).toMatchObject({
      reply: begun,
    })
  })

  test('the last failure while the read is retried', () => {
    const last = { error: broken, request: 'a' }
    expect(listFailure(waiting, last, undefined)).toMatchObject({
      failure: { kind: 'timeout' },
      isErrorShown: true,
    })
  })

  test.each([
    ['as a note if auto-refresh failed', broken, undefined, false],
    ['as a banner if the person requested the refresh', broken, 7, true],
    ['as a note if the person requested an earlier refresh', broken, 6, false],
    ['as a banner if the key is refused', refusedKey, undefined, true],
  ])('over rows: %s', (_, error, requestedOver, isErrorShown) => {
    expect(listFailure({ ...fresh, error }, nothing, requestedOver)).toMatchObject({
      reply,
      isErrorShown,
    })
  })
})
