import { describe, expect, test, vi } from 'vitest'

import { LIST_FILES, readListFile } from '#web/posters/list-file/list-file.ts'

const url = 'https://images.example/a.png'
const table = `name;image\nAnn;${url}\n`
const zip = new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 8])

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.codePointAt(0) ?? 0)

const read = async (content: string | Uint8Array<ArrayBuffer>, name: string, type = '') =>
  readListFile(new File([content], name, { type }))

describe('a list is read', () => {
  test.each([
    ['list.csv', 'text/csv'],
    ['LIST.CSV', 'application/vnd.ms-excel'],
    ['list.tsv', ''],
    ['list.txt', 'text/plain'],
    // As phones and old exports name it.
    ['document 12', 'text/comma-separated-values'],
    ['list', ''],
    ['list.csv (1)', 'text/csv'],
    ['export.xls', 'application/vnd.ms-excel'],
  ])('%s %s', async (name, type) => {
    const parts = [{ name: 'image', lines: [url] }]
    expect(await read(table, name, type)).toMatchObject({ ok: true, parts })
  })

  test('in the encoding of its bytes', async () => {
    const bytes = latin1(`${url}\nhttps://images.example/\u00e9.png`)
    expect(await read(bytes, 'list.txt')).toMatchObject({
      encoding: 'windows-1252',
      parts: [{ lines: [url, 'https://images.example/é.png'] }],
    })
    // UTF-16, little endian: the mark, and a zero behind each letter.
    const utf16 = latin1(`\u00ff\u00fe${Array.from(table, (letter) => `${letter}\0`).join('')}`)
    expect(await read(utf16, 'list.csv')).toMatchObject({ ok: true, parts: [{ lines: [url] }] })
  })

  test('with all lines, if it has one per line', async () => {
    const parts = [{ lines: ['oops', url] }]
    expect(await read(`oops\n\n${url}`, 'list.txt')).toMatchObject({ parts })
    expect(await read('oops', 'list.txt')).toMatchObject({ parts: [{ lines: ['oops'] }] })
  })
})

describe('what is no list is refused by its reason', () => {
  test.each([
    ['workbook', 'list.xlsx', zip],
    ['workbook', 'list.numbers', zip],
    ['workbook', 'list.ods', zip],
    ['workbook', 'list.csv', zip],
    ['workbook', 'list.xls', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0])],
    ['workbook', 'list.xls', `<html><table><tr><td>${url}</td></tr></table>`],
    ['image', 'face.jpg', url],
    ['image', 'face.HEIC', url],
    ['kind', 'list.pdf', url],
    ['kind', 'list.docx', zip],
    ['kind', 'list.csv', `<!doctype html><a href="${url}">`],
    ['kind', 'list.csv', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13])],
    ['large', 'list.txt', 'x'.repeat(1_000_001)],
    ['none', 'list.csv', 'name,image\nAnn,none'],
    ['none', 'list.txt', ' \n'],
  ])('%s: %s', async (problem, name, content) => {
    expect(await read(content, name)).toEqual({ ok: false, problem })
  })

  test('image, by its type', async () => {
    expect(await read('x', 'face', 'image/webp')).toEqual({ ok: false, problem: 'image' })
  })

  test('unreadable', async () => {
    const file = new File([url], 'list.txt')
    vi.spyOn(file, 'arrayBuffer').mockRejectedValue(new DOMException('changed', 'NotReadableError'))
    expect(await readListFile(file)).toEqual({ ok: false, problem: 'unreadable' })
  })

  test('encoding, only if an address depends on it', async () => {
    const ofMac = (text: string) => latin1(text.replace('ü', '\u009f'))
    expect(await read(ofMac(`Müller,${url}`), 'list.csv')).toMatchObject({ ok: true })
    expect(await read(ofMac('https://images.example/ü.png'), 'list.csv')).toEqual({
      ok: false,
      problem: 'encoding',
    })
  })
})

test('what an Android phone calls a CSV file can be chosen', () => {
  expect(LIST_FILES.split(',')).toEqual(
    expect.arrayContaining(['text/comma-separated-values', 'application/vnd.ms-excel', '.csv']),
  )
})
