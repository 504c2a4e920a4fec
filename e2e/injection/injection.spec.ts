import { expect, test } from '#e2e/support/fixtures.ts'

import { lookAtStrings } from './look.ts'

/** Always the same strings: `npm run prove` draws others, and has a phone. */
const SEED = 7

test('injection strings stay text, on every screen', async ({ browser, startOwnHost }) => {
  const setting = { browser, startHost: startOwnHost, seed: SEED }
  const { problems } = await lookAtStrings(setting, 16, true)
  expect(problems).toEqual([])
})
