import fc from 'fast-check'
import { expect, test } from 'vitest'

import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import {
  LIST_PARAM_NAMES,
  listQueryString,
  MAX_PAGE_SIZE,
  readListParams,
} from '#contract/video-tasks.ts'
import { prefillOf } from '#web/posters/prefill.ts'
import { parseAddress, writeAddress } from '#web/routes/-address.ts'
import { readPostersAddress } from '#web/routes/-posters-address.ts'
import { readTasksAddress } from '#web/routes/-tasks-address.ts'

/** How many addresses are read. */
const SEARCHES = Number(process.env['PROVE_SEARCHES'] ?? 5_000)

const names = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...LIST_PARAM_NAMES, 'image_url', 'prompt') },
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'page[]',
    'page[0]',
    '',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
)

const values = fc.oneof(
  fc.constantFrom(
    '1',
    '20',
    '100',
    '101',
    '0',
    '-1',
    '01',
    '1e3',
    '0x10',
    '1.0',
    ' 1',
    'NaN',
    'null',
  ),
  fc.constantFrom(
    '9007199254740991',
    '9007199254740992',
    '9'.repeat(400),
    '１',
    '\u0000',
    '%',
    '%zz',
  ),
  fc.constantFrom(
    '{}',
    '[]',
    '{"page":1}',
    '["1"]',
    '"1"',
    'true',
    'https://a.example/b',
    'javascript:0',
  ),
  fc.constantFrom(...POSTER_SCENES, 'failed', '__proto__'),
  fc.json({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
  fc.string().map((text) => text.repeat(200)),
)

/** How a part of an address may be written: properly, not at all, or wrongly. */
const spelling = fc.constantFrom<(text: string) => string>(
  (text) => new URLSearchParams({ x: text }).toString().slice(2),
  (text) => text,
  (text) => text.replaceAll('%', '%25%'),
  (text) => `%${text}`,
)

const search = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .array(fc.tuple(names, fc.constantFrom('=', '', '=='), values, spelling), { maxLength: 8 })
      .map(
        (parts) =>
          `?${parts.map(([name, sign, value, spell]) => `${spell(name)}${sign}${spell(value)}`).join('&')}`,
      ),
  },
  fc.string({ unit: 'binary' }),
)

/** What the router does with an address: it reads it, and writes what it has read. */
function visit(query: string): Record<string, unknown> {
  const found = parseAddress(query)
  expect(typeof writeAddress(found)).toBe('string')
  return found
}

test(
  `${SEARCHES} addresses of /tasks come to a request that may be sent`,
  () => {
    fc.assert(
      fc.property(search, (query) => {
        const address = readTasksAddress(visit(query))
        const { params, invalid } = readListParams(address)
        // What is possible is read back as it is; what is not stays to be said.
        expect(readListParams({ ...params })).toEqual({ params, invalid: [] })
        expect(readListParams(parseAddress(listQueryString(params)))).toEqual({
          params,
          invalid: [],
        })
        expect(Number.isSafeInteger(params.page) && params.page >= 1).toBe(true)
        expect(params.page_size >= 1 && params.page_size <= MAX_PAGE_SIZE).toBe(true)
        for (const { name } of invalid) expect(LIST_PARAM_NAMES).toContain(name)
        expect(readTasksAddress(address)).toEqual(address)
      }),
      { numRuns: SEARCHES },
    )
  },
  Math.max(60_000, SEARCHES * 5),
)

test(
  `${SEARCHES} addresses of /posters fill in what can be filled in`,
  () => {
    fc.assert(
      fc.property(search, (query) => {
        const address = readPostersAddress(visit(query))
        const { prefill, ignored } = prefillOf(address)
        expect(['string', 'undefined']).toContain(typeof prefill.imageUrl)
        expect([undefined, ...POSTER_SCENES]).toContain(prefill.scene)
        for (const { name } of ignored) expect(Object.keys(address)).toContain(name)
      }),
      { numRuns: SEARCHES },
    )
  },
  Math.max(60_000, SEARCHES * 5),
)

test('any JSON in place of a search comes to the same', () => {
  const anything = fc.dictionary(names, fc.oneof(fc.jsonValue(), values))
  fc.assert(
    fc.property(anything, (given) => {
      const { params } = readListParams(readTasksAddress(given))
      expect(readListParams({ ...params }).invalid).toEqual([])
      prefillOf(readPostersAddress(given))
      writeAddress(given)
    }),
  )
})
