import { describe, expect, test } from 'vitest'

import { parseAddress, writeAddress } from '#web/format/address.ts'

describe('the query of an address', () => {
  test('is read as plain text, and a repeated parameter as an array', () => {
    expect(parseAddress('?page=2&status=%7B%7D&scene=a&scene=b&x=')).toEqual({
      page: '2',
      status: '{}',
      scene: ['a', 'b'],
      x: '',
    })
    expect(parseAddress('')).toEqual({})
  })

  test('may have any parameter name', () => {
    const search = parseAddress('?__proto__=a&__proto__=b&constructor=c')
    expect(Object.getPrototypeOf(search)).toBe(Object.prototype)
    expect(Object.keys(search)).toEqual(['__proto__', 'constructor'])
  })

  test('is the same after reading and writing', () => {
    for (const query of [
      '',
      '?status=failed&page=3',
      '?scene=a&scene=b',
      '?image_url=https%3A%2F%2Fa.b%2F%3Fc%3D1',
    ]) {
      expect(writeAddress(parseAddress(query))).toBe(query)
    }
  })

  test('leaves out parameters that are not set', () => {
    expect(writeAddress({ page: 2, status: undefined })).toBe('?page=2')
  })
})
