import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readReceivedList } from '#contract/read-video-tasks.ts'
import { type ListRequest, TASK_STATUSES } from '#contract/video-tasks.ts'
import { readRawReply } from '#web/api/exchange.ts'
import { readReply } from '#web/api/request.ts'
import { type PlainList, readPlainList } from '#web/early/plain-list.ts'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { CELL_LENGTH, firstLine, showUntrusted } from '#web/format/untrusted-text.ts'
import { elapsedMs } from '#web/task-list/elapsed.ts'
import { listPage, tasksOf } from '#web/task-list/list-page.ts'

const KEY = 'key/4711+shop'
const REQUEST: ListRequest = { pageNumber: 2, pageSize: 3 }

const plainRecord = {
  id: 7,
  uuid: '3f2b8c1e-0001-4000-8000-000000000001',
  price: 10,
  created_at: '2026-02-27T08:00:00Z',
  updated_at: '2026-02-27T08:00:20Z',
  completed_at: '2026-02-27T08:00:20Z',
  video_url: 'https://videos.example/a.mp4',
  error_msg: null,
}
const record = (fields: object = {}, index = 0): object => ({
  ...plainRecord,
  uuid: plainRecord.uuid.replace(/.$/, String(index)),
  ...fields,
})
const payload = (list: unknown) => ({ list, total: 9, page: 2, page_size: 3 })
const success = (data: unknown) => ({ code: 200, message: 'success', data })

const reply = (body: string, init: ResponseInit = {}) => ({
  response: new Response(body, init),
  body,
})
const read = (json: unknown, request = REQUEST) =>
  readPlainList(reply(JSON.stringify(json)), KEY, request)

/** What the app shows of the same reply, in the same shape; undefined: it shows more than rows. */
function shownByApp(json: unknown, request: ListRequest) {
  const readAt = Date.now()
  const stored = readRawReply(reply(JSON.stringify(json)), KEY)
  const received = readReceivedList(readReply(stored, readAt), request)
  if (received === undefined) return undefined
  const page = listPage({ ...received, request, readAt })
  const rows = tasksOf(page.rows)
  if (page.empty !== undefined || page.mismatches.length > 0) return undefined
  if (rows.length < page.rows.length) return undefined
  const tasks = rows.map((row): PlainList['tasks'][number] => {
    const { task, evidence, name } = row
    const video = safeHttpUrl(task.videoUrl ?? '')
    const error = task.errorMsg ?? ''
    return {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- compared with what is one
      ...({
        status: evidence.status,
        scene: task.scene,
        price: task.price,
      } as PlainList['tasks'][number]),
      uuid: name ?? '',
      id: task.id === null ? null : Number(task.id),
      createdAt: Date.parse(task.createdAt ?? ''),
      isElapsed: elapsedMs(task.createdAt, task.completedAt) !== null,
      hasVideo: video !== undefined,
      error: error === '' ? '' : showUntrusted(firstLine(error), CELL_LENGTH),
    }
  })
  return { tasks, pageCount: page.pageCount }
}

test('a reply that follows the specification is read as the app reads it', () => {
  const list = [
    record({ error_msg: 'The picture shows no face.', video_url: null, completed_at: null }, 1),
    record({}, 2),
    record({ video_url: null, completed_at: null, status: 'processing', scene: 'celebrity' }, 3),
  ]
  const json = success(payload(list))
  expect(read(json)?.tasks).toHaveLength(3)
  expect(read(json)).toEqual(shownByApp(json, REQUEST))
  const filtered = { ...REQUEST, status: 'failed' } as const
  expect(read(json, filtered)?.tasks.map(({ status }) => status)).toEqual([
    'failed',
    'failed',
    'processing',
  ])
  expect(read(json, filtered)).toEqual(shownByApp(json, filtered))
})

test('a reply that it reads, it reads as the app does', () => {
  const texts = fc.oneof(
    fc.constantFrom(
      '',
      'null',
      'N/A',
      'ok',
      'no error',
      'Success.',
      KEY,
      '0',
      '7',
      ' x ',
      '\u202e',
    ),
    fc.constantFrom(
      '操作成功',
      '图片中没有人的脸部',
      'timeout',
      'The picture is small.',
      '[31mNo face here',
      'A long text. '.repeat(99),
      ' \n No face\nfound',
      'no_error',
      'FACE_NOT_FOUND',
      'No face \u202e found',
    ),
    fc.constantFrom(
      'https://a.example/b',
      'javascript:alert(1)',
      '/a.mp4',
      'https://a b',
      'http://a.example:8/b?c=d%20e',
      'http://1.2.3.4.5/',
      ' https://a.example/ ',
    ),
    fc.constantFrom('2026-02-30T08:00:00Z', '0001-01-01T00:00:00Z', '2999-01-01T00:00:00Z'),
    fc.constantFrom('2026-02-28T08:00:00Z', '2026-02-28T08:00:00+02:00', '2026-02-28 08:00:00'),
    fc.string({ unit: 'grapheme', maxLength: 30 }),
  )
  const values = fc.oneof(
    texts,
    fc.constantFrom(null, undefined, true, false, -1, 0, 1.5, 2 ** 60, [], {}),
    fc.constantFrom(...TASK_STATUSES, 'celebrity', 'queued'),
    fc.double(),
  )
  // A list is plain but for a field or two.
  const names = [...Object.keys(plainRecord), 'status', 'scene']
  const oddFields = fc.dictionary(fc.constantFrom(...names), values, { maxKeys: 1 })
  const lists = fc
    .tuple(
      fc.integer({ min: 1, max: 4 }),
      fc.nat(3),
      oddFields,
      fc.oneof({ weight: 9, arbitrary: fc.constant('odd') }, values),
    )
    .map(([length, at, odd, other]) => {
      const list: unknown[] = Array.from({ length }, (_, index) => record({}, index))
      list[Math.min(at, length - 1)] = other === 'odd' ? record(odd, at) : other
      return list
    })
  const requests = fc.record({
    pageNumber: fc.constantFrom(1, 1, 2),
    pageSize: fc.constantFrom(3, 3, 20),
    status: fc.constantFrom(undefined, ...TASK_STATUSES),
  })
  const counts = fc.oneof(
    { weight: 9, arbitrary: fc.constant('right') },
    fc.constantFrom(undefined, null, 0, 1, '9'),
  )
  let shown = 0
  fc.assert(
    fc.property(
      lists,
      requests,
      fc.tuple(counts, counts, counts),
      (list, request, [total, page, size]) => {
        const { pageNumber, pageSize } = request
        const json = success({
          list,
          total: total === 'right' ? 30 : total,
          page: page === 'right' ? pageNumber : page,
          page_size: size === 'right' ? pageSize : size,
        })
        const plain = read(json, request)
        if (plain === undefined) return
        shown += 1
        expect(plain).toEqual(shownByApp(json, request))
      },
    ),
    { numRuns: 5_000 },
  )
  expect(shown).toBeGreaterThan(500)
})

test.each<[string, () => unknown]>([
  ['is no JSON', () => readPlainList(reply('<p>'), KEY, REQUEST)],
  [
    'has HTTP 500',
    () =>
      readPlainList(
        reply(JSON.stringify(success(payload([record()]))), { status: 500 }),
        KEY,
        REQUEST,
      ),
  ],
  ['has the code of a failure', () => read({ ...success(payload([record()])), code: 500 })],
  ['has no rows', () => read(success(payload([])))],
  ['has another page', () => read(success({ ...payload([record()]), page: 1 }))],
  ['has too many rows', () => read(success(payload([1, 2, 3, 4].map((n) => record({}, n)))))],
  ['has a task twice', () => read(success(payload([record(), record()])))],
  ['repeats the key', () => read(success(payload([record({ note: KEY })])))],
  [
    'repeats the key, escaped',
    () => read(success(payload([record({ error_msg: 'The key key%2F4711%2Bshop is unknown.' })]))),
  ],
])('a reply that %s is left to the app', (_, readIt) => {
  expect(readIt()).toBeUndefined()
})
