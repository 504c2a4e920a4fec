import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { checkImageUrl } from '#contract/image-url.ts'
import { readImageUrl } from '#contract/read-image-url.ts'

const HOST = 'https://img.example'
const IMAGE = `${HOST}/a.jpg`
const OTHER = `${HOST}/b.jpg`
/** An address that does not say where it ends. */
const PATH = `${HOST}/p/123`

describe('a URL stays as it was typed', () => {
  test.each([
    IMAGE,
    `  ${IMAGE}\n`,
    `${IMAGE}\u3000`,
    'HTTPS://Img.Example/A.JPG?x=1#y',
    `${HOST}/a_(1).jpg`,
    `${HOST}/a[1].jpg`,
    `${HOST}/照片（1）.jpg`,
    `${HOST}/你好，世界.jpg`,
    `${HOST}/a，b.jpg`,
    `${HOST}/なに？.jpg`,
    `${HOST}/it’s.jpg`,
    `${HOST}/it's.jpg`,
    `${HOST}/w_400,h_400,c_fill/a.jpg`,
    `${HOST}/a.jpg!thumb`,
    `${HOST}/a.jpg@100w`,
    `${HOST}/a.jpg:large`,
    `${HOST}/a.jpg?x-oss-process=image/resize,w_100`,
    `${HOST}/a.jpg?sig=a+b/c==`,
    `${HOST}/a.jpg?t=2026-03-01T10:00:00Z`,
    `${HOST}/👨‍👩‍👧.jpg`,
    `${HOST}/❤️.jpg`,
    `${HOST}/نمی‌شود.jpg`,
    `${HOST}/Screenshot%E2%80%AFAM.png`,
    'https://en.wikipedia.org/wiki/File:X_(y).jpg',
    'https://web.archive.org/web/2020/https://img.example/a.jpg',
    'https://proxy.example/fetch/w_400,h_400/https://img.example/a.jpg',
    'https://proxy.example/?url=https://img.example/a.jpg&w=100',
    'https://proxy.example/?https://img.example/a.jpg',
    'https://proxy.example/?urls=https://img.example/a.jpg,https://img.example/b.jpg',
    'https://proxy.example/watermark(https://img.example/w.png,0,0)/img.example/a.jpg',
    'https://https.example/a.jpg',
  ])('%j', (typed) => {
    expect(readImageUrl(typed)).toEqual({ ok: true, url: typed.trim(), putRight: [] })
  })
})

describe('what is certainly no part of a URL is left out', () => {
  test.each([
    ...[
      '\u200b',
      '\u200e',
      '\u200f',
      '\u2060',
      '\u00ad',
      '\ufeff\u200b',
      '\u202c',
      '\u2800',
      '\u0000',
    ].map((character) => [`${IMAGE}${character}`, 'unseen'] as const),
    [`\u200b${IMAGE}`, 'unseen'],
    [`\u202a${IMAGE}\u202c`, 'unseen'],
    [`${IMAGE}\ufe0f`, 'unseen'],
    [`${IMAGE}\u200b。`, 'unseen'],
    ['https：//img.example/a.jpg', 'wide'],
    ['https：／／img.example／a．jpg', 'wide'],
    ['ｈｔｔｐｓ：／／img．example/a.jpg', 'wide'],
    [`${HOST}／a.jpg`, 'wide'],
    ['https:\\/\\/img.example\\/a.jpg', 'escapes'],
    [`${IMAGE}&quot;`, 'escapes'],
  ] as const)('%j: %s', (typed, part) => {
    const reading = readImageUrl(typed)
    expect(reading).toMatchObject({ ok: true, url: IMAGE })
    expect(reading.ok && reading.putRight).toContain(part)
    expect(reading.ok && reading.doubt).toBeUndefined()
  })

  test.each([
    '。',
    '，谢谢',
    '）',
    '）。',
    ',',
    ')',
    '"',
    "'",
    '>',
    '.',
    ';',
    ':',
    '!',
    '?',
    '…',
    '、',
    '；',
    '！',
    '？',
    '】',
    '」',
    '』',
    '》',
    '”',
    '’',
    ').',
    '),',
    '".',
    '*',
    '**',
    ']',
    '}',
    '`',
    '谢谢',
    ' 谢谢',
    '（人像）',
    '。谢谢！',
    ' (1200x800)',
  ])('%j after the image', (end) => {
    expect(readImageUrl(`${IMAGE}${end}`)).toEqual({ ok: true, url: IMAGE, putRight: ['around'] })
  })

  test.each(['。', '，谢谢', '）', '？', '”', '"', '」'])('%j after any URL', (end) => {
    expect(readImageUrl(`${PATH}${end}`)).toEqual({ ok: true, url: PATH, putRight: ['around'] })
  })

  test.each([
    (url: string) => `"${url}"`,
    (url: string) => `“${url}”`,
    (url: string) => `'${url}'`,
    (url: string) => `<${url}>`,
    (url: string) => `(${url})`,
    (url: string) => `（${url}）`,
    (url: string) => `「${url}」`,
    (url: string) => `《${url}》`,
    (url: string) => `*${url}*`,
    (url: string) => `**${url}**`,
    (url: string) => `[x](${url})`,
    (url: string) => `![x](${url} "title")`,
    (url: string) => `[${url}](${url})`,
    (url: string) => `<${url}|${url}>`,
    (url: string) => `[img]${url}[/img]`,
    (url: string) => `<img src="${url}" alt="a b">`,
    (url: string) => `<img src='${url}' alt="a b">`,
    (url: string) => `<a href="${url}">${url}</a>`,
    (url: string) => `url(${url})`,
    (url: string) => `"image_url": "${url}",`,
    (url: string) => `图片：${url}`,
    (url: string) => `Image: ${url}`,
    (url: string) => `1. ${url}`,
    (url: string) => `- ${url}`,
    (url: string) => `\u200b"${url}"`,
  ])('around a URL: %s', (around) => {
    for (const url of [IMAGE, PATH, `${HOST}/a_(1).jpg`]) {
      expect(readImageUrl(around(url))).toMatchObject({ ok: true, url })
      expect(readImageUrl(around(url))).not.toHaveProperty('doubt')
    }
  })

  test.each(['&amp;', '&amp;amp;', '&#38;', '&#x26;', '\\u0026'])('%s is an ampersand', (code) => {
    expect(readImageUrl(`${IMAGE}?X-Amz-Expires=600${code}X-Amz-Signature=abc`)).toEqual({
      ok: true,
      url: `${IMAGE}?X-Amz-Expires=600&X-Amz-Signature=abc`,
      putRight: ['escapes'],
    })
  })
})

describe('what may be a part of a URL stays, with a doubt and a suggestion', () => {
  test.each([
    [`${PATH},`, 'ending', PATH],
    [`${PATH})`, 'ending', PATH],
    [`${PATH}.`, 'ending', PATH],
    [`${PATH}!`, 'ending', PATH],
    [`${PATH}…`, 'ending', PATH],
    [`${IMAGE}?s=abc,`, 'ending', `${IMAGE}?s=abc`],
    [`${HOST}/モーニング娘。`, 'ending', `${HOST}/モーニング娘`],
    [`${IMAGE}%EF%BC%8C%E8%B0%A2`, 'ending', IMAGE],
    [`${IMAGE}%E2%80%8B`, 'unseen', IMAGE],
    [`${IMAGE}%20`, 'unseen', IMAGE],
    [`${HOST}/a．jpg`, 'wide', IMAGE],
    [`${IMAGE}？x=1`, 'wide', `${IMAGE}?x=1`],
  ])('%j: %s', (url, kind, suggestion) => {
    expect(readImageUrl(url)).toEqual({ ok: true, url, putRight: [], doubt: { kind }, suggestion })
  })
})

describe('what cannot be used has a reason that fits, and a suggestion', () => {
  test.each([
    [`${HOST}/\u200bp/1.jpg`, 'unseen', `${HOST}/p/1.jpg`],
    [`${HOST}/a\u00adb.jpg`, 'unseen', `${HOST}/ab.jpg`],
    ['ht\u200btps://img.example/a.jpg', 'unseen', IMAGE],
    [`${HOST}/a\u0001.jpg`, 'unseen', IMAGE],
    [`${HOST}/a b.jpg`, 'blank-inside', `${HOST}/a%20b.jpg`],
    [`${HOST}/a\u00a0b.jpg`, 'blank-inside', `${HOST}/a%20b.jpg`],
    [`"${HOST}/a b.jpg"`, 'blank-inside', `${HOST}/a%20b.jpg`],
    [`- ${HOST}/a b`, 'blank-inside', `${HOST}/a%20b`],
    ['https://https://img.example/a.jpg', 'scheme-twice', IMAGE],
    ['http://https://img.example/a.jpg', 'scheme-twice', IMAGE],
    ['http:https//img.example/a.jpg', 'scheme-twice', IMAGE],
    ['https//img.example/a.jpg', 'scheme', IMAGE],
    ['https:/img.example/a.jpg', 'scheme', IMAGE],
    ['https;//img.example/a.jpg', 'scheme', IMAGE],
    ['ttps://img.example/a.jpg', 'scheme', IMAGE],
    ['hhttps://img.example/a.jpg', 'scheme', IMAGE],
    ['img.example/a.jpg', 'scheme', IMAGE],
    ['//img.example/a.jpg', 'scheme', IMAGE],
    ['https%3A%2F%2Fimg.example%2Fa.jpg', 'scheme', IMAGE],
    [`look at ${IMAGE}`, 'scheme', IMAGE],
    [`看图${IMAGE}`, 'scheme', IMAGE],
    ...['', ',', ', ', ';', ' ', '、', '，', '|', '\n', '" "'].map(
      (between) => [`${IMAGE}${between}${OTHER}`, 'several', `${IMAGE}\n${OTHER}`] as const,
    ),
    [`${PATH}https://img.example/p/2`, 'several', `${PATH}\n${HOST}/p/2`],
    [`${IMAGE}?x=1${OTHER}`, 'several', `${IMAGE}?x=1\n${OTHER}`],
  ] as const)('%j: %s', (typed, problem, suggestion) => {
    expect(readImageUrl(typed)).toEqual({ ok: false, problem, suggestion })
  })

  test.each([
    ['', 'empty'],
    ['shop 1', 'scheme'],
    ['ftp://img.example/a.jpg', 'scheme'],
    ['blob:https://img.example/1', 'scheme'],
    ['data:image/png;base64,AAAA', 'scheme'],
    ['http://localhost/a.png', 'private-host'],
    ['1. https://img.example/M\ufffdller.jpg,', 'lost-character'],
    ['https://user:secret@img.example/a.png', 'credentials'],
    ['https://', 'no-host'],
    [`${HOST}/${'a'.repeat(100_000)}`, 'too-long'],
  ])('%j: %s, without one', (typed, problem) => {
    expect(readImageUrl(typed)).toEqual({ ok: false, problem })
  })
})

test('a URL that was read is read again as itself, and can be sent', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.webUrl(),
    fc.constantFrom(
      IMAGE,
      'https://',
      '"',
      '（',
      '）',
      '。',
      '\u200b',
      '&amp;',
      '](',
      '：／／',
      ' ',
    ),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const reading = readImageUrl(parts.join(''))
      if (!reading.ok) return
      expect(checkImageUrl(reading.url)).toEqual({ ok: true, url: reading.url })
      expect(readImageUrl(reading.url)).toMatchObject({ ok: true, url: reading.url })
    }),
    { numRuns: 1000, examples: [[[IMAGE, '®）&amp;']]] },
  )
})
