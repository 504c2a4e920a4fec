import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, it } from 'vitest'
import * as z from 'zod/mini'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

const documents = ['.', 'docs', 'docs/decisions'].flatMap((folder) =>
  readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name)),
)

/** How many words a text has. The bars of a table are none. */
const wordsIn = (text: string) =>
  text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

/** The anchors of a document, as GitHub makes them of its headings. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** Links to a file or a heading that does not exist. */
function brokenLinks(document: string): string[] {
  const text = read(document)
  const inText = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
  const inHtml = [...text.matchAll(/\b(?:src|srcset|href)="([^"]+)"/g)]
  return [...inText, ...inHtml]
    .map(([, target = '']) => target)
    .filter((target) => !/^https?:/.test(target))
    .filter((target) => {
      const [file = '', anchor] = target.split('#')
      const there = file === '' ? document : path.join(path.dirname(document), file)
      if (!existsSync(path.join(root, there))) return true
      return anchor !== undefined && !anchorsOf(read(there)).includes(anchor)
    })
}

it.each(documents)('each link of %s has a target', (document) => {
  expect(brokenLinks(document)).toEqual([])
})

it.each(documents)('each command of %s exists', (document) => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')))
  const named = [...read(document).matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g)]
  const unknown = named.map(([, name = '']) => name).filter((name) => !(name in scripts))
  expect(unknown).toEqual([])
})

it('each decision has a unique number', () => {
  const numbers = documents
    .filter((document) => document.startsWith('docs/decisions/'))
    .map((document) => path.basename(document).slice(0, 4))
  expect(new Set(numbers).size).toBe(numbers.length)
})

it.each(documents.filter((name) => /decisions.\d{4}-/.test(name)))(
  '%s has a status and at most 250 words',
  (document) => {
    const text = read(document)
    expect(text).toMatch(/^# \d+\. .+\n\nStatus: (?:accepted|superseded by \[\d+\]\(.+?\))\./)
    expect(wordsIn(text)).toBeLessThanOrEqual(250)
  },
)

it('all documents but the changelog have at most 25,000 words', () => {
  const counted = documents.filter((document) => document !== 'CHANGELOG.md')
  const words = counted.map((document) => wordsIn(read(document)))
  expect(words.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(25_000)
})
