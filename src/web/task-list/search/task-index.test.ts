import { describe, expect, test } from 'vitest'

import { readVideoTaskRow } from '#contract/read-video-tasks.ts'
import type { ListFilters } from '#contract/video-tasks.ts'
import { dayOf } from '#web/format/calendar.ts'
import { readSearch } from '#web/task-list/search/search-terms.ts'
import type { AccountMarks } from '#web/task-list/task-marks.ts'
import { type SortKey, TaskIndex } from '#web/task-list/search/task-index.ts'

const NOW = Date.parse('2026-11-27T12:00:00Z')
const MINUTE = 60_000

const at = (minutesAgo: number) => new Date(NOW - minutesAgo * MINUTE).toISOString()
const uuid = (start: string) => `${start}-0000-4000-8000-000000000000`

/** In this order: completed, failed, failed, in progress, unreadable, of an unknown status. */
const records = [
  {
    id: 6,
    uuid: uuid('aaaaaaaa'),
    price: 30,
    created_at: at(10),
    completed_at: at(4),
    video_url: 'https://videos.example/a.mp4',
  },
  { id: 5, uuid: uuid('bbbbbbbb'), price: 10, created_at: at(1_500), error_msg: 'No face found' },
  {
    id: 4,
    uuid: uuid('cccccccc'),
    price: 10,
    created_at: at(3_000),
    error_msg: '未检测到人脸，错误 404',
  },
  { id: 404, uuid: uuid('dddddddd'), created_at: at(20) },
  'half a record with a face',
  { id: 2, uuid: uuid('eeeeeeee'), price: 20, created_at: at(3), status: 'archived' },
]

function indexOf(some: readonly unknown[] = records, filter: ListFilters = {}): TaskIndex {
  const index = new TaskIndex(filter)
  index.add(some.map(readVideoTaskRow))
  return index
}

const find = (text: string, index = indexOf()) =>
  index.find(
    readSearch(text, dayOf(NOW)).map(({ condition }) => condition),
    NOW,
  )

test.each([
  [5, [0]],
  [4, []],
])('late is what takes longer than 95 %% of %i finished tasks', (count, expected) => {
  const took = (minutes: number) => ({ created_at: at(100 + minutes), completed_at: at(100) })
  const done = Array.from({ length: count }, (_, index) => took(index + 1))
  const open = [{ created_at: at(6) }, { created_at: at(4) }]
  expect(find('late', indexOf([...open, ...done]))).toEqual(expected)
})

describe('a search finds the rows that meet all conditions', () => {
  test.each<[string, number[]]>([
    ['', [0, 1, 2, 3, 4, 5]],
    ['face', [1, 4]],
    ['FACE', [1, 4]],
    ['人脸', [2]],
    ['no found', [1]],
    ['"no found"', []],
    // A number is that of a task, or stands in a message.
    ['404', [2, 3]],
    ['#404', [3]],
    ['#6 #4', [0, 2]],
    ['aaaa', [0]],
    [uuid('CCCCCCCC'), [2]],
    ['failed', [1, 2]],
    ['unfinished', [3, 5]],
    ['pending', [3]],
    ['completed', [0]],
    ['yesterday', [1]],
    ['last 2 hours', [0, 3, 5]],
    ['last 2 days failed', [1]],
    ['over 5 min', [0, 3]],
    ['under 6 min', [5]],
    ['at most 6 min', [0, 5]],
    ['with a video', [0]],
    ['no video', [1, 2, 3, 5]],
    ['price 10', [1, 2]],
    ['price over 15', [0, 5]],
    ['price > 20', [0]],
    ['price under 20', [1, 2]],
    ['price at most 20 over 10', [5]],
    ['over 6 min', [3]],
    ['at least 6 min', [0, 3]],
    ['took 6 min', [0]],
    // Of a record that could not be read, nobody knows what it is not.
    ['not failed', [0, 3, 5]],
    ['-failed -completed', [3, 5]],
    ['not found', []],
    ['failed not "404"', [1]],
    ['failed or completed', [0, 1, 2]],
    ['completed failed', [0, 1, 2]],
    ['pending or other status', [3, 5]],
    ['yesterday or completed', [0, 1]],
    ['since yesterday failed', [1]],
    ['before yesterday', [2]],
    ['older than 2 hours', [1, 2]],
    ['2026-11-27 11:50', [0]],
    ['2026-11-27T11:50:00.000Z', [0]],
    ['today after 11:45', [0, 5]],
    ['#6 failed', []],
    ['#5 failed', [1]],
    ['not #6', [1, 2, 3, 5]],
    ['6, 5', [0, 1]],
    ['tasks 6 and 4', [0, 2]],
    ['aa-0000-4000', [0]],
    ['cc000040008000', [2]],
    ['my video cccccccc000040008000000000000000 broke', [2]],
    [`${uuid('aaaaaaaa')} ${uuid('cccccccc')}`, [0, 2]],
    ['aaaaaaaa 0000', [0]],
    ['ＮＯ　ＦＡＣＥ', [1]],
  ])('%j', (text, expected) => {
    expect(find(text)).toEqual(expected)
  })

  test('the beginning of an ID finds rows, unless the ID is that of a row', () => {
    const index = indexOf([
      { id: 4, uuid: 'x' },
      { id: 40, uuid: 'y' },
      { id: 7, uuid: '40' },
    ])
    expect(find('#4', index)).toEqual([0])
    expect(find('#40', index)).toEqual([1, 2])
  })

  test('the filter of the list says the status', () => {
    expect(find('pending', indexOf([{ id: 1, uuid: 'x' }], { status: 'pending' }))).toEqual([0])
  })
})

test.each<[SortKey, boolean, number[]]>([
  ['price', false, [1, 2, 5, 0, 3, 4]],
  ['price', true, [0, 5, 1, 2, 3, 4]],
  ['created', false, [2, 1, 3, 0, 5, 4]],
  ['created', true, [5, 0, 3, 1, 2, 4]],
  ['elapsed', true, [0, 1, 2, 3, 4, 5]],
  ['status', false, [0, 1, 2, 3, 5, 4]],
  ['status', true, [5, 3, 1, 2, 0, 4]],
])(
  'rows are sorted by %s (descending: %s), and those without a value are last',
  (by, isDescending, order) => {
    const index = indexOf()
    expect(index.sorted(find('', index), { by, isDescending })).toEqual(order)
  },
)

test.each([
  ['Processing failed: face not detected', 'Processing failed: face not detected'],
  ['Queued job is pending', 'Queued job is pending'],
  ['No video stream found', 'No video stream found'],
  ['the sun is too bright', 'the sun is too bright'],
  ['Error #12: face not found', 'Error #12: face not found'],
  [
    'Upload not completed (timeout 5 min), price 10',
    'Upload not completed (timeout 5 min), price 10',
  ],
  ['未检测到人脸（代码 404）：请重试', '未检测到人脸（代码 404）：请重试'],
  ['Cannot read Mu\u0308ller.jpg', 'Müller'],
  ['Cannot read Müller.jpg', 'mu\u0308ller'],
  ['İmage is too small', 'image is too small'],
  ['İmage is too small', 'ımage'],
  ['Die Straße ist zu dunkel', 'STRASSE'],
  ['ΛΑΘΟΣ ΕΙΚΟΝΑ', 'λαθος'],
  ['can’t open “file”', 'can\'t open "file"'],
  ['ｆａｃｅ not  found', '"face not found"'],
])('a task that failed with %j is found by %j, also as a note', (message, text) => {
  const id = { id: 12, uuid: uuid('aaaaaaaa') }
  const failed = {
    uuid: uuid('bbbbbbbb'),
    error_msg: message,
    video_url: 'https://a.example/v.mp4',
  }
  expect(find(text, indexOf([id, failed]))).toEqual([1])
  const marks = { 'id 12': { isStarred: false, isHidden: false, note: message } }
  const noted = new TaskIndex({}, () => marks)
  noted.add([{ id: 12 }, { id: 13 }].map(readVideoTaskRow))
  expect(find(text, noted)).toEqual([0])
})

test('marks are searched as they are at the moment: flags, and notes by their words', () => {
  let marks: AccountMarks = {}
  const index = new TaskIndex({}, () => marks)
  index.add([...records, { id: 77 }].map(readVideoTaskRow))
  expect(find('starred', index)).toEqual([])
  marks = {
    [`uuid ${uuid('bbbbbbbb')}`]: { isStarred: true, isHidden: false, note: 'Ticket 4711' },
    [`uuid ${uuid('cccccccc')}`]: { isStarred: false, isHidden: true, note: '' },
    'id 77': { isStarred: true, isHidden: true, note: 'later' },
  }
  expect(find('starred', index)).toEqual([1, 6])
  expect(find('hidden', index)).toEqual([2, 6])
  expect(find('with note', index)).toEqual([1, 6])
  expect(find('starred failed', index)).toEqual([1])
  expect(find('ticket', index)).toEqual([1])
  expect(find('4711', index)).toEqual([1])
  expect(find('人脸', index)).toEqual([2])
})

test('a newer reply changes the rows that are there, and adds none', () => {
  const index = indexOf()
  const row = readVideoTaskRow({ id: 404, uuid: uuid('dddddddd'), error_msg: 'too dark' })
  const other = readVideoTaskRow({ id: 99, uuid: uuid('99999999') })
  expect([...index.update([row, other])]).toEqual([[3, row]])
  expect(index.count).toBe(6)
  expect(find('dark', index)).toEqual([3])
  expect(find('unfinished', index)).toEqual([5])
})
