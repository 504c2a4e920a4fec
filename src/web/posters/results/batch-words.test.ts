import { expect, test } from 'vitest'

import type { PosterRecord } from '#web/poster-records/record.ts'
import { timeLeft } from '#web/posters/results/batch-words.ts'

const NOW = 1_000_000
const SECOND = 1_000
const usual = new Map([['firework', { median: 30 * SECOND, nineOfTen: 0, late: 0 }]] as const)
const request = { image_url: 'https://images.example/a.jpg', prompt: 'firework' } as const
const poster = { id: '', owner: '', request }
const sent = (secondsAgo: number): PosterRecord => ({
  ...poster,
  startedAt: NOW - secondsAgo * SECOND,
  state: { kind: 'sending' },
})
const queued: PosterRecord = { ...poster, startedAt: 0, state: { kind: 'queued' } }

test.each<[string, PosterRecord[], number]>([
  ['the rest of what is usual', [sent(20), sent(10)], 20],
  ['the last one at the pace so far', [sent(12), sent(8), sent(4), queued, queued], 38],
  ['nothing after the usual time', [sent(50), sent(40)], 0],
  ['nothing from one that was sent', [sent(1), queued], 0],
  [
    'nothing if a scene was never timed',
    [sent(20), { ...sent(10), request: { ...request, prompt: 'youqian' } }],
    0,
  ],
])('of a batch is left %s', (_, records, seconds) => {
  expect(timeLeft(records, () => true, usual, NOW)).toBe(seconds * SECOND)
})
