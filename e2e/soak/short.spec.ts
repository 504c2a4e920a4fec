import { expect, test } from '#e2e/support/fixtures.ts'
import { isFull, seed } from '#e2e/support/sampling.ts'

import { lookAtStrings } from './injection-strings.ts'
import { brokenFigures } from './proof-figures.ts'

// The injection strings of `npm run prove`, as short as a test: a third of the places, and with `npm run test:full` all.

const SEED = 11
const STRINGS = isFull ? 24 : 8
const PARTS = 3

for (let from = 0; from < PARTS; from += 1) {
  if (!isFull && from !== seed % PARTS) continue
  test(`${STRINGS} injection strings stay text, in their places, part ${from + 1} of ${PARTS}`, async ({
    browser,
    startOwnHost,
  }) => {
    const setting = { browser, startHost: startOwnHost, seed: SEED }
    const places = { from, every: PARTS }
    const extent = { strings: STRINGS, isShort: true, places }
    const { figures, problems } = await lookAtStrings(setting, extent)
    expect(problems).toEqual([])
    expect(brokenFigures(figures)).toEqual([])
  })
}
