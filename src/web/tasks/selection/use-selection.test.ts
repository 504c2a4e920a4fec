import { describe, expect, test } from 'vitest'

import { replyTo } from '#web/api/list-reply.fixture.ts'
import { DEFAULT_LIST_REQUEST } from '#contract/video-tasks.ts'
import type { ListReply } from '#web/api/video-tasks.ts'
import { listPage, type NamedTasks } from '#web/task-list/list-page.ts'
import {
  NOTHING_SELECTED,
  seenAgain,
  type Selection,
  toggled,
} from '#web/tasks/selection/use-selection.ts'
import { idLines, linkLines } from '#web/tasks/selection/selection-bar.tsx'

const here = (list: unknown[], more?: Partial<ListReply>) =>
  listPage(replyTo({ list }, { readAt: 1_000, ...more })).tasks
const page = here(['a', 'b', 'c', 'd', 'e'].map((uuid) => ({ uuid })))
const namesOf = ({ tasks }: Selection) => [...tasks.keys()]

/** Clicks checkboxes one after the other. `+` means with Shift, `*` is the "select all" checkbox. */
function press(text: string, on: NamedTasks = page, before = NOTHING_SELECTED): Selection {
  return text
    .split(' ')
    .reduce(
      (selection, box) =>
        toggled(selection, on, box === '*' ? undefined : box.replace('+', ''), box.startsWith('+')),
      before,
    )
}

test('offers each task with an ID once, and no more than the requested rows', () => {
  const list = [{ uuid: 'a' }, { id: 7, price: 1 }, { price: 9 }, 'no record', { uuid: 'a', id: 8 }]
  const named = here([...list, { uuid: 'z' }], {
    request: { ...DEFAULT_LIST_REQUEST, pageSize: 5 },
  })
  expect([...named.keys()]).toEqual(['a', '7'])
  expect(named.get('a')?.task.id).toBe(null)
})

describe('clicks on checkboxes', () => {
  test.each([
    ['b', 'b'],
    ['b d b', 'd'],
    ['b +d', 'b c d'],
    ['d +b', 'd b c'],
    // The state of the clicked checkbox decides, not that of the others.
    ['c a +e', 'c a b d e'],
    ['* b +d', 'a e'],
    ['* d +b', 'a e'],
    // A range begins at the last click.
    ['a +c +d', 'a b c d'],
    ['a c +e', 'a c d e'],
    ['+c', 'c'],
    ['*', 'a b c d e'],
    ['c *', 'c a b d e'],
    ['* *', ''],
    ['b * +d', 'b a c e'],
  ])('%s', (presses, selected) => {
    expect(namesOf(press(presses)).join(' ')).toBe(selected)
  })

  test('do not change the selection on other pages', () => {
    const other = here([{ uuid: 'x' }, { uuid: 'y' }])
    const both = press('x', other, press('a b'))
    expect(namesOf(both)).toEqual(['a', 'b', 'x'])
    // The last clicked task is not on this page, so there is no range.
    expect(namesOf(press('+y', other, press('a b')))).toEqual(['a', 'b', 'y'])
    expect(namesOf(press('* *', other, both))).toEqual(['a', 'b'])
    expect(namesOf(press('zz', other, both))).toEqual(['a', 'b', 'x'])
  })
})

describe('a newer reply', () => {
  const selection = press('a b')

  test('replaces the kept tasks', () => {
    const again = seenAgain(
      selection,
      here([{ uuid: 'a', error_msg: 'No face' }], { readAt: 2_000 }),
    )
    expect(namesOf(again)).toEqual(['a', 'b'])
    expect(again.tasks.get('a')).toMatchObject({
      task: { errorMsg: 'No face' },
      evidence: { status: 'failed', asOf: 2_000 },
    })
    expect(again.tasks.get('b')).toBe(selection.tasks.get('b'))
  })

  test('with a later lookup replaces the kept tasks', () => {
    const lookup = new Map([['a', { status: 'processing' as const, asOf: 3_000, updatedAt: null }]])
    const found = listPage(replyTo({ list: [{ uuid: 'a' }] }, { readAt: 1_000 }), lookup).tasks
    expect(seenAgain(selection, found).tasks.get('a')?.evidence.status).toBe('processing')
  })

  test('changes nothing if it is older, the same, or without the selected tasks', () => {
    expect(seenAgain(selection, page)).toBe(selection)
    expect(seenAgain(selection, here([{ uuid: 'a' }], { readAt: 500 }))).toBe(selection)
    expect(seenAgain(selection, here([{ uuid: 'z' }], { readAt: 2_000 }))).toBe(selection)
  })
})

test('lists IDs and links one per line, in the order of selection', () => {
  const request = { ...DEFAULT_LIST_REQUEST, status: 'failed' as const, pageNumber: 3 }
  const others = here([{ id: 7 }, { uuid: 'x&y' }], { request })
  const { tasks } = press('7 x&y', others, press('a'))
  expect(idLines(tasks)).toBe('a\n7\nx&y')
  expect(linkLines(tasks, 'https://marquee.example')).toBe(
    [
      'https://marquee.example/tasks?task=a',
      'https://marquee.example/tasks?status=failed&page=3&task=7',
      'https://marquee.example/tasks?status=failed&page=3&task=x%26y',
    ].join('\n'),
  )
})
