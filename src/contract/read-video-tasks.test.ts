import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readReceivedList, readVideoTaskRow } from '#contract/read-video-tasks.ts'
import type { VideoTask } from '#contract/video-tasks.ts'

const record = {
  id: 42,
  uuid: '0b51b8a4-6a0a-4f5e-9a9e-7d0d1f6f2c11',
  price: 10,
  created_at: '2026-03-01T10:00:00Z',
  updated_at: '2026-03-01T10:00:31Z',
  completed_at: '2026-03-01T10:00:30Z',
  video_url: 'https://cdn.example/clip.mp4',
  error_msg: 'No face found',
  status: 'completed',
  scene: 'celebrity',
}

/** The record's field and the property it is read into. */
const fields = [
  ['id', 'id'],
  ['uuid', 'uuid'],
  ['price', 'price'],
  ['created_at', 'createdAt'],
  ['updated_at', 'updatedAt'],
  ['completed_at', 'completedAt'],
  ['video_url', 'videoUrl'],
  ['error_msg', 'errorMsg'],
  ['status', 'status'],
  ['scene', 'scene'],
] as const satisfies readonly (readonly [keyof typeof record, keyof VideoTask])[]

function readTask(raw: unknown): VideoTask {
  const row = readVideoTaskRow(raw)
  if (row.kind !== 'task') throw new Error('the row could not be read')
  return row.task
}

describe('readVideoTaskRow', () => {
  it('reads a complete record', () => {
    expect(readTask(record)).toEqual({
      id: 42,
      uuid: record.uuid,
      price: 10,
      createdAt: record.created_at,
      updatedAt: record.updated_at,
      completedAt: record.completed_at,
      videoUrl: record.video_url,
      errorMsg: record.error_msg,
      status: 'completed',
      scene: 'celebrity',
      unreadFields: [],
      raw: record,
    })
  })

  describe.each(fields)('%s', (field, property) => {
    it('is null if it is absent, null or empty, without being reported', () => {
      const { [field]: _left, ...without } = record
      const whole = readTask(record)
      for (const raw of [without, { ...record, [field]: null }, { ...record, [field]: '' }]) {
        expect(readTask(raw)).toEqual({ ...whole, [property]: null, raw })
      }
    })

    it.each(['None', 'null', ' \u3000', 'undefined', '<nil>', '(null)', 'N/A', '—', '[]', "{''}"])(
      'is null where a program has written its "nothing" as the text %j',
      (text) => {
        const raw = { ...record, [field]: text }
        expect(readTask(raw)).toEqual({ ...readTask(record), [property]: null, raw })
      },
    )

    const empty = field === 'video_url' || field === 'error_msg' ? [] : [[], {}]
    it.each([true, ['x'], { nested: 1 }, ...empty])(
      'is named as unread where it holds %j',
      (value) => {
        const raw = { ...record, [field]: value }
        expect(readTask(raw)).toEqual({
          ...readTask(record),
          [property]: null,
          unreadFields: [field],
          raw,
        })
      },
    )
  })

  it.each([[], {}, false, 0])('takes %j for no video and no failure', (value) => {
    const task = readTask({ ...record, video_url: value, error_msg: value })
    expect(task).toMatchObject({ videoUrl: null, errorMsg: null, unreadFields: [] })
  })

  it.each([
    'success',
    'Success!',
    'OK',
    'ok.',
    'Succeeded',
    'no error',
    '0',
    '成功',
    '操作成功',
    '无',
  ])('takes the error message %j for none', (errorMsg) => {
    expect(readTask({ ...record, error_msg: errorMsg })).toMatchObject({
      errorMsg: null,
      unreadFields: [],
    })
  })

  it.each([
    'null pointer exception',
    'None of the faces is large enough',
    'ok but no face',
    'No face found',
    'not ok',
    'unsuccessful',
    'error',
    'failed',
    'unknown',
    'E0',
    '404',
    '未成功',
    '无法下载图片',
    'nullnull',
    '[E0]',
  ])('keeps the error message %j', (errorMsg) => {
    expect(readTask({ ...record, error_msg: errorMsg }).errorMsg).toBe(errorMsg)
  })

  it('takes "ok" for a text everywhere else', () => {
    const texts = { uuid: '0', status: 'ok', scene: 'success' }
    expect(readTask(texts)).toMatchObject(texts)
  })

  it('leaves colours of a terminal out of an error message', () => {
    const raw = { ...record, error_msg: '\u001b[31mRuntimeError\u001b[0m: no face' }
    expect(readTask(raw)).toMatchObject({ errorMsg: 'RuntimeError: no face', raw })
    expect(readTask({ ...record, error_msg: '\u001b[32mok\u001b[0m' }).errorMsg).toBeNull()
  })

  it('reads whole numbers as text exactly', () => {
    const raw = { id: '1800770831988789248', price: '12' }
    expect(readTask(raw)).toMatchObject({ id: 1_800_770_831_988_789_248n, price: 12, raw })
  })

  it('takes a zero time for "not yet"', () => {
    const zero = { updated_at: '1970-01-01T00:00:00Z', completed_at: '0001-01-01T00:00:00Z' }
    expect(readTask({ ...record, ...zero })).toMatchObject({
      updatedAt: null,
      completedAt: null,
      unreadFields: [],
    })
  })

  it('takes a blank field for none, however long', () => {
    const blank = ' \n'.repeat(100)
    const raw = { id: blank, created_at: blank, status: blank, video_url: blank, error_msg: blank }
    expect(readTask({ ...record, ...raw })).toMatchObject({
      id: null,
      createdAt: null,
      status: null,
      videoUrl: null,
      errorMsg: null,
      unreadFields: [],
    })
  })

  it('reads the same texts as zero in every field', () => {
    expect(readTask({ ...record, price: '0', created_at: '0' }).unreadFields).toEqual([])
    expect(readTask({ ...record, price: '-0', created_at: '-0' }).unreadFields).toEqual([
      'price',
      'created_at',
    ])
  })

  it.each([
    ['id', '042'],
    ['id', 1.5],
    ['id', 2 ** 53],
    ['id', 1e30],
    ['id', 2n ** 130n],
    ['price', Infinity],
    ['price', 2n ** 130n],
    ['created_at', 'task 12'],
    ['created_at', '2026-02-31T00:00:00Z'],
    ['created_at', '2026-03-01'],
    ['updated_at', '+275760-09-13T00:00:00.001Z'],
    ['video_url', { href: 'https://a.example' }],
    ['status', ['completed']],
    ['uuid', 7],
    ['price', '1,000'],
    ['price', Number.NaN],
    ['created_at', 'yesterday'],
    ['created_at', { seconds: 1_700_000_000 }],
    ['completed_at', '2026-13-45T99:99:99Z'],
    ['error_msg', 500],
    ['status', 3],
  ])('does not take %s from %o', (field, value) => {
    expect(readTask({ ...record, [field]: value }).unreadFields).toEqual([field])
  })

  it('keeps unknown values of status and scene', () => {
    expect(readTask({ ...record, status: 'created', scene: 'anime' })).toMatchObject({
      status: 'created',
      scene: 'anime',
      unreadFields: [],
    })
  })

  it('treats the uuid as an opaque text', () => {
    expect(readTask({ uuid: 'task-1' }).uuid).toBe('task-1')
  })

  it('keeps negative and fractional prices', () => {
    expect(readTask({ price: -1.5 }).price).toBe(-1.5)
    expect(readTask({ price: 0 }).price).toBe(0)
  })

  it('keeps numbers that a double would round', () => {
    const raw = { id: 2n ** 53n + 1n, price: 2n ** 64n }
    expect(readTask(raw)).toMatchObject({ ...raw, unreadFields: [] })
  })

  it('reads a time without a zone as UTC, as the specification says', () => {
    expect(readTask({ created_at: '2026-03-01 10:00:00' }).createdAt).toBe('2026-03-01T10:00:00Z')
  })

  it('keeps unknown fields for the raw view', () => {
    const raw = { ...record, extra: { a: 1 } }
    expect(readTask(raw).raw).toBe(raw)
  })

  it.each([null, undefined, 'task', 7, true, [], [record], {}, { extra: 1 }, { id: 'x' }])(
    'calls %j unreadable and keeps it',
    (raw) => {
      expect(readVideoTaskRow(raw)).toEqual({ kind: 'unreadable', raw })
    },
  )

  it.each(['constructor', '__proto__', 'hasOwnProperty', 'toString'])(
    'reads a record with a field named %s',
    (name) => {
      const raw: unknown = JSON.parse(
        `{"${name}": {"price": 3, "prototype": 1}, "uuid": "${record.uuid}"}`,
      )
      expect(readTask(raw)).toMatchObject({ uuid: record.uuid, price: null })
    },
  )

  it('never throws, and returns real points in time only', () => {
    const anyRecord = fc.record(
      Object.fromEntries(fields.map(([field]) => [field, fc.anything()])),
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(anyRecord, fc.anything()), (raw) => {
        const row = readVideoTaskRow(raw)
        if (row.kind === 'unreadable') return
        const { createdAt, updatedAt, completedAt } = row.task
        for (const time of [createdAt, updatedAt, completedAt]) {
          expect(time === null || Number.isFinite(new Date(time).getTime())).toBe(true)
        }
      }),
    )
  })
})

describe('readReceivedList', () => {
  it('reads the payload of the specification', () => {
    expect(readReceivedList({ list: [record], total: 335, page: 2, page_size: 20 })).toEqual({
      rows: [{ kind: 'task', task: readTask(record) }],
      total: 335,
      pageNumber: 2,
      pageSize: 20,
    })
  })

  it('keeps all other rows in their places beside a bad one', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constant(record), fc.jsonValue())), (list) => {
        const rows = readReceivedList({ list })?.rows
        expect(rows).toEqual(list.map(readVideoTaskRow))
        expect(rows?.filter((row) => row.kind === 'task').length).toBeGreaterThanOrEqual(
          list.filter((raw) => raw === record).length,
        )
      }),
    )
  })

  it('returns every row as a task or as unreadable, in order', () => {
    const anyRow = fc.oneof(
      fc.constant(record),
      fc.record(Object.fromEntries(fields.map(([field]) => [field, fc.anything()])), {
        requiredKeys: [],
      }),
      fc.anything({ withBigInt: true, withNullPrototype: true, withSparseArray: true }),
    )
    const anyList = fc.oneof(fc.array(anyRow), fc.sparseArray(anyRow))
    fc.assert(
      fc.property(anyList, fc.anything(), fc.anything(), (list, total, page) => {
        const read = readReceivedList({ list, total, page, page_size: total })
        const raws = read?.rows.map((row) => (row.kind === 'task' ? row.task.raw : row.raw))
        expect(raws).toHaveLength(list.length)
        expect(raws?.every((raw, index) => Object.is(raw, list[index]))).toBe(true)
        for (const count of [read?.total, read?.pageNumber, read?.pageSize]) {
          expect(count === null || (Number.isSafeInteger(count) && Number(count) >= 0)).toBe(true)
        }
      }),
    )
  })

  it.each([null, 'many', -1, 1.5, Number.NaN, Infinity, 2 ** 60, 335n, 2n ** 60n, [], {}, true])(
    'calls a count of %o unknown',
    (count) => {
      const page = readReceivedList({ list: [], total: count, page: count, page_size: count })
      expect(page).toEqual({ rows: [], total: null, pageNumber: null, pageSize: null })
    },
  )

  it('reads counts that came as text', () => {
    expect(readReceivedList({ list: [], total: '41', page: '3', page_size: ' 20' })).toEqual({
      rows: [],
      total: 41,
      pageNumber: 3,
      pageSize: 20,
    })
  })

  describe.each([
    [{ pageNumber: 1, pageSize: 20 }, undefined],
    [{ pageNumber: 3, pageSize: 20 }, undefined],
    [{ pageNumber: 4, pageSize: 20 }, []],
  ])('an empty list for %j', (asked, beyond) => {
    it.each([null, undefined, {}, '', 'null', '[]', false])('%j', (list) => {
      const read = (total: unknown) =>
        readReceivedList({ list, total, page: asked.pageNumber }, asked)
      for (const total of [0, '0', null]) expect(read(total)?.rows).toEqual([])
      // Behind its end a list has no rows. Before it, they are missing.
      expect(read(41)?.rows).toEqual(beyond)
    })
  })

  it('reads the empty object of PHP as an empty list', () => {
    const none = { rows: [], pageNumber: null, pageSize: null }
    expect(readReceivedList([])).toEqual({ ...none, total: 0 })
    expect(readReceivedList([], { pageNumber: 2, pageSize: 20 })).toEqual({ ...none, total: null })
  })

  it('reads an empty list whose zeros were left out', () => {
    expect(readReceivedList({ page: 1, page_size: 20 })?.rows).toEqual([])
  })

  it('reads a list with gaps between its keys', () => {
    expect(readReceivedList({ list: { 0: record, 2: record }, total: 2 })?.rows).toHaveLength(2)
    expect(readReceivedList({ list: { id: 1 }, total: 1 })).toBeUndefined()
  })

  it('reads a list without any count', () => {
    expect(readReceivedList({ list: [] })).toEqual({
      rows: [],
      total: null,
      pageNumber: null,
      pageSize: null,
    })
  })

  it('ignores an inherited list', () => {
    expect(readReceivedList(JSON.parse('{"__proto__": {"list": []}}'))).toBeUndefined()
  })

  it.each([
    undefined,
    null,
    'x',
    7,
    [record],
    {},
    { list: null },
    { list: {} },
    { list: 'x', total: 0 },
  ])('finds no list in %j', (data) => {
    expect(readReceivedList(data)).toBeUndefined()
  })
})
