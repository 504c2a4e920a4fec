import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readVideoTaskPage, readVideoTaskRow } from '#contract/video-tasks.ts'
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

    it.each([true, [], ['x'], {}, { nested: 1 }])(
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

  it.each([
    ['id', '42'],
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
    ['price', '10'],
    ['price', Number.NaN],
    ['created_at', 'yesterday'],
    ['created_at', 1_700_000_000],
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

describe('readVideoTaskPage', () => {
  it('reads the payload of the specification', () => {
    expect(readVideoTaskPage({ list: [record], total: 335, page: 2, page_size: 20 })).toEqual({
      rows: [{ kind: 'task', task: readTask(record) }],
      total: 335,
      page: 2,
      pageSize: 20,
    })
  })

  it('keeps all other rows in their places beside a bad one', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constant(record), fc.jsonValue())), (list) => {
        const rows = readVideoTaskPage({ list })?.rows
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
        const read = readVideoTaskPage({ list, total, page, page_size: total })
        const raws = read?.rows.map((row) => (row.kind === 'task' ? row.task.raw : row.raw))
        expect(raws).toHaveLength(list.length)
        expect(raws?.every((raw, index) => Object.is(raw, list[index]))).toBe(true)
        for (const count of [read?.total, read?.page, read?.pageSize]) {
          expect(count === null || (Number.isSafeInteger(count) && Number(count) >= 0)).toBe(true)
        }
      }),
    )
  })

  it.each([null, '335', -1, 1.5, Number.NaN, Infinity, 2 ** 60, 335n, 2n ** 60n, [], {}, true])(
    'calls a count of %o unknown',
    (count) => {
      const page = readVideoTaskPage({ list: [], total: count, page: count, page_size: count })
      expect(page).toEqual({ rows: [], total: null, page: null, pageSize: null })
    },
  )

  it('reads a list without any count', () => {
    expect(readVideoTaskPage({ list: [] })).toEqual({
      rows: [],
      total: null,
      page: null,
      pageSize: null,
    })
  })

  it('ignores an inherited list', () => {
    expect(readVideoTaskPage(JSON.parse('{"__proto__": {"list": []}}'))).toBeUndefined()
  })

  it.each([undefined, null, 'x', 7, [], [record], {}, { list: null }, { list: {} }, { list: 'x' }])(
    'finds no list in %j',
    (data) => {
      expect(readVideoTaskPage(data)).toBeUndefined()
    },
  )
})
