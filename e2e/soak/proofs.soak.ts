import { expect, test } from '#e2e/support/fixtures.ts'

import { brokenFigures, numberFromEnv, writeFigures } from './proof-figures.ts'
import { proofs } from './proofs.ts'

for (const { name, title, done, size, short, run } of proofs) {
  test(`${name}: ${title}`, async ({ browser, startOwnHost }) => {
    test.setTimeout(7_200_000)
    const startedAt = new Date()
    const seed = numberFromEnv('PROVE_SEED', 1)
    const setting = { browser, startHost: startOwnHost, seed }
    const { figures, problems } = await run(setting, numberFromEnv(size, short))
    writeFigures(name, {
      title,
      done,
      figures,
      seed,
      startedAt: startedAt.toISOString(),
      seconds: (Date.now() - startedAt.getTime()) / 1000,
      chromium: browser.version(),
    })
    expect(problems).toEqual([])
    expect(brokenFigures(figures)).toEqual([])
  })
}
