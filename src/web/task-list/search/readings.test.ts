import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readDay } from '#web/format/calendar.ts'
import { readingsOf, readSearch } from '#web/task-list/search/search-terms.ts'

const TODAY = readDay('2026-11-28') ?? Number.NaN

test.each<[string, string[]]>([
  ['', []],
  ['failed', ['failed', '"failed"']],
  ['over 5', ['over 5', 'price over 5', 'took over 5 min', '"over 5"']],
  ['12', ['12', '#12', 'price 12', 'took 12 min', '"12"']],
  ['may', ['may', 'in may', '"may"']],
  ['fai', ['fai', 'failed', '"fai"']],
  ['failed yester', ['failed yester', 'failed yesterday', '"failed yester"']],
  ['昨', ['昨', '昨天', '"昨"']],
  ['Queued job is pending', ['Queued job is pending', 'Queued job', '"Queued job is pending"']],
])('%j can be read as %j', (text, expected) => {
  expect(readingsOf(text, TODAY).map((reading) => reading.text)).toEqual(expected)
})

test('each reading is a text that reads as its terms; there are at most five, each different', () => {
  const some = fc.array(fc.constantFrom('fai', 'over', '5', 'not', 'or', 'may', 'face', '"', ';'))
  fc.assert(
    fc.property(
      fc.oneof(
        some.map((one) => one.join(' ')),
        fc.string(),
      ),
      (text) => {
        const readings = readingsOf(text, TODAY)
        expect(readings.length).toBeLessThanOrEqual(5)
        for (const { text: own, terms } of readings) expect(readSearch(own, TODAY)).toEqual(terms)
        const kinds = readings.map(({ terms }) =>
          JSON.stringify(terms.map((term) => term.condition)),
        )
        expect(new Set(kinds).size).toBe(kinds.length)
      },
    ),
  )
})
