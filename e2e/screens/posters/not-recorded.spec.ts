import { startRedis, type TestRedis } from '#host/idempotency/redis.fixture.ts'
import { expect, test as base } from '#e2e/support/fixtures.ts'
import { images } from '#e2e/support/outside-world.ts'
import { connect, fillPoster, submitPoster } from '#e2e/support/screens.ts'
import { submissions } from '#e2e/support/submission-log.ts'

const test = base.extend<{ redis: TestRedis }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  redis: async ({}, use) => {
    const redis = await startRedis()
    await use(redis)
    await redis.end()
  },
})

test('while the idempotency store is away a poster is not sent, and once it is back that is certain', async ({
  page,
  redis,
  startOwnHost,
  expectConsole,
}) => {
  const host = await startOwnHost({ idempotencyUrl: redis.url })
  await connect(page, host.demoKey ?? '', `${host.origin}/posters`)
  await redis.kill()
  expectConsole(/503/)
  await fillPoster(page, images.portrait, 'firework')
  await submitPoster(page).click()
  const entry = submissions(page)
  for (const place of [entry, page.getByRole('alert')]) {
    await expect(place).toContainText('cannot record submissions at the moment, so it sends none')
    await expect(place).toContainText('It is very likely that nothing was charged')
  }
  await expect(entry).toContainText(/^Unknown/)
  await redis.restart()
  const readiness = async () => (await page.request.get(`${host.origin}/readyz`)).text()
  await expect.poll(readiness).toContain('accepted')
  await entry.getByRole('button', { name: 'Check outcome' }).click()
  await expect(entry).toContainText(/^Not sent/)
  await expect(page.getByText('Nothing was sent.')).toBeVisible()
})
