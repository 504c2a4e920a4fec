import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const documents = ['docs/security.md', 'docs/threat-model.md', 'SECURITY.md']

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

/** The rows of requirements: number and answer. */
function answers(): [string, string][] {
  const rows = read('docs/security.md').matchAll(
    /^\| (\d+\.\d+\.\d+) +\| [12] +\|[^|]+\| ([^|]+?) *\|$/gm,
  )
  return [...rows].map(([, number = '', answer = '']) => [number, answer])
}

describe('docs/security.md', () => {
  it('answers every requirement of its chapters once, in order', () => {
    const asked = Object.entries(REQUIREMENTS).flatMap(([section, numbers]) =>
      numbers.map((number) => `${section}.${number}`),
    )
    expect(answers().map(([number]) => number)).toEqual(asked)
  })

  it('says for each whether it is met, accepted or not applicable, and where or why', () => {
    const unclear = answers().filter(
      ([, answer]) => !/^(?:Met|Accepted|Not applicable)\b.*[:(]/.test(answer),
    )
    expect(unclear).toEqual([])
  })

  it('lists every event that the host logs', () => {
    const host = path.join(root, 'src/host')
    const sources = readdirSync(host, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.includes('test'),
    )
    const events = sources.flatMap((file) =>
      [...readFileSync(path.join(host, file), 'utf8').matchAll(/\bevent: '([^']+)'/g)].map(
        ([, event = '']) => event,
      ),
    )
    expect(events).toEqual(expect.arrayContaining(['csp-violation', 'redis-away']))
    const listed = read('docs/security.md')
    expect(events.filter((event) => !listed.includes(event))).toEqual([])
  })
})

it.each(documents)('every file that %s names exists', (document) => {
  const text = read(document)
  const named = [...text.matchAll(/`((?:src|e2e|scripts|docs|bench)\/[^`\s]*)`/g)]
  const linked = [...text.matchAll(/\]\(([^)\s#]+)\)/g)]
  const files = [
    ...named.map(([, file = '']) => path.join(root, file)),
    ...linked.map(([, file = '']) => path.resolve(root, path.dirname(document), file)),
  ]
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})
