import { expect, test } from '#e2e/support/fixtures.ts'

import { brokenFigures, numberFromEnv, writeFigures } from './proof-figures.ts'
import { runSequences } from './sequences.ts'

test('form and session do what a model of them foretells', async ({ browser, startOwnHost }) => {
  test.setTimeout(7_200_000)
  const startedAt = new Date()
  const seed = numberFromEnv('PROVE_SEED', 1)
  const figures = await runSequences(
    { browser, startHost: startOwnHost, seed },
    numberFromEnv('PROVE_SEQUENCES', 2000),
  )
  writeFigures('sequences', {
    title: 'Form and session do what a model of them foretells',
    done: 'Random sequences of commands, each with new accounts. After every command each open tab was held against the model (account, form, question, log), and so were the creations at the service; no error of a page and none on its console that nothing announced.',
    figures,
    seed,
    startedAt: startedAt.toISOString(),
    seconds: (Date.now() - startedAt.getTime()) / 1000,
    chromium: browser.version(),
  })
  expect(brokenFigures(figures)).toEqual([])
})
