import { afterEach, expect, test, vi } from 'vitest'

import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import type { Outcome, PosterRecord, PosterState } from '#web/poster-records/record.ts'
import { submissionsFile, submissionsLosses } from '#web/posters/submissions/submissions-tools.tsx'

afterEach(() => {
  vi.unstubAllEnvs()
})

const [scene] = POSTER_SCENES
const NOW = Date.UTC(2026, 2, 1, 12, 0, 5)

const sent = (id: string, state: PosterState, image = 'a'): PosterRecord => ({
  id,
  owner: 'secret-owner',
  request: { image_url: `https://images.example/${image}`, prompt: scene },
  startedAt: NOW,
  state,
})
const created: Outcome = {
  kind: 'created',
  at: NOW,
  created: { uuid: '=1+1', remainingPoints: 2n ** 60n, taskType: null, message: 'done' },
}
const refused: Outcome = {
  kind: 'refused',
  failure: { kind: 'refused', code: 402, message: 'not "enough"' },
}

test('CSV has one line per poster, no formulas, and all digits', async () => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  const all = [sent('1', created), sent('2', refused), sent('3', { kind: 'sending' })]
  const { name, content } = submissionsFile(all, 'csv', {
    account: '../Shop?',
    apiKey: '',
    now: NOW,
  })
  expect(name).toBe('marquee-submissions-Shop-2026-03-01T12-00-05Z.csv')
  const text = await content.text()
  const [, first, second, third] = text.split('\r\n')
  const start = `"2026-03-01T21:00:05.000+09:00","https://images.example/a","${scene}"`
  expect(first).toBe(`${start},"created","'=1+1",1152921504606846976,,,"done","1"`)
  expect(second).toBe(`${start},"refused",,,,402,"not ""enough""","2"`)
  expect(third).toBe(`${start},"unknown",,,,,,"3"`)
  expect(text).not.toContain('secret-owner')
})

test('JSON has the same fields, and the filter in its file name', async () => {
  const about = { account: 'Shop', apiKey: '', outcome: 'created', now: NOW } as const
  const { name, content } = submissionsFile([sent('1', created)], 'json', about)
  expect(name).toBe('marquee-submissions-Shop-created-2026-03-01T12-00-05Z.json')
  const text = await content.text()
  expect(text).toContain('"remaining_points": 1152921504606846976')
  expect(JSON.parse(text)).toMatchObject([{ uuid: '=1+1', outcome: 'created', code: null }])
})

test('a key that the service repeats is not in the file', async () => {
  const about = { account: 'Shop', apiKey: 'mq_canary', now: NOW }
  const outcome = {
    kind: 'refused',
    failure: { kind: 'forbidden', message: 'no mq_canary here' },
  } as const
  const { content } = submissionsFile([sent('1', outcome)], 'csv', about)
  expect(await content.text()).toContain('no <API_KEY> here')
})

test('nor is the half of it at which a long text is cut', async () => {
  const about = { account: 'Shop', apiKey: 'mq_canary_0123456789', now: NOW }
  const message = `${'x'.repeat(32_690)}${about.apiKey}${'x'.repeat(500)}`
  const outcome = { kind: 'refused', failure: { kind: 'forbidden', message } } as const
  const { content } = submissionsFile([sent('1', outcome)], 'csv', about)
  const text = await content.text()
  expect(text).toContain('[cut here: ')
  expect(text).not.toContain('mq_')
})

test('what a spreadsheet would lose of submissions is told', () => {
  expect([...submissionsLosses([sent('1', refused), sent('2', { kind: 'sending' })])]).toEqual([])
  expect([...submissionsLosses([sent('1', refused), sent('2', created)])]).toEqual(['digits'])
})
