import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { planRefresh, type RefreshSituation } from '#web/task-list/refresh-plan.ts'

const MINUTE = 60_000
const calm: RefreshSituation = {
  now: 1_000_000,
  isOn: true,
  lastReadAt: 999_000,
  isUnfinished: false,
  resumesAt: undefined,
  isKeyRefused: false,
  hiddenSince: undefined,
  isOffline: false,
  reading: undefined,
}
const busy = { ...calm, isUnfinished: true }

describe('the next refresh', () => {
  test.each<[string, RefreshSituation, ReturnType<typeof planRefresh>]>([
    ['5 s after a reply with unfinished tasks', busy, { dueAt: 1_004_000, pause: undefined }],
    [
      'at once if the last reply is in the future',
      { ...calm, lastReadAt: 2_000_000 },
      { dueAt: 30_000, pause: undefined },
    ],
    ['30 s after a reply without unfinished tasks', calm, { dueAt: 1_029_000, pause: undefined }],
    [
      'when a failed read is tried again',
      { ...busy, resumesAt: 1_020_000 },
      { dueAt: 1_020_000, pause: undefined },
    ],
    [
      'never by itself where only the person can help',
      { ...busy, resumesAt: false },
      { dueAt: null, pause: 'failure' },
    ],
    [
      'never with a refused key',
      { ...busy, resumesAt: false, isKeyRefused: true },
      { dueAt: null, pause: 'key' },
    ],
    ['not while offline', { ...busy, isOffline: true }, { dueAt: null, pause: 'offline' }],
    [
      'not while a dialog is open',
      { ...busy, reading: 'dialog' },
      { dueAt: null, pause: 'dialog' },
    ],
    ['not while switched off', { ...busy, isOn: false }, { dueAt: null, pause: undefined }],
    [
      'when a failed read is tried again, although switched off',
      { ...busy, isOn: false, resumesAt: 1_020_000 },
      { dueAt: 1_020_000, pause: undefined },
    ],
    [
      'not for the title either while switched off',
      { ...busy, isOn: false, hiddenSince: 999_500, resumesAt: 1_020_000 },
      { dueAt: null, pause: 'hidden' },
    ],
    [
      'not behind a dialog of a hidden tab',
      { ...busy, hiddenSince: 999_500, reading: 'dialog' },
      { dueAt: null, pause: 'dialog' },
    ],
    [
      'not over a dialog, where a failed read is tried again',
      { ...busy, resumesAt: 999_000, reading: 'dialog' },
      { dueAt: null, pause: 'dialog' },
    ],
    [
      'in a hidden tab not before the service allows it',
      { ...busy, hiddenSince: 999_500, resumesAt: 1_200_000 },
      { dueAt: 1_200_000, pause: 'hidden' },
    ],
    [
      'in a hidden tab never where only the person can help',
      { ...busy, hiddenSince: 999_500, resumesAt: false },
      { dueAt: null, pause: 'hidden' },
    ],
    [
      'not where the tab is hidden and all is finished',
      { ...calm, hiddenSince: 999_500 },
      { dueAt: null, pause: 'hidden' },
    ],
    [
      'a minute after the last one where it is hidden and something is not',
      { ...busy, hiddenSince: 999_500 },
      { dueAt: 999_000 + MINUTE, pause: 'hidden' },
    ],
    [
      'for half an hour at most',
      { ...busy, hiddenSince: busy.now - 30 * MINUTE - 1 },
      { dueAt: null, pause: 'hidden' },
    ],
  ])('%s', (_, situation, plan) => {
    expect(planRefresh(situation)).toEqual(plan)
  })

  const situations = fc.record<RefreshSituation>({
    now: fc.constant(calm.now),
    isOn: fc.boolean(),
    lastReadAt: fc.integer({ min: 0, max: calm.now }),
    isUnfinished: fc.boolean(),
    resumesAt: fc.option(fc.oneof(fc.constant(false as const), fc.integer({ min: 0 })), {
      nil: undefined,
    }),
    isKeyRefused: fc.boolean(),
    hiddenSince: fc.option(fc.integer({ min: 0, max: calm.now }), { nil: undefined }),
    isOffline: fc.boolean(),
    reading: fc.option(fc.constantFrom('dialog', 'menu', 'selection', 'field'), { nil: undefined }),
  })

  test('is never sooner than 5 s after the last read, unless a failed read is retried', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const { dueAt } = planRefresh({ ...situation, resumesAt: undefined })
        expect(dueAt === null || dueAt >= situation.lastReadAt + 5_000).toBe(true)
      }),
    )
  })

  test('happens only as a retry after a failure while auto-refresh is off', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const { dueAt } = planRefresh({ ...situation, isOn: false })
        expect(dueAt === null || dueAt === situation.resumesAt).toBe(true)
      }),
    )
  })

  test('never happens while a dialog is open', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        expect(planRefresh({ ...situation, reading: 'dialog' }).dueAt).toBeNull()
      }),
    )
  })

  test('happens during a pause only in a hidden tab', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const { dueAt, pause } = planRefresh(situation)
        expect(pause === undefined || pause === 'hidden' || dueAt === null).toBe(true)
      }),
    )
  })
})
