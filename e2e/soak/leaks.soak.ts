import { expect, test } from '#e2e/support/fixtures.ts'

import { lookForLeaks } from './leaks.ts'
import { brokenFigures, numberFromEnv, writeFigures } from './proof-figures.ts'

test('what is done over and over leaves nothing in memory', async ({ browser, startOwnHost }) => {
  test.setTimeout(3_600_000)
  const startedAt = new Date()
  const times = numberFromEnv('PROVE_TIMES', 60)
  const figures = await lookForLeaks({ browser, startHost: startOwnHost }, times)
  writeFigures('leaks', {
    title: 'What is done over and over leaves nothing in memory',
    done: 'Five errands, each done and undone many times in one tab with the real host; then six minutes of its clock pass, so that the cache of replies expires, and the garbage is collected. Nodes, nodes that are in no document, listeners and objects of every kind are counted before and afterwards. A leak on purpose shows that they are seen.',
    figures,
    seed: numberFromEnv('PROVE_SEED', 1),
    startedAt: startedAt.toISOString(),
    seconds: (Date.now() - startedAt.getTime()) / 1000,
    chromium: browser.version(),
  })
  expect(brokenFigures(figures)).toEqual([])
})
