import { expect, test } from '#e2e/fixtures.ts'

import { runAbuses } from './run-abuses.ts'
import { FAMILIES } from './table.ts'

for (const [family, abuses] of Object.entries(FAMILIES)) {
  test(`abuses of ${family} come to what the table foretells`, async ({ startOwnHost }) => {
    const { counted, problems } = await runAbuses(startOwnHost, abuses)
    expect(problems).toEqual([])
    expect(counted.servedAfter).toBe(abuses.length)
  })
}
