import { expect, test } from '#e2e/support/fixtures.ts'

import { lookAtStrings } from './injection-strings.ts'
import { brokenFigures, numberFromEnv, writeFigures } from './proof-figures.ts'

test('injection strings stay text, in their places', async ({ browser, startOwnHost }) => {
  test.setTimeout(7_200_000)
  const startedAt = new Date()
  const seed = numberFromEnv('PROVE_SEED', 1)
  const { figures, problems } = await lookAtStrings(
    { browser, startHost: startOwnHost, seed },
    { strings: numberFromEnv('PROVE_STRINGS', 300) },
  )
  writeFigures('injection-strings', {
    title: 'Injection strings stay text, in their places',
    done: "Markup, scripts, addresses, directions, unseen characters, formulas, file names and long texts came from the service, from addresses and from stored names; each place was held against the same place with a harmless string: its elements, attributes, words and layout, on a desk's screen and (some strings) on a phone's.",
    figures,
    seed,
    startedAt: startedAt.toISOString(),
    seconds: (Date.now() - startedAt.getTime()) / 1000,
    chromium: browser.version(),
  })
  expect(problems).toEqual([])
  expect(brokenFigures(figures)).toEqual([])
})
