import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  DEFAULT_LIST_REQUEST,
  LIST_PARAM_NAMES,
  listQueryString,
  MAX_PAGE_SIZE,
  readListRequest,
  TASK_SCENES,
  TASK_STATUSES,
  listParams,
} from '#contract/video-tasks.ts'

const requests = fc.record({
  pageNumber: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  pageSize: fc.integer({ min: 1, max: MAX_PAGE_SIZE }),
  status: fc.option(fc.constantFrom(...TASK_STATUSES), { nil: undefined }),
  scene: fc.option(fc.constantFrom(...TASK_SCENES), { nil: undefined }),
})

/** A query string as a server sees it: every value is text. */
function fromQueryString(query: string): Record<string, unknown> {
  return Object.fromEntries(new URLSearchParams(query))
}

describe('readListRequest', () => {
  it('uses the defaults of the specification for missing parameters', () => {
    const { request, invalid } = readListRequest({})
    expect(request).toEqual({ pageNumber: 1, pageSize: 20, status: undefined, scene: undefined })
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
    expect(readListRequest({ page })).toMatchObject({
      request: { pageNumber: expected },
      invalid: [],
    })
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
    const { request, invalid } = readListRequest({ page })
    expect(request.pageNumber).toBe(1)
    expect(invalid).toEqual([{ name: 'page', value: page, rule: { type: 'integer', min: 1 } }])
  })

  it.each([1, 100, '1', '100'])('accepts page_size %j', (page_size) => {
    expect(readListRequest({ page_size })).toMatchObject({
      request: { pageSize: Number(page_size) },
      invalid: [],
    })
  })

  it.each([0, 101, '0', '101', '1000', '', [], {}])('ignores page_size %j', (page_size) => {
    const { request, invalid } = readListRequest({ page_size })
    expect(request.pageSize).toBe(20)
    expect(invalid).toMatchObject([{ name: 'page_size', rule: { min: 1, max: 100 } }])
  })

  it.each(['', 'done', 'PENDING', ' pending', 'created', 0, null, ['pending'], {}, 'constructor'])(
    'ignores status %j and names the four values',
    (status) => {
      const { request, invalid } = readListRequest({ status })
      expect(request.status).toBeUndefined()
      expect(invalid).toMatchObject([{ name: 'status', rule: { values: TASK_STATUSES } }])
    },
  )

  it.each(['', 'Celebrity', 'anime', ['celebrity'], null])('ignores scene %j', (scene) => {
    const { request, invalid } = readListRequest({ scene })
    expect(request.scene).toBeUndefined()
    expect(invalid).toMatchObject([{ name: 'scene', rule: { values: TASK_SCENES } }])
  })

  it('reports every invalid parameter and keeps the valid ones', () => {
    const raw = { status: 'failed', scene: 'x', page: '3', page_size: 'y' }
    const { request, invalid } = readListRequest(raw)
    expect(request).toEqual({ status: 'failed', scene: undefined, pageNumber: 3, pageSize: 20 })
    expect(invalid.map(({ name }) => name)).toEqual(['scene', 'page_size'])
  })

  it('ignores unknown parameters', () => {
    expect(readListRequest({ sort: 'x', Page: '9' })).toMatchObject({
      request: DEFAULT_LIST_REQUEST,
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
        const { request } = readListRequest(raw)
        expect(readListRequest(listParams(request))).toEqual({ request, invalid: [] })
      }),
    )
  })
})

describe('listQueryString', () => {
  it('is empty if all parameters have their defaults', () => {
    expect(listQueryString(DEFAULT_LIST_REQUEST)).toBe('')
    expect(listParams(DEFAULT_LIST_REQUEST)).toEqual({})
  })

  it("writes the specification's names in one order", () => {
    expect(
      listQueryString({ pageSize: 50, pageNumber: 2, scene: 'celebrity', status: 'failed' }),
    ).toBe('?status=failed&scene=celebrity&page=2&page_size=50')
  })

  it('is read back as the same request', () => {
    fc.assert(
      fc.property(requests, (given) => {
        expect(readListRequest(fromQueryString(listQueryString(given)))).toEqual({
          request: given,
          invalid: [],
        })
        expect(readListRequest(listParams(given))).toEqual({ request: given, invalid: [] })
      }),
    )
  })
})
