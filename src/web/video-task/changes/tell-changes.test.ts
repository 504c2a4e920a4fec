import { beforeEach, describe, expect, test, vi } from 'vitest'

import { replyTo } from '#web/api/list-reply.fixture.ts'
import { DEFAULT_LIST_REQUEST, type ListRequest } from '#contract/video-tasks.ts'
import { listPage } from '#web/task-list/list-page.ts'
import { type PageChanges, pageChanges } from '#web/task-list/page-changes.ts'
import {
  addFinished,
  describeChanges,
  describeFinished,
} from '#web/video-task/changes/tell-changes.ts'

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('navigator', { languages: ['en'] })
})

/** A record as the service sends it. */
function seen(uuid: string | null, status: string | null, id?: number) {
  return { uuid, id, status, price: 10 }
}
type SeenRecord = ReturnType<typeof seen>

function pageOf(
  list: readonly SeenRecord[],
  { total = null, request }: { total?: number | null; request?: ListRequest } = {},
) {
  return listPage(replyTo({ list: [...list], total }, { ...(request && { request }) }))
}

/** The announcements after each of the replies. */
function said(...replies: SeenRecord[][]): string[] {
  let last: PageChanges | undefined
  return replies.map((list) => {
    last = pageChanges(last, pageOf(list))
    return describeChanges(last)
  })
}

describe('the announcement of a newer reply', () => {
  test('is empty for the first reply', () => {
    expect(said([seen('a', null), seen('b', 'completed')])).toEqual([''])
  })

  test('is empty if nothing has changed, in any order', () => {
    const rows = [seen('a', null), seen('b', 'failed')]
    expect(said(rows, rows, rows.toReversed())).toEqual(['', '', ''])
  })

  test('gives the new statuses of changed tasks', () => {
    const before = [seen('a', null), seen('b', 'processing'), seen('c', null)]
    const after = [seen('a', 'completed'), seen('b', 'failed'), seen('c', null)]
    expect(said(before, after)).toEqual(['', '2 tasks changed: Completed 1, Failed 1.'])
  })

  test('uses the singular for one task', () => {
    expect(said([seen('a', null)], [seen('a', 'completed')])).toEqual([
      '',
      '1 task changed: Completed 1.',
    ])
  })

  test('says once how many tasks are new on the page', () => {
    const after = [seen('b', null), seen('c', null), seen('a', 'failed')]
    expect(said([seen('a', 'failed')], after, after)).toEqual([
      '',
      '2 more tasks on this page.',
      '',
    ])
  })

  test('says both changed and new tasks', () => {
    expect(said([seen('a', null)], [seen('b', null), seen('a', 'failed')])).toEqual([
      '',
      '1 task changed: Failed 1. 1 more task on this page.',
    ])
  })

  test('is empty when a lookup finds an open status, and while the lookup runs again', () => {
    expect(
      said([seen('a', null)], [seen('a', 'pending')], [seen('a', null)], [seen('a', 'pending')]),
    ).toEqual(['', '', '', ''])
  })

  test('says that a task is processing, even if the lookup in between was not complete', () => {
    expect(said([seen('a', 'pending')], [seen('a', null)], [seen('a', 'processing')])).toEqual([
      '',
      '',
      '1 task changed: Processing 1.',
    ])
  })

  test('ignores a task that leaves the page and comes back', () => {
    expect(said([seen('a', 'failed'), seen('b', 'failed')], [seen('b', 'failed')], [])).toEqual([
      '',
      '',
      '',
    ])
  })

  test('ignores rows without an ID', () => {
    expect(said([seen(null, null)], [seen(null, 'completed')])).toEqual(['', ''])
  })

  test('identifies a task without a uuid by its number', () => {
    expect(said([seen(null, null, 7)], [seen(null, 'completed', 7)])[1]).toBe(
      '1 task changed: Completed 1.',
    )
  })

  test('shows an unknown status from the service as text', () => {
    expect(said([seen('a', null)], [seen('a', 'x\u202Ey')])[1]).toBe(
      '1 task changed: x⟨U+202E⟩y 1.',
    )
  })
})

describe('tasks that were added', () => {
  test.each([
    ['new on the first page of the unfiltered list', {}, [40, 41], 1, true],
    ['new if the list was empty', {}, [0, 2], 2, true],
    ['more if the total has not grown by the same number', {}, [40, 41], 2, false],
    ['more if the total has not changed', {}, [40, 40], 1, false],
    ['more if the last reply had no total', {}, [null, 41], 1, false],
    ['more if the new reply has no total', {}, [40, null], 1, false],
    ['more on a later page', { pageNumber: 2 }, [40, 41], 1, false],
    ['more under a status', { status: 'pending' }, [40, 41], 1, false],
    ['more under a scene', { scene: 'celebrity' }, [40, 41], 1, false],
  ] as const)('are %s', (...[, part, totals, added, areNew]) => {
    const request = { ...DEFAULT_LIST_REQUEST, ...part }
    const rows = Array.from({ length: added }, (_, index) => seen(`new ${index}`, null))
    const before = pageChanges(undefined, pageOf([], { total: totals[0], request }))
    const changes = pageChanges(before, pageOf(rows, { total: totals[1], request }))
    expect(changes.areNew).toBe(areNew)
    expect(describeChanges(changes)).toMatch(
      areNew ? / new tasks?\.$/ : / more tasks? on this page\.$/,
    )
  })
})

test('counts finished tasks, but not processing ones', () => {
  const before = [seen('a', 'pending'), seen('b', null), seen('c', null)]
  const after = [seen('a', 'processing'), seen('b', 'completed'), seen('c', 'failed')]
  const first = pageChanges(undefined, pageOf(before))
  expect(pageChanges(first, pageOf([...after, seen('d', 'completed')]))).toMatchObject({
    finished: 2,
    added: 1,
  })
})

describe('tasks that finished in a hidden tab', () => {
  const changes = (changed: Record<string, number>) => ({
    changed: new Map(Object.entries(changed)),
    added: 0,
    finished: 0,
  })

  test('are added up over the replies, and described in one sentence', () => {
    const first = addFinished(new Map(), changes({ completed: 1, processing: 3 }))
    expect(describeFinished(first)).toBe('1 task finished: Completed 1.')
    const second = addFinished(first, changes({ failed: 1, completed: 1 }))
    expect(describeFinished(second)).toBe('3 tasks finished: Completed 2, Failed 1.')
  })

  test('are described without text from the service', () => {
    const finished = addFinished(new Map(), changes({ failed: 1, 'mq_key <b>': 4 }))
    expect(describeFinished(finished)).toBe('1 task finished: Failed 1.')
  })
})

test('replies to different requests are not compared', () => {
  const before = pageChanges(undefined, pageOf([seen('a', 'pending')]))
  const request = { ...DEFAULT_LIST_REQUEST, pageNumber: 2 }
  const changes = pageChanges(before, pageOf([seen('a', 'failed')], { request }))
  expect(changes).toMatchObject({ isNewer: false, hasChanged: false, added: 0 })
  expect(describeChanges(changes)).toBe('')
})
