import { sendMalformedRequests } from '#e2e/malformed-requests/send-malformed-requests.ts'
import { FAMILIES } from '#e2e/malformed-requests/table.ts'
import { expect, test } from '#e2e/support/fixtures.ts'

import { brokenFigures, type Figure, numberFromEnv, writeFigures } from './proof-figures.ts'

test('whatever bytes come, the service gets the two operations', async ({ startOwnHost }) => {
  test.setTimeout(600_000)
  const startedAt = new Date()
  const abuses = Object.values(FAMILIES).flat()
  const { counted, problems } = await sendMalformedRequests(startOwnHost, abuses)
  const none = { is: 0 }
  const figures: Figure[] = [
    { label: 'abuses sent', value: counted.abuses, expected: { atLeast: 200 } },
    ...Object.entries(FAMILIES).map(([family, { length }]) => ({
      label: `of them on ${family}`,
      value: length,
    })),
    { label: 'of them that the table foretells to reach the service', value: counted.arriving },
    {
      label: 'of them that came to something else than the table foretells',
      value: counted.surprises,
      expected: none,
    },
    {
      label: 'ordinary requests that were answered as ever, one after each abuse',
      value: counted.servedAfter,
      expected: { is: counted.abuses },
    },
    { label: 'answers to all of these', value: counted.answers },
    {
      label:
        'of them without the security headers that belong to them, or with text of the abuse in theirs',
      value: counted.unsafeAnswers,
      expected: none,
    },
    {
      label: 'requests that reached the service',
      value: counted.arrived,
      expected: { is: counted.foretold },
    },
    {
      label: 'of them not one of the two operations',
      value: counted.notOperations,
      expected: none,
    },
    {
      label: 'bytes that reached the service and are no part of what was foretold',
      value: counted.foreignBytes,
      expected: none,
    },
  ]
  writeFigures('malformed-requests', {
    title: 'Whatever bytes come, the service gets the two operations',
    done: 'Hostile requests were written as raw bytes to the built host, in front of a service that writes down every byte it gets; a table foretells of each what is answered and, to the last byte, what arrives.',
    figures,
    seed: numberFromEnv('PROVE_SEED', 1),
    startedAt: startedAt.toISOString(),
    seconds: (Date.now() - startedAt.getTime()) / 1000,
  })
  expect(problems).toEqual([])
  expect(brokenFigures(figures)).toEqual([])
})
