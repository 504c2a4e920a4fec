import { expect, test } from '#e2e/support/fixtures.ts'

import { spendHours } from './long-use.ts'
import { brokenFigures, numberFromEnv, writeFigures } from './proof-figures.ts'

test('a tab and its host can be used for months', async ({ browser, startOwnHost }) => {
  test.setTimeout(7_200_000)
  const startedAt = new Date()
  const hours = numberFromEnv('PROVE_HOURS', 8)
  const figures = await spendHours({ browser, startHost: startOwnHost }, hours)
  writeFigures('long-use', {
    title: 'A tab and its host can be used for months',
    done: 'One tab is used for hours of its own clock: refreshes, details, filters, pages, the gallery, list options, searches (one stopped), insights, a poster, another account, and now and then a lock; requests of other tabs come to its host, also senseless ones. After each round the garbage is collected, and what could grow is measured. Growth is that of the line which fits the second half best.',
    figures,
    seed: numberFromEnv('PROVE_SEED', 1),
    startedAt: startedAt.toISOString(),
    seconds: (Date.now() - startedAt.getTime()) / 1000,
    chromium: browser.version(),
  })
  expect(brokenFigures(figures)).toEqual([])
})
