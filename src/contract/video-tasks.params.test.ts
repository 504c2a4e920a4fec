import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  DEFAULT_LIST_PARAMS,
  LIST_PARAM_NAMES,
  listQueryString,
  MAX_PAGE_SIZE,
  readListParams,
  TASK_SCENES,
  TASK_STATUSES,
  withoutDefaults,
} from '#contract/video-tasks.ts'

const params = fc.record({
  page: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  page_size: fc.integer({ min: 1, max: MAX_PAGE_SIZE }),
  status: fc.option(fc.constantFrom(...TASK_STATUSES), { nil: undefined }),
  scene: fc.option(fc.constantFrom(...TASK_SCENES), { nil: undefined }),
})

/** A query string as a server sees it: every value is text. */
function fromQueryString(query: string): Record<string, unknown> {
  return Object.fromEntries(new URLSearchParams(query))
}

describe('readListParams', () => {
  it('uses the defaults of the specification for missing parameters', () => {
    const { params: read, invalid } = readListParams({})
    expect(read).toEqual({ page: 1, page_size: 20, status: undefined, scene: undefined })
    expect(invalid).toEqual([])
  })

  it.each([
    ['1', 1],
    ['01', 1],
    ['0020', 20],
    [7, 7],
    [1e3, 1000],
    ['999999999999999', 999_999_999_999_999],
    // the last page of the largest total that can be counted
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('reads page %j as %i', (page, expected) => {
    expect(readListParams({ page })).toMatchObject({ params: { page: expected }, invalid: [] })
  })

  const notPages: unknown[] = ['', ' ', '0', '-1', '+1', '1.0', '1e3', '0x10', ' 1', '1 ', '１']
  notPages.push(
    'NaN',
    'Infinity',
    'null',
    '9'.repeat(16),
    '9007199254740992',
    '9'.repeat(400),
    0,
    -1,
    1.5,
    2 ** 53,
    1e21,
  )
  notPages.push(
    Number.NaN,
    Infinity,
    null,
    true,
    [],
    ['1'],
    [1, 2],
    {},
    { page: 1 },
    1n,
    Symbol('1'),
  )
  it.each(notPages.map((page) => [page]))('ignores page %o and reports it', (page) => {
    const { params: read, invalid } = readListParams({ page })
    expect(read.page).toBe(1)
    expect(invalid).toEqual([{ name: 'page', value: page, rule: { type: 'integer', min: 1 } }])
  })

  it.each([1, 100, '1', '100'])('accepts page_size %j', (page_size) => {
    expect(readListParams({ page_size })).toMatchObject({
      params: { page_size: Number(page_size) },
      invalid: [],
    })
  })

  it.each([0, 101, '0', '101', '1000', '', [], {}])('ignores page_size %j', (page_size) => {
    const { params: read, invalid } = readListParams({ page_size })
    expect(read.page_size).toBe(20)
    expect(invalid).toMatchObject([{ name: 'page_size', rule: { min: 1, max: 100 } }])
  })

  it.each(['', 'done', 'PENDING', ' pending', 'created', 0, null, ['pending'], {}, 'constructor'])(
    'ignores status %j and names the four values',
    (status) => {
      const { params: read, invalid } = readListParams({ status })
      expect(read.status).toBeUndefined()
      expect(invalid).toMatchObject([{ name: 'status', rule: { values: TASK_STATUSES } }])
    },
  )

  it.each(['', 'Celebrity', 'anime', ['celebrity'], null])('ignores scene %j', (scene) => {
    const { params: read, invalid } = readListParams({ scene })
    expect(read.scene).toBeUndefined()
    expect(invalid).toMatchObject([{ name: 'scene', rule: { values: TASK_SCENES } }])
  })

  it('reports every invalid parameter and keeps the valid ones', () => {
    const raw = { status: 'failed', scene: 'x', page: '3', page_size: 'y' }
    const { params: read, invalid } = readListParams(raw)
    expect(read).toEqual({ status: 'failed', scene: undefined, page: 3, page_size: 20 })
    expect(invalid.map(({ name }) => name)).toEqual(['scene', 'page_size'])
  })

  it('ignores unknown parameters', () => {
    expect(readListParams({ sort: 'x', Page: '9' })).toMatchObject({
      params: DEFAULT_LIST_PARAMS,
      invalid: [],
    })
  })

  it('never throws, and always returns a valid request', () => {
    const anyValues = fc.record(
      Object.fromEntries(LIST_PARAM_NAMES.map((name) => [name, fc.anything()])),
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(anyValues, (raw) => {
        const { params: read } = readListParams(raw)
        expect(readListParams({ ...read })).toEqual({ params: read, invalid: [] })
      }),
    )
  })
})

describe('listQueryString', () => {
  it('is empty if all parameters have their defaults', () => {
    expect(listQueryString(DEFAULT_LIST_PARAMS)).toBe('')
    expect(withoutDefaults(DEFAULT_LIST_PARAMS)).toEqual({})
  })

  it("writes the specification's names in one order", () => {
    expect(listQueryString({ page_size: 50, page: 2, scene: 'celebrity', status: 'failed' })).toBe(
      '?status=failed&scene=celebrity&page=2&page_size=50',
    )
  })

  it('is read back as the same request', () => {
    fc.assert(
      fc.property(params, (given) => {
        expect(readListParams(fromQueryString(listQueryString(given)))).toEqual({
          params: given,
          invalid: [],
        })
        expect(readListParams(withoutDefaults(given))).toEqual({ params: given, invalid: [] })
      }),
    )
  })
})
