import { expect, test } from '#e2e/support/fixtures.ts'
import { isFull } from '#e2e/support/sampling.ts'

import { switchAccounts } from './account-switches.ts'
import { lookAtStrings } from './injection-strings.ts'
import { brokenFigures } from './proof-figures.ts'
import { submitToSeveralHosts } from './several-hosts.ts'
import { runSequences } from './sequences.ts'

// The long proofs of `npm run prove`, as short as a test, and somewhat longer in `npm run test:full`.

const SEQUENCES = isFull ? 20 : 8
const STRINGS = isFull ? 24 : 8

test("30 switches never show another account's rows", async ({ browser, startOwnHost }) => {
  const setting = { browser, startHost: startOwnHost, seed: 11 }
  const { figures, foreign } = await switchAccounts(setting, 30)
  expect(foreign).toEqual([])
  expect(brokenFigures(figures)).toEqual([])
})

test(`${SEQUENCES} sequences over form and session go as a model foretells`, async ({
  browser,
  startOwnHost,
}) => {
  const setting = { browser, startHost: startOwnHost, seed: 12 }
  expect(brokenFigures(await runSequences(setting, SEQUENCES))).toEqual([])
})

// In parts, which run side by side.
const PARTS = 3
for (let from = 0; from < PARTS; from += 1) {
  test(`${STRINGS} injection strings stay text, in their places, part ${from + 1} of ${PARTS}`, async ({
    browser,
    startOwnHost,
  }) => {
    const setting = { browser, startHost: startOwnHost, seed: 13 }
    const places = { from, every: PARTS }
    const extent = { strings: STRINGS, isShort: true, places }
    const { figures, problems } = await lookAtStrings(setting, extent)
    expect(problems).toEqual([])
    expect(brokenFigures(figures)).toEqual([])
  })
}

test('two hosts with one Redis forward a creation at most once', async ({ browser }) => {
  const { figures, problems } = await submitToSeveralHosts(browser, 14, { raw: 300, browser: 20 })
  expect(problems).toEqual([])
  expect(brokenFigures(figures)).toEqual([])
})
