import { describe, expect, test } from 'vitest'

import { decodeText } from '#web/posters/list-file/decode-text.ts'

const hex = (digits: string) =>
  Uint8Array.from(digits.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
const hexOf = (ascii: string) =>
  Array.from(ascii, (character) => (character.codePointAt(0) ?? 0).toString(16)).join('')
const address = (name: string) => `https://img.example/${name}.jpg`
/** An address in ASCII, around bytes of a name. */
const addressOf = (name: string) => `${hexOf('https://img.example/')}${name}${hexOf('.jpg')}`

function utf16(text: string, isBig: boolean): Uint8Array {
  return Uint8Array.from({ length: text.length * 2 }, (_, index) => {
    const code = text.codePointAt(Math.floor(index / 2)) ?? 0
    return isBig === (index % 2 === 0) ? code >> 8 : code & 0xff
  })
}

describe('with a mark, or zeros', () => {
  test.each([
    ['UTF-8 with a mark', new TextEncoder().encode('\ufeff头像,é'), '头像,é'],
    ['UTF-8 without one', new TextEncoder().encode('头像,é,привет'), '头像,é,привет'],
    ['UTF-16, little endian, with a mark', utf16('\ufeffhttps://张三', false), 'https://张三'],
    ['UTF-16, big endian, with a mark', utf16('\ufeffhttps://张三', true), 'https://张三'],
    ['UTF-16, little endian, without one', utf16(address('张三'), false), address('张三')],
    ['UTF-16, big endian, without one', utf16(address('张三'), true), address('张三')],
    ['nothing', new Uint8Array(), ''],
  ])('%s', (_kind, bytes, text) => {
    expect(decodeText(bytes)).toMatchObject({ text, isSure: true })
  })
})

describe('without either, known by its characters', () => {
  test.each([
    ['gb18030', addressOf('cdb7cff1'), address('头像')],
    // Names have rarer characters, and one that GB 2312 does not have.
    ['gb18030', 'c5b7d1f4e6c32cd5c5c8fd2cd6ece946bbf9', '欧阳婷,张三,朱镕基'],
    ['windows-1252', addressOf('6dfc6c6c6572'), address('müller')],
    ['windows-1252', '4772f6df652cc96c616e20ab78bb', 'Größe,Élan «x»'],
    ['big5', `b3afa9c9a7672c${addressOf('b169a454')}2cc059b9b3`, `陳怡君,${address('張三')},頭像`],
    [
      'shift_jis',
      `82b382ad82e72c8e5293632c${addressOf('82b382ad82e7')}`,
      `さくら,山田,${address('さくら')}`,
    ],
    [
      'euc-kr',
      `c0ccb8a72cbbe7c1f82cb1e8c3b6bcf62c${addressOf('c3b6bcf6c3b6bcf6c3b6bcf6')}`,
      `이름,사진,김철수,${address('철수철수철수')}`,
    ],
  ])('%s: %s', (encoding, bytes, text) => {
    expect(decodeText(hex(bytes))).toEqual({ encoding, text, isSure: true })
  })

  test('what fits none is not sure: a Mac’s umlaut', () => {
    expect(decodeText(hex(addressOf('6d9f6c6c6572')))).toMatchObject({ isSure: false })
  })
})

test('a large file of any bytes takes no long time, and never fails', () => {
  const bytes = Uint8Array.from({ length: 1_000_000 }, (_, index) => (index * index * 31) % 256)
  expect(decodeText(bytes).text.length).toBeGreaterThan(0)
})
