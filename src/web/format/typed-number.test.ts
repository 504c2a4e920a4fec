import { expect, test } from 'vitest'

import { readTypedNumber, TYPED_NUMBER } from '#web/format/typed-number.ts'

const NUMBERS = [
  ['0', 0],
  ['1000', 1000],
  ['1,000', 1000],
  ['1.000', 1000],
  ['1 000', 1000],
  ['1\u00a0000', 1000],
  ['1\u202f000', 1000],
  ["1'000", 1000],
  ['1’000', 1000],
  ['１０００', 1000],
  ['１，０００', 1000],
  ['1,234,567', 1_234_567],
  ['12,34,567', 1_234_567],
  ['1,000.5', 1000.5],
  ['1.000,50', 1000.5],
  ['1.5', 1.5],
  ['1,5', 1.5],
  ['0.500', 0.5],
  ['0,500', 0.5],
  ['1.0000', 1],
  ['12345.678', 12_345.678],
  ['2k', 2000],
  ['1.1K', 1100],
  ['1万', 10_000],
  ['1.5 万', 15_000],
  ['3千', 3000],
] as const

test.each(NUMBERS)('%j is the number %d', (typed, number) => {
  expect(readTypedNumber(typed)).toBe(number)
})

test.each(NUMBERS)('a sentence with %j has it in one piece', (typed) => {
  const sentence = `over ${typed} points`.normalize('NFKC').replaceAll(/\s/g, ' ')
  const [found] = new RegExp(TYPED_NUMBER, 'i').exec(sentence) ?? []
  expect(found).toBe(sentence.slice('over '.length, -' points'.length))
})

test.each([
  '',
  ' ',
  'ten',
  '-5',
  '1e3',
  '1,,000',
  '1,0000',
  '1,00,00',
  '1.2.3',
  '1 00',
  '0,1,000',
  ',5',
  '5.',
  '12345678901234567',
])('%j is not a number', (typed) => {
  expect(readTypedNumber(typed)).toBeUndefined()
})
