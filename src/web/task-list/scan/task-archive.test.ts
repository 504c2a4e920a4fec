import { expect, test } from 'vitest'

import { readVideoTaskRow } from '#contract/read-video-tasks.ts'
import type { VideoTaskRow } from '#contract/video-tasks.ts'
import { parseExactJson } from '#contract/exact-json.ts'
import { TaskArchive } from '#web/task-list/scan/task-archive.ts'

function rowsOf(texts: string[]): VideoTaskRow[] {
  return texts.map((text) => readVideoTaskRow(parseExactJson(text)))
}

const upTo = (count: number, from = 0) =>
  rowsOf(Array.from({ length: count }, (_, at) => `{"id":${from + at},"uuid":"u${from + at}"}`))

const from = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at)

test.each([0, 1, 99, 100, 101, 1_730])('%i rows come back as they were, in order', async (n) => {
  const archive = new TaskArchive()
  const rows = upTo(n)
  for (let at = 0; at < n; at += 100) archive.add(rows.slice(at, at + 100))
  expect(await archive.at(from(0, n))).toEqual(rows)
})

test('rows are read by their positions, in any order, packed or not yet', async () => {
  const archive = new TaskArchive()
  archive.add(upTo(250))
  const rows = await archive.at([249, 3, 100, 99, 3])
  expect(rows).toEqual([249, 3, 100, 99, 3].flatMap((at) => upTo(1, at)))
})

test('whoever has read on goes on where they were, also in what was put away since', async () => {
  const archive = new TaskArchive()
  archive.add(upTo(120))
  expect(await archive.at(from(0, 120))).toHaveLength(120)
  archive.add(upTo(900, 120))
  expect(await archive.at(from(120, 900))).toEqual(upTo(900, 120))
})

test('odd records come back as they were: long numbers, no tasks at all, nested without end', async () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const odd = rowsOf([
    '{"id":9007199254740993,"x":1e999}',
    '"junk"',
    'null',
    `{"id":1,"x":${deep}}`,
  ])
  for (const rows of [odd.slice(0, 3), odd]) {
    const archive = new TaskArchive()
    archive.add([...rows, ...upTo(500)])
    const read = await archive.at(from(0, rows.length))
    expect(read.map(({ kind }) => kind)).toEqual(rows.map(({ kind }) => kind))
    expect(read.slice(0, 3)).toEqual(rows.slice(0, 3))
  }
})

test('what is put away is not held as it was, too', async () => {
  const archive = new TaskArchive()
  const put = () => {
    const rows = upTo(500)
    archive.add(rows)
    return new WeakRef(rows[0] ?? {})
  }
  const first = put()
  await archive.at([0])
  // What a promise has resolved to is let go of a moment later.
  await new Promise((resolve) => {
    setImmediate(resolve)
  })
  await gc?.({ execution: 'async' })
  expect(first.deref()).toBeUndefined()
})
