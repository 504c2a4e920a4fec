import { beforeEach, describe, expect, test, vi } from 'vitest'

import { DEFAULT_LIST_PARAMS, readVideoTaskPage } from '#contract/video-tasks.ts'
import { listPage, type TaskListRow, tasksOf } from '#web/tasks/list-page.ts'
import {
  addFinished,
  areNewTasks,
  compareStatuses,
  describeChanges,
  describeFinished,
} from '#web/tasks/refresh/task-changes.ts'

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('navigator', { languages: ['en'] })
})

/** A record as the service gives it. */
function seen(uuid: string | null, status: string | null, id?: number) {
  return { uuid, id, status, price: 10 }
}
type SeenRecord = ReturnType<typeof seen>

function rowsOf(list: readonly SeenRecord[]): TaskListRow[] {
  const page = readVideoTaskPage({ list: [...list] })
  if (page === undefined) throw new Error('the payload is not readable')
  return tasksOf(listPage({ params: DEFAULT_LIST_PARAMS, page, readAt: 0 }).rows)
}

/** What is announced after each of the replies. */
function said(...replies: SeenRecord[][]): string[] {
  let known: ReturnType<typeof compareStatuses>['known'] | undefined
  return replies.map((list) => {
    const result = compareStatuses(known, rowsOf(list))
    ;({ known } = result)
    return describeChanges(result.changes, false)
  })
}

describe('what is said of a newer reply', () => {
  test('nothing of the first', () => {
    expect(said([seen('a', null), seen('b', 'completed')])).toEqual([''])
  })

  test('nothing where nothing has changed, whatever the order', () => {
    const rows = [seen('a', null), seen('b', 'failed')]
    expect(said(rows, rows, rows.toReversed())).toEqual(['', '', ''])
  })

  test('which statuses the changed ones have now', () => {
    const before = [seen('a', null), seen('b', 'processing'), seen('c', null)]
    const after = [seen('a', 'completed'), seen('b', 'failed'), seen('c', null)]
    expect(said(before, after)).toEqual(['', '2 tasks changed: Completed 1, Failed 1.'])
  })

  test('one task', () => {
    expect(said([seen('a', null)], [seen('a', 'completed')])).toEqual([
      '',
      '1 task changed: Completed 1.',
    ])
  })

  test('how many are new on the page, once', () => {
    const after = [seen('b', null), seen('c', null), seen('a', 'failed')]
    expect(said([seen('a', 'failed')], after, after)).toEqual([
      '',
      '2 more tasks on this page.',
      '',
    ])
  })

  test('both', () => {
    expect(said([seen('a', null)], [seen('b', null), seen('a', 'failed')])).toEqual([
      '',
      '1 task changed: Failed 1. 1 more task on this page.',
    ])
  })

  test('nothing where a lookup tells what was open, and nothing while it is asked again', () => {
    expect(
      said([seen('a', null)], [seen('a', 'pending')], [seen('a', null)], [seen('a', 'pending')]),
    ).toEqual(['', '', '', ''])
  })

  test('that a task is processed, although the lookup in between was not there yet', () => {
    expect(said([seen('a', 'pending')], [seen('a', null)], [seen('a', 'processing')])).toEqual([
      '',
      '',
      '1 task changed: Processing 1.',
    ])
  })

  test('nothing of a task that has left the page, nor when it is back', () => {
    expect(said([seen('a', 'failed'), seen('b', 'failed')], [seen('b', 'failed')], [])).toEqual([
      '',
      '',
      '',
    ])
  })

  test('nothing of rows that carry no ID', () => {
    expect(said([seen(null, null)], [seen(null, 'completed')])).toEqual(['', ''])
  })

  test('the number where there is no uuid', () => {
    expect(said([seen(null, null, 7)], [seen(null, 'completed', 7)])[1]).toBe(
      '1 task changed: Completed 1.',
    )
  })

  test('a word of the service as text', () => {
    expect(said([seen('a', null)], [seen('a', 'x\u202Ey')])[1]).toBe(
      '1 task changed: x⟨U+202E⟩y 1.',
    )
  })
})

describe('tasks that were added', () => {
  test.each([
    ['new on the first page of everything', {}, [40, 41], 1, true],
    ['new where there were none', {}, [0, 2], 2, true],
    ['more where the total has not grown by as many', {}, [40, 41], 2, false],
    ['more where nothing was created', {}, [40, 40], 1, false],
    ['more where the service gives no total', {}, [null, 41], 1, false],
    ['more where it gives none any longer', {}, [40, null], 1, false],
    ['more on a later page', { page: 2 }, [40, 41], 1, false],
    ['more under a status', { status: 'pending' }, [40, 41], 1, false],
    ['more under a scene', { scene: 'celebrity' }, [40, 41], 1, false],
  ] as const)('are %s', (...[, part, totals, added, areNew]) => {
    const [before, now] = totals.map((total) => ({
      request: { ...DEFAULT_LIST_PARAMS, ...part },
      total,
    }))
    if (before === undefined || now === undefined) throw new Error('two totals')
    expect(areNewTasks(added, before, now)).toBe(areNew)
    const changes = { changed: new Map<string, number>(), added, finished: 0 }
    expect(describeChanges(changes, areNew)).toMatch(
      areNew ? / new tasks?\.$/ : / more tasks? on this page\.$/,
    )
  })
})

test('what has finished is counted, and what is only processed is not', () => {
  const before = [seen('a', 'pending'), seen('b', null), seen('c', null)]
  const after = [seen('a', 'processing'), seen('b', 'completed'), seen('c', 'failed')]
  const { known } = compareStatuses(undefined, rowsOf(before))
  const { changes } = compareStatuses(known, rowsOf([...after, seen('d', 'completed')]))
  expect(changes).toMatchObject({ finished: 2, added: 1 })
})

describe('what has finished unseen', () => {
  const changes = (changed: Record<string, number>) => ({
    changed: new Map(Object.entries(changed)),
    added: 0,
    finished: 0,
  })

  test('is added up over the replies, and said in one sentence', () => {
    const first = addFinished(new Map(), changes({ completed: 1, processing: 3 }))
    expect(describeFinished(first)).toBe('1 task finished: Completed 1.')
    const second = addFinished(first, changes({ failed: 1, completed: 1 }))
    expect(describeFinished(second)).toBe('3 tasks finished: Completed 2, Failed 1.')
  })

  test('has no word of the service in it', () => {
    const finished = addFinished(new Map(), changes({ failed: 1, 'mq_key <b>': 4 }))
    expect(describeFinished(finished)).toBe('1 task finished: Failed 1.')
  })
})
