import { expect, test } from '#e2e/support/fixtures.ts'

import { sendMalformedRequests } from './send-malformed-requests.ts'
import { FAMILIES } from './table.ts'

for (const [family, requests] of Object.entries(FAMILIES)) {
  test(`malformed requests have the outcome of the table: ${family}`, async ({ startOwnHost }) => {
    const { counted, problems } = await sendMalformedRequests(startOwnHost, requests)
    expect(problems).toEqual([])
    expect(counted.servedAfter).toBe(requests.length)
  })
}
