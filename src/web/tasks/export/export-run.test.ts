import { expect, test } from 'vitest'

import { readVideoTaskRow } from '#contract/read-video-tasks.ts'
import { TASK_SCENES, TASK_STATUS } from '#contract/video-tasks.ts'
import { exportFileName, runExport, withEvidence } from '#web/tasks/export/export-tasks.tsx'
import { ScanTally } from '#web/task-list/scan/scan-tally.ts'
import type { FileSink } from '#web/ui/file-sink.ts'

const at = Date.UTC(2026, 10, 20, 14, 3, 59)
const [scene] = TASK_SCENES

test.each([
  [{ status: TASK_STATUS.failed }, undefined, [28, 28], 'marquee-Shop-failed-28'],
  [{}, undefined, [300, 335], 'marquee-Shop-all-300-of-335'],
  [{ scene }, undefined, [3, null], 'marquee-Shop-all-celebrity-3'],
  [{}, 'page-2', [20, null], 'marquee-Shop-page-2-20'],
] as const)('a file names what is in it: %j %s', (filter, part, [rows, total], name) => {
  const scope = { accountName: 'Shop', filter, part }
  expect(exportFileName(scope, { rows, total, at, format: 'csv' })).toBe(
    `${name}-2026-11-20T1403Z.csv`,
  )
})

test('a file names a search, and how many it found, not how many were read', async () => {
  const search = { text: 'face', sort: { by: 'price', isDescending: true } } as const
  const { sink, written, ends } = sinkOf()
  const { signal } = new AbortController()
  const reading = () => ({ ...READ, rows: 300, totalAtEnd: 335 })
  const scope = { accountName: 'Shop', filter: { status: TASK_STATUS.failed }, search }
  await runExport({ format: 'json', scope, reading, rows: [some], sink, signal, marks: {} })
  expect(ends).toEqual([expect.stringMatching(/^marquee-Shop-search-failed-1-\d{4}-.*Z\.json$/)])
  expect(JSON.parse(written.join(''))).toMatchObject({
    about: { rows: 1, search: 'face', sort: '-price', reading: { rows: 300, totalAtEnd: 335 } },
  })
})

test('no account name makes the file name a path', () => {
  const scope = { accountName: '../../etc/passwd\u202e', filter: {} }
  expect(exportFileName(scope, { rows: 1, total: 1, at, format: 'ndjson' })).toBe(
    'marquee-etc_passwd-all-1-2026-11-20T1403Z.ndjson',
  )
})

test('a long account name shortens no number, and an unfinished file has no number of rows', () => {
  const scope = {
    accountName: 'Northwind Motion Posters GmbH live and more',
    filter: { status: TASK_STATUS.processing, scene },
  }
  const name = 'marquee-Northwind_Motion_Posters_GmbH-processing-celebrity'
  const about = { at, format: 'csv' } as const
  expect(exportFileName(scope, { rows: 61_000, total: 100_000, ...about })).toBe(
    `${name}-61000-of-100000-2026-11-20T1403Z.csv`,
  )
  expect(exportFileName(scope, { rows: undefined, total: null, ...about })).toBe(
    `${name}-2026-11-20T1403Z.csv`,
  )
})

/** A file that records how it was closed, on a disk that may be full. */
function sinkOf(isFull = false) {
  const written: string[] = []
  const ends: string[] = []
  const sink: FileSink = {
    isOnDisk: false,
    write: (text) => {
      written.push(String(text))
      return isFull
        ? Promise.reject(new DOMException('full', 'QuotaExceededError'))
        : Promise.resolve()
    },
    close: (name) => {
      ends.push(name)
      return Promise.resolve(name)
    },
    abort: () => {
      ends.push('no file')
      return Promise.resolve()
    },
  }
  return { sink, written, ends }
}

const READ = new ScanTally(at).statement(undefined, at, true)
const some = withEvidence([readVideoTaskRow({ uuid: 'u1' })], {}, at)
const options = {
  format: 'csv',
  scope: { accountName: 'Shop', filter: {} },
  reading: () => null,
  marks: {},
} as const

test('writes rows as they arrive, and closes the file under its name', async () => {
  const { sink, written, ends } = sinkOf()
  const { signal } = new AbortController()
  const end = await runExport({ ...options, rows: [some, some], sink, signal })
  expect(written).toHaveLength(4)
  expect(ends).toEqual([expect.stringMatching(/^marquee-Shop-all-2-.*\.csv$/)])
  expect(end).toEqual({ kind: 'saved', rows: 2, name: ends[0], losses: new Set() })
})

test.each([
  ['csv', ['digits']],
  ['json', []],
] as const)('says what a spreadsheet will not show: %s', async (format, losses) => {
  const { sink } = sinkOf()
  const { signal } = new AbortController()
  const rows = withEvidence([readVideoTaskRow({ uuid: 'u1', id: 2n ** 62n })], {}, at)
  const end = await runExport({ ...options, format, rows: [some, rows, some], sink, signal })
  expect(end).toMatchObject({ kind: 'saved', losses: new Set(losses) })
})

test('an aborted export leaves no file', async () => {
  const { sink, ends } = sinkOf()
  const wish = new AbortController()
  async function* rows() {
    yield some
    wish.abort()
    yield await Promise.resolve(some)
  }
  const end = await runExport({ ...options, rows: rows(), sink, signal: wish.signal })
  expect(end).toEqual({ kind: 'given-up' })
  expect(ends).toEqual(['no file'])
})

test('a disk error is reported, and leaves no partial file', async () => {
  const { sink, ends } = sinkOf(true)
  const { signal } = new AbortController()
  expect(await runExport({ ...options, rows: [some], sink, signal })).toEqual({
    kind: 'not-written',
  })
  expect(ends).toEqual(['no file'])
})

test('an export that waits for rows can be aborted at once', async () => {
  const { sink, ends } = sinkOf()
  const wish = new AbortController()
  async function* rows() {
    yield some
    await Promise.race([])
  }
  void runExport({ ...options, rows: rows(), sink, signal: wish.signal })
  await new Promise((resolve) => {
    setTimeout(resolve, 0)
  })
  wish.abort()
  expect(ends).toEqual(['no file'])
})
