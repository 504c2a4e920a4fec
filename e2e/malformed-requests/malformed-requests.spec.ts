import { expect, test } from '#e2e/support/fixtures.ts'

import { sendMalformedRequests } from './send-malformed-requests.ts'
import { FAMILIES } from './table.ts'

for (const [family, abuses] of Object.entries(FAMILIES)) {
  test(`abuses of ${family} come to what the table foretells`, async ({ startOwnHost }) => {
    const { counted, problems } = await sendMalformedRequests(startOwnHost, abuses)
    expect(problems).toEqual([])
    expect(counted.servedAfter).toBe(abuses.length)
  })
}
