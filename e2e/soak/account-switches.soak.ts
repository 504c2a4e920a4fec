import { expect, test } from '#e2e/support/fixtures.ts'

import { switchAccounts } from './account-switches.ts'
import { brokenFigures, numberFromEnv, writeFigures } from './proof-figures.ts'

test("another account's rows are never shown", async ({ browser, startOwnHost }) => {
  test.setTimeout(3_600_000)
  const startedAt = new Date()
  const seed = numberFromEnv('PROVE_SEED', 1)
  const { figures, foreign } = await switchAccounts(
    { browser, startHost: startOwnHost, seed },
    numberFromEnv('PROVE_SWITCHES', 1000),
  )
  writeFigures('account-switches', {
    title: "Another account's rows are never shown",
    done: 'One tab goes from account to account through its own menu and forms; lists take a random time, so that replies of one account come while another is at work.',
    figures,
    seed,
    startedAt: startedAt.toISOString(),
    seconds: (Date.now() - startedAt.getTime()) / 1000,
    chromium: browser.version(),
  })
  expect(foreign).toEqual([])
  expect(brokenFigures(figures)).toEqual([])
})
