import { expect, test } from '#e2e/support/fixtures.ts'

import { startWithKeys } from './kept-keys.ts'
import { brokenFigures, numberFromEnv, writeFigures } from './proof-figures.ts'

test('a host with 30 days of idempotency keys starts at once', async ({ startOwnHost }) => {
  test.setTimeout(3_600_000)
  const startedAt = new Date()
  const figures = await startWithKeys(startOwnHost, numberFromEnv('PROVE_KEYS', 1_000_000))
  writeFigures('kept-keys', {
    title: 'A host with 30 days of idempotency keys starts at once',
    done: 'The file of a host was filled as by 30 days at a steady rate, 33,000 creations a day in a full run, of which it has deleted none. Then it was started, and answered while it deleted those that had expired.',
    figures,
    seed: numberFromEnv('PROVE_SEED', 1),
    startedAt: startedAt.toISOString(),
    seconds: (Date.now() - startedAt.getTime()) / 1000,
  })
  expect(brokenFigures(figures)).toEqual([])
})
