import { afterEach, describe, expect, test, vi } from 'vitest'

import { readVideoTaskRow } from '#contract/read-video-tasks.ts'
import { TASK_STATUS } from '#contract/video-tasks.ts'
import type { ScanStatement } from '#web/task-list/scan/scan-tally.ts'
import { setTimeZone } from '#web/format/time-zone.ts'
import {
  csvLosses,
  type ExportAbout,
  type ExportedRow,
  exportWriter,
} from '#web/tasks/export/export-text.ts'
import type { AccountMarks } from '#web/task-list/task-marks.ts'
import { statusEvidence } from '#web/task-list/status-evidence.ts'

const AT = Date.UTC(2026, 10, 20, 14, 3)

const reading: ScanStatement = {
  pagesRead: 1,
  pageCount: 1,
  rows: 2,
  duplicates: 0,
  unreadable: 0,
  totalAtStart: 2,
  disprovedTotal: null,
  totalAtEnd: 2,
  startedAt: AT,
  endedAt: AT,
  doubts: [],
}
const about: ExportAbout = {
  filter: { status: TASK_STATUS.failed, scene: null },
  search: 'face',
  sort: '-created',
  exported_at: '2026-11-20T14:03:00.000Z',
  rows: 2,
  reading,
}

function exported(raw: unknown, filter?: 'failed'): ExportedRow {
  const row = readVideoTaskRow(raw)
  if (row.kind === 'unreadable') return { row, evidence: undefined }
  const context = { readAt: AT, ...(filter && { filter: TASK_STATUS[filter] }) }
  return { row, evidence: statusEvidence(row.task, context) }
}

const failed = exported(
  {
    id: 9_007_199_254_740_993n,
    uuid: 'u1',
    price: 10,
    created_at: '2026-11-20T10:00:00+02:00',
    completed_at: '2026-11-20T08:00:41.5Z',
    error_msg: '=cmd("x"), no face\nfound',
    extra: { a: 1 },
  },
  'failed',
)
const odd = exported({ uuid: 'u2', price: 'ten', updated_at: 'yesterday' })
const junk = exported('junk')

const marks: AccountMarks = {
  'uuid u1': { isStarred: true, isHidden: false, note: '=ticket("4711")' },
  'uuid u2': { isStarred: false, isHidden: true, note: '' },
}

function write(format: Parameters<typeof exportWriter>[0], rows: ExportedRow[][], end = about) {
  const writer = exportWriter(format, marks)
  return writer.start() + rows.map((some) => writer.rows(some)).join('') + writer.end(end)
}

describe('CSV', () => {
  const lines = (text: string) => text.split('\r\n')

  afterEach(() => {
    vi.unstubAllEnvs()
    setTimeZone('local')
  })

  test('writes times in the chosen zone, with the offset', () => {
    vi.stubEnv('TZ', 'Asia/Tokyo')
    expect(write('csv', [[failed]])).toContain(
      '"2026-11-20T17:00:00.000+09:00",,"2026-11-20T17:00:41.500+09:00"',
    )
  })

  test('has a header, times in UTC if chosen, all digits, marks, and no formulas', () => {
    setTimeZone('utc')
    const [header, row, rest] = lines(write('csv', [[failed]]))
    expect(header).toBe(
      '\ufeff"uuid","id","status","status_source","scene","price","created_at","updated_at","completed_at","elapsed_seconds","video_url","error_msg","not_readable","starred","hidden","note"',
    )
    expect(row).toBe(
      `"u1",9007199254740993,"failed","filter",,10,"2026-11-20T08:00:00.000Z",,"2026-11-20T08:00:41.500Z",41.5,,"'=cmd(""x""), no face\nfound",,"true",,"'=ticket(""4711"")"`,
    )
    expect(rest).toBe('')
  })

  test('leaves out unreadable fields, and names them', () => {
    const [, first, second] = lines(write('csv', [[odd], [junk]]))
    expect(first).toBe('"u2",,,"inferred",,,,,,,,,"price updated_at",,"true",')
    expect(second).toBe(',,,,,,,,,,,,"row",,,')
  })

  test('ends with a warning if rows may be missing', () => {
    const partial = { ...reading, doubts: ['unfinished', 'total-moved'] as const }
    expect(lines(write('csv', [[odd]], { ...about, reading: partial })).at(-2)).toBe(
      '"# incomplete: unfinished, total-moved"',
    )
  })
})

test('what a spreadsheet would lose of rows is told; JSON has it whole', () => {
  const long = exported({ uuid: 'u3', error_msg: 'x'.repeat(40_000) })
  expect([...csvLosses([odd, junk], marks)]).toEqual([])
  expect([...csvLosses([odd, failed, long], marks)]).toEqual(['digits', 'length'])
  expect([...csvLosses([exported({ uuid: '1800770831988789248' })], marks)]).toEqual(['digits'])
  const noted = { 'uuid u2': { isStarred: false, isHidden: false, note: '1800770831988789248' } }
  expect([...csvLosses([odd], noted)]).toEqual(['digits'])
  expect(write('csv', [[long]])).toContain('[cut here: 40000 characters in all')
  expect(write('json', [[long]])).toContain('x'.repeat(40_000))
})

test('JSON has the raw records, the evidence of their status, and how they were read', () => {
  const text = write('json', [[failed], [odd, junk]])
  expect(text).toContain('"id":9007199254740993')
  expect(JSON.parse(text)).toMatchObject({
    tasks: [
      {
        status: { status: 'failed', source: 'filter', as_of: '2026-11-20T14:03:00.000Z' },
        marks: { starred: true, hidden: false, note: '=ticket("4711")' },
        task: { uuid: 'u1', extra: { a: 1 } },
      },
      { marks: { starred: false, hidden: true, note: null }, task: { uuid: 'u2', price: 'ten' } },
      { status: null, marks: null, task: 'junk' },
    ],
    about: { rows: 2, filter: { status: 'failed' }, reading: { doubts: [] } },
  })
  expect(JSON.parse(write('json', []))).toEqual({ tasks: [], about })
})

test('NDJSON has one value per line, and the last one describes the others', () => {
  const lines = write('ndjson', [[failed], [odd]])
    .trimEnd()
    .split('\n')
  expect(lines).toHaveLength(3)
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    JSON.parse(write('ndjson', [[failed]]).split('\n')[0] ?? ''),
    JSON.parse(write('ndjson', [[odd]]).split('\n')[0] ?? ''),
    { about },
  ])
})
