import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { readVideoTaskRow } from '#contract/read-video-tasks.ts'
import { TASK_STATUS } from '#contract/video-tasks.ts'
import type { SeenTask } from '#web/task-list/list-page.ts'
import { statusEvidence } from '#web/task-list/status-evidence.ts'
import { curlCommand, listRequest, ticketBundle } from '#web/tasks/details/task-body.tsx'

const BASE = 'https://m.example/tasks?x'
const request = { pageNumber: 2, pageSize: 50, status: TASK_STATUS.failed }
const row = readVideoTaskRow({
  uuid: 'd3f1',
  price: 10,
  big: 12_345_678_901_234_567_890n,
  note: null,
  status: TASK_STATUS.failed,
})
if (row.kind === 'unreadable') throw new Error('no task')
const readAt = Date.UTC(2026, 2, 4, 10, 30)
const seen: SeenTask = {
  task: row.task,
  evidence: statusEvidence(row.task, { readAt }),
  origin: { request, readAt, pageNumber: 2, pageSize: 50, total: null },
}
const now = Date.UTC(2026, 2, 4, 10, 31)

/** Splits a command into words as a POSIX shell does: single quotes, backslashes, blanks. */
function wordsOf(command: string): string[] {
  const words: string[] = []
  let word: string | undefined
  let rest = command
  while (rest !== '') {
    const [part = '', quotedText, escaped, blanks] =
      /^(?:'([^']*)'|\\([\s\S])|(\s+)|[^\s'"$`\\;&|<>(){}*?#~!]+)/.exec(rest) ?? []
    if (part === '') throw new Error(`a shell does something with ${rest}`)
    rest = rest.slice(part.length)
    // A backslash at the end of a line joins it with the next one.
    if (escaped === '\n') continue
    if (blanks === undefined) {
      word = `${word ?? ''}${quotedText ?? escaped ?? part}`
    } else if (word !== undefined) {
      words.push(word)
      word = undefined
    }
  }
  return word === undefined ? words : [...words, word]
}

describe('the request as a command', () => {
  test('is the request of the app, with a placeholder for the key', () => {
    expect(wordsOf(curlCommand(listRequest(request, BASE)))).toEqual([
      'curl',
      '--globoff',
      '--request',
      'GET',
      '--header',
      'Authorization: Bearer <API_KEY>',
      'https://m.example/api/plugins/video/tasks?status=failed&page=2&page_size=50',
    ])
  })

  test('quotes each argument as one word, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (url) => {
        expect(wordsOf(curlCommand({ ...listRequest(request, BASE), url })).at(-1)).toBe(url)
      }),
      { examples: [["'; rm -rf ~; '"], ['$(id) `id` \\ "x" \n !!']] },
    )
  })
})

describe('a ticket bundle', () => {
  beforeEach(() => {
    vi.stubGlobal('document', { documentElement: { lang: 'en' } })
    vi.stubEnv('MARQUEE_VERSION', '1.2.3')
    vi.stubEnv('MARQUEE_BUILT_AT', '2026-03-01T00:00:00.000Z')
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
  })

  test('has the request, the time, the record, and the evidence of the status', () => {
    expect(JSON.parse(ticketBundle(seen, BASE, now))).toMatchObject({
      app: { name: 'Marquee', version: '1.2.3', built_at: '2026-03-01T00:00:00.000Z' },
      made_at: { utc: '2026-03-04T10:31:00.000Z' },
      request: {
        method: 'GET',
        url: 'https://m.example/api/plugins/video/tasks?status=failed&page=2&page_size=50',
        headers: { authorization: 'Bearer <API_KEY>' },
        answered_at: '2026-03-04T10:30:00.000Z',
      },
      reply: { page: 2, page_size: 50, total: null },
      status: {
        status: 'failed',
        source: 'record',
        as_of: '2026-03-04T10:30:00.000Z',
        // Without the characters that isolate its direction.
        explanation: 'The task reports its status: failed.',
      },
      task: { uuid: 'd3f1', price: 10, note: null },
    })
  })

  test('has the same time in local form', () => {
    const local = /"local": "(?<time>[^"]+)"/.exec(ticketBundle(seen, BASE, now))?.groups?.['time']
    expect(local).toMatch(/^2026-03-0\dT\d\d:\d\d:00\.000[+-]\d\d:\d\d$/)
    expect(Date.parse(local ?? '')).toBe(now)
  })

  test('keeps all digits of the record', () => {
    expect(ticketBundle(seen, BASE, now)).toContain('12345678901234567890')
  })
})
