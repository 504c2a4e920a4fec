import { expect, test } from '#e2e/support/fixtures.ts'
import { isFull } from '#e2e/support/sampling.ts'

import { lookAtStrings } from './injection-strings.ts'
import { brokenFigures } from './proof-figures.ts'
import { proofs } from './proofs.ts'

// The long proofs of `npm run prove`, as short as a test, and somewhat longer in `npm run test:full`.

const SEED = 11

for (const { name, title, short, run } of proofs.filter(({ isTest }) => isTest)) {
  test(`${name}: ${title}, ${short} times`, async ({ browser, startOwnHost }) => {
    const setting = { browser, startHost: startOwnHost, seed: SEED }
    const { figures, problems } = await run(setting, short)
    expect(problems).toEqual([])
    expect(brokenFigures(figures)).toEqual([])
  })
}

// In parts, which run side by side.
const STRINGS = isFull ? 24 : 8
const PARTS = 3
for (let from = 0; from < PARTS; from += 1) {
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
