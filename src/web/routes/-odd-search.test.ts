import fc from 'fast-check'
import { expect, test } from 'vitest'

import { POSTER_SCENES, readPosterPrefill } from '#contract/poster-tasks.ts'
import {
  LIST_PARAM_NAMES,
  listParams,
  listQueryString,
  MAX_PAGE_SIZE,
  readListRequest,
} from '#contract/video-tasks.ts'
import { IS_FULL } from '#web/api/test-full.fixture.ts'
import { readScope, writeScope } from '#web/insights/reading/scope.ts'
import { parseAddress, writeAddress } from '#web/format/address.ts'
import { readTasksAddress } from '#web/task-list/tasks-address.ts'

/** The number of addresses. */
const SEARCHES = Number(process.env['PROVE_SEARCHES'] ?? (IS_FULL ? 5_000 : 2_000))

/** `npm run prove` sets the seed. By default it is different in each run. */
const SEED = process.env['PROVE_SEED']
const options = { numRuns: SEARCHES, ...(SEED !== undefined && { seed: Number(SEED) }) }

/** Counts over all addresses. An address is counted after all calls that may throw. */
const counted = { tasks: 0, impossible: 0, posters: 0, ignored: 0 }
const startedAt = new Date()

const names = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...LIST_PARAM_NAMES, 'task', 'image_url', 'prompt') },
  fc.constantFrom(
    'from',
    'to',
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
    '2026-11-22',
    '2026-02-30',
    '0000-01-01',
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

/** How a part of an address may be encoded: correctly, not at all, or wrongly. */
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

/** Does the same as the router: reads an address and writes the result. */
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
        const raw = visit(query)
        const { request, task, ignored } = readTasksAddress(raw)
        // Valid values are read back unchanged. Invalid values stay, so that they can be reported.
        expect(readListRequest(listParams(request))).toEqual({ request, invalid: [] })
        expect(readListRequest(parseAddress(listQueryString(request)))).toEqual({
          request,
          invalid: [],
        })
        expect(Number.isSafeInteger(request.pageNumber) && request.pageNumber >= 1).toBe(true)
        expect(request.pageSize >= 1 && request.pageSize <= MAX_PAGE_SIZE).toBe(true)
        expect(['string', 'undefined']).toContain(typeof task)
        for (const { name } of ignored) expect(Object.keys(raw)).toContain(name)
        expect(ignored.some(({ name }) => name === 'task')).toBe(raw['task'] !== task)
        // The router reads what it has read again.
        const again = readTasksAddress({ ...raw, address: readTasksAddress(raw) })
        expect(again).toEqual(readTasksAddress(raw))
        counted.tasks += 1
        if (ignored.length > 0) counted.impossible += 1
      }),
      options,
    )
  },
  Math.max(60_000, SEARCHES * 5),
)

test(
  `${SEARCHES} addresses of /posters fill in what can be filled in`,
  ({ task }) => {
    fc.assert(
      fc.property(search, (query) => {
        const raw = visit(query)
        const { prefill, ignored } = readPosterPrefill(raw)
        expect(['string', 'undefined']).toContain(typeof prefill.imageUrl)
        expect([undefined, ...POSTER_SCENES]).toContain(prefill.scene)
        for (const { name } of ignored) expect(Object.keys(raw)).toContain(name)
        counted.posters += 1
        if (ignored.length > 0) counted.ignored += 1
      }),
      options,
    )
    Object.assign(task.meta, { proof: proof() })
  },
  Math.max(60_000, SEARCHES * 5),
)

test('reads a scope from addresses of /insights, and reports ignored parts', () => {
  fc.assert(
    fc.property(search, (query) => {
      const raw = visit(query)
      const { scope, ignored } = readScope(raw)
      expect(readScope({ ...writeScope(scope) })).toEqual({ scope, ignored: [] })
      for (const { name } of ignored) expect(Object.keys(raw)).toContain(name)
    }),
  )
})

test('accepts any JSON as a search', () => {
  const anything = fc.dictionary(names, fc.oneof(fc.jsonValue(), values))
  fc.assert(
    fc.property(anything, (given) => {
      const { request } = readTasksAddress(given)
      expect(readListRequest(listParams(request))).toEqual({ request, invalid: [] })
      readPosterPrefill(given)
      writeAddress(given)
    }),
  )
})

/** The counts, in the form that `npm run prove` finds in Vitest's report. */
function proof() {
  const tenth = { atLeast: Math.floor(SEARCHES / 10) }
  return {
    title: 'No address breaks a screen',
    done: "Hostile query strings went through the router's own reading and each screen's reading of its address.",
    figures: [
      {
        label: 'addresses of /tasks read without a throw, to a request that may be sent',
        value: counted.tasks,
        expected: { is: SEARCHES },
      },
      {
        label: 'of them with parameters that are not possible, and said to be',
        value: counted.impossible,
        expected: tenth,
      },
      {
        label: 'addresses of /posters read without a throw, to a form that may be shown',
        value: counted.posters,
        expected: { is: SEARCHES },
      },
      {
        label: 'of them with parameters that were ignored, and said to be',
        value: counted.ignored,
        expected: tenth,
      },
    ],
    seed: Number(SEED),
    startedAt: startedAt.toISOString(),
    seconds: (Date.now() - startedAt.getTime()) / 1000,
  }
}
