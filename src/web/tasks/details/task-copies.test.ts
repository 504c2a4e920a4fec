import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  listRequest,
  curlCommand,
  type TaskReport,
  ticketBundle,
} from '#web/tasks/details/task-body.tsx'

const report: TaskReport = {
  raw: { uuid: 'd3f1', price: 10, big: 12_345_678_901_234_567_890n, note: null },
  request: listRequest(
    { pageNumber: 2, pageSize: 50, status: 'failed' },
    'https://m.example/tasks?x',
  ),
  origin: { readAt: Date.UTC(2026, 2, 4, 10, 30), pageNumber: 2, pageSize: 50, total: null },
  evidence: {
    status: 'failed',
    source: 'filter',
    asOf: Date.UTC(2026, 2, 4, 10, 30),
    contradictions: [],
  },
  evidenceText: 'From the list of tasks with this status.',
}
const about = {
  app: { name: 'Marquee', version: '1.2.3', builtAt: '2026-03-01T00:00:00.000Z' },
  now: Date.UTC(2026, 2, 4, 10, 31),
}

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
    expect(wordsOf(curlCommand(report.request))).toEqual([
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
        expect(wordsOf(curlCommand({ ...report.request, url })).at(-1)).toBe(url)
      }),
      { examples: [["'; rm -rf ~; '"], ['$(id) `id` \\ "x" \n !!']] },
    )
  })
})

describe('a ticket bundle', () => {
  const bundle: unknown = JSON.parse(ticketBundle(report, about))

  test('has the request, the time, the record, and the evidence of the status', () => {
    expect(bundle).toMatchObject({
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
        source: 'filter',
        as_of: '2026-03-04T10:30:00.000Z',
        explanation: 'From the list of tasks with this status.',
      },
      task: { uuid: 'd3f1', price: 10, note: null },
    })
  })

  test('has the same time in local form', () => {
    const local = /"local": "(?<time>[^"]+)"/.exec(ticketBundle(report, about))?.groups?.['time']
    expect(local).toMatch(/^2026-03-0\dT\d\d:\d\d:00\.000[+-]\d\d:\d\d$/)
    expect(Date.parse(local ?? '')).toBe(about.now)
  })

  test('keeps all digits of the record', () => {
    expect(ticketBundle(report, about)).toContain('12345678901234567890')
  })
})
