import { sendMalformedRequests } from '#e2e/malformed-requests/send-malformed-requests.ts'
import { FAMILIES } from '#e2e/malformed-requests/table.ts'
import { expect, test } from '#e2e/support/fixtures.ts'

import { brokenFigures, type Figure, numberFromEnv, writeFigures } from './proof-figures.ts'

test('the service gets the two operations only, no matter which bytes are sent', async ({
  startOwnHost,
}) => {
  test.setTimeout(600_000)
  const startedAt = new Date()
  const requests = Object.values(FAMILIES).flat()
  const { counted, problems } = await sendMalformedRequests(startOwnHost, requests)
  const none = { is: 0 }
  const figures: Figure[] = [
    { label: 'malformed requests sent', value: requests.length, expected: { atLeast: 200 } },
    ...Object.entries(FAMILIES).map(([family, { length }]) => ({
      label: `of them on ${family}`,
      value: length,
    })),
    {
      label: 'of them that reach the service according to the table',
      value: requests.filter(({ arrives }) => arrives.length > 0).length,
    },
    {
      label: 'of them with another outcome than the table says',
      value: counted.surprises,
      expected: none,
    },
    {
      label: 'normal requests that were answered as usual, one after each malformed request',
      value: counted.servedAfter,
      expected: { is: requests.length },
    },
    { label: 'answers to all of these', value: counted.answers },
    {
      label:
        'of them without their security headers, or with text of a malformed request in a header',
      value: counted.unsafeAnswers,
      expected: none,
    },
    {
      label: 'requests that reached the service',
      value: counted.arrived,
      expected: { is: counted.expected },
    },
    {
      label: 'of them not one of the two operations',
      value: counted.notOperations,
      expected: none,
    },
    {
      label: 'bytes that reached the service and are not in the table',
      value: counted.foreignBytes,
      expected: none,
    },
  ]
  writeFigures('malformed-requests', {
    title: 'The service gets the two operations only, no matter which bytes are sent',
    done: 'Malformed requests were written as raw bytes to the built host, in front of a service that records every byte it gets. A table says for each which answer comes and, to the last byte, what arrives.',
    figures,
    seed: numberFromEnv('PROVE_SEED', 1),
    startedAt: startedAt.toISOString(),
    seconds: (Date.now() - startedAt.getTime()) / 1000,
  })
  expect(problems).toEqual([])
  expect(brokenFigures(figures)).toEqual([])
})
