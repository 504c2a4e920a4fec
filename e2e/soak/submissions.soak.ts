import { expect, test } from '#e2e/support/fixtures.ts'

import { brokenFigures, numberFromEnv, writeFigures } from './proof-figures.ts'
import { submitUnderFaults } from './submissions.ts'

test('a poster is forwarded to the service at most once', async ({ browser, startOwnHost }) => {
  test.setTimeout(7_200_000)
  const startedAt = new Date()
  const seed = numberFromEnv('PROVE_SEED', 1)
  const { figures, problems } = await submitUnderFaults(
    { browser, startHost: startOwnHost, seed },
    numberFromEnv('PROVE_SUBMISSIONS', 10_000),
  )
  writeFigures('submissions', {
    title: 'A submission is forwarded to the service at most once',
    done: 'Two tabs of one window submit posters through the form, with clicks, double clicks and Enter, while the connection to the host and the service break in the middle; each poster has an address of its own and is counted where it arrives.',
    figures,
    seed,
    startedAt: startedAt.toISOString(),
    seconds: (Date.now() - startedAt.getTime()) / 1000,
    chromium: browser.version(),
  })
  expect(problems).toEqual([])
  expect(brokenFigures(figures)).toEqual([])
})
