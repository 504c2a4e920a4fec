import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const documents = ['docs/security.md', 'SECURITY.md']

/** Section → its requirements of levels 1 and 2, as ASVS 5.0.0 numbers them. */
const REQUIREMENTS: Readonly<Record<string, readonly number[]>> = {
  '1.1': [1, 2],
  '1.2': [1, 2, 3, 4, 5, 6, 7, 8, 9],
  '1.3': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '1.4': [1, 2, 3],
  '1.5': [1, 2],
  '3.2': [1, 2],
  '3.3': [1, 2, 3, 4],
  '3.4': [1, 2, 3, 4, 5, 6],
  '3.5': [1, 2, 3, 4, 5],
  '3.7': [1, 2],
  '4.1': [1, 2, 3],
  '4.2': [1],
  '4.3': [1, 2],
  '4.4': [1, 2, 3, 4],
  '13.1': [1],
  '13.2': [1, 2, 3, 4, 5],
  '13.3': [1, 2],
  '13.4': [1, 2, 3, 4, 5],
  '14.1': [1, 2],
  '14.2': [1, 2, 3, 4],
  '14.3': [1, 2, 3],
  '15.1': [1, 2, 3],
  '15.2': [1, 2, 3],
  '15.3': [1, 2, 3, 4, 5, 6, 7],
  '16.1': [1],
  '16.2': [1, 2, 3, 4, 5],
  '16.3': [1, 2, 3, 4],
  '16.4': [1, 2, 3],
  '16.5': [1, 2, 3],
}

function read(document: string): string {
  return readFileSync(path.join(root, document), 'utf8')
}

const ANSWERS = ['Met', 'Accepted', 'Not applicable']

/** The numbers of "1, 4, 7–9". */
function numbersOf(list: string): number[] {
  return list.split(',').flatMap((part) => {
    const [first = Number.NaN, last = first] = part.split('–').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}

/** The answers of each section: "- **1.2 Title.** Met 1–5, 9: how. Not applicable 6–8: why." */
function answers(): { section: string; text: string; numbers: number[]; reasons: string[] }[] {
  const items = read('docs/security.md').matchAll(
    /^- \*\*(\d+\.\d+) [^*]+\*\* ([^]+?)(?=\n- \*\*|\n\n|\n*$(?![^]))/gm,
  )
  return [...items].map(([, section = '', item = '']) => {
    const text = item.replaceAll(/\s+/g, ' ')
    const parts = [...text.matchAll(new RegExp(`(?:${ANSWERS.join('|')}) ([\\d–, ]+):`, 'g'))]
    const ends = [...parts.slice(1).map(({ index }) => index), text.length]
    return {
      section,
      text,
      numbers: parts.flatMap(([, list = '']) => numbersOf(list)),
      reasons: parts.map(({ 0: part, index }, at) => text.slice(index + part.length, ends[at])),
    }
  })
}

describe('docs/security.md', () => {
  it('answers every requirement of its chapters once', () => {
    const asked = Object.entries(REQUIREMENTS).map(([section, numbers]) => ({ section, numbers }))
    const answered = answers().map(({ section, numbers }) => ({
      section,
      numbers: numbers.toSorted((a, b) => a - b),
    }))
    expect(answered).toEqual(asked)
  })

  it('says for each whether it is met, accepted or not applicable, and how or why', () => {
    const unclear = answers().filter(
      ({ text, reasons }) =>
        !ANSWERS.some((answer) => text.startsWith(`${answer} `)) ||
        !reasons.every((reason) => /^ .*[\p{L}\p{N}].*\.\s*$/u.test(reason)),
    )
    expect(unclear).toEqual([])
  })

  it('lists every event that the host logs', () => {
    const host = path.join(root, 'src/host')
    const sources = readdirSync(host, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.includes('test'),
    )
    const events = sources.flatMap((file) =>
      [
        ...readFileSync(path.join(host, file), 'utf8').matchAll(
          /\b(?:event: |eventLine\()'([^']+)'/g,
        ),
      ].map(([, event = '']) => event),
    )
    expect(events).toEqual(expect.arrayContaining(['csp-violation', 'redis-away']))
    const listed = read('docs/security.md')
    expect(events.filter((event) => !listed.includes(event))).toEqual([])
  })
})

it.each(documents)('every file that %s names exists', (document) => {
  const text = read(document)
  const named = [...text.matchAll(/`((?:src|e2e|scripts|docs|bench)\/[^`\s]*)`/g)]
  const linked = [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g)]
  const files = [
    ...named.map(([, file = '']) => path.join(root, file)),
    ...linked.map(([, file = '']) => path.resolve(root, path.dirname(document), file)),
  ]
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})
