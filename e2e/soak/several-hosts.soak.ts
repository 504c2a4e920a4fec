import { expect, test } from '#e2e/support/fixtures.ts'

import { brokenFigures, numberFromEnv, writeFigures } from './proof-figures.ts'
import { submitToSeveralHosts } from './several-hosts.ts'

test('two hosts with one Redis forward a creation at most once', async ({ browser }) => {
  test.setTimeout(7_200_000)
  const startedAt = new Date()
  const seed = numberFromEnv('PROVE_SEED', 1)
  const { figures, problems } = await submitToSeveralHosts(browser, seed, {
    raw: numberFromEnv('PROVE_CLUSTER_RAW', 20_000),
    browser: numberFromEnv('PROVE_CLUSTER_BROWSER', 2000),
  })
  writeFigures('several-hosts', {
    title: 'Two hosts behind nginx forward a creation at most once',
    done: 'Browsers submit posters through nginx to two hosts that share a Redis. Clients without a browser do the same, leave, repeat and ask for outcomes as the page does. Meanwhile hosts are killed and drained, Redis is killed and paused, and nginx reloads. Others read lists all the time.',
    figures,
    seed,
    startedAt: startedAt.toISOString(),
    seconds: (Date.now() - startedAt.getTime()) / 1000,
    chromium: browser.version(),
  })
  expect(problems).toEqual([])
  expect(brokenFigures(figures)).toEqual([])
})
