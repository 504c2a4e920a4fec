import { expect, test } from '#e2e/support/fixtures.ts'

for (const via of ['direct', 'proxied'] as const) {
  test.describe(`the ${via} host`, () => {
    test.use({ via })

    test('says that it is well', async ({ request }) => {
      const reply = await request.get('/healthz')
      expect(reply.status()).toBe(200)
      expect(await reply.json()).toEqual({ status: 'ok' })
    })

    test('shows the key gate at every address, under its full policy', async ({ page }) => {
      const reply = await page.goto('/tasks')
      expect(reply?.headers()['content-security-policy']).toContain("default-src 'none'")
      await expect(page.getByRole('button', { name: 'Connect' })).toBeVisible()
      await expect(page.getByLabel('API key', { exact: true })).toBeVisible()
    })

    test('lists the tasks of an account that was made a moment ago', async ({
      account,
      request,
    }) => {
      const [task] = account.addTasks([{ status: 'failed', errorMsg: 'No face found' }])
      const reply = await request.get('/api/plugins/video/tasks?status=failed', {
        headers: { authorization: `Bearer ${account.apiKey}` },
      })
      expect(await reply.json()).toMatchObject({
        code: 200,
        data: { total: 1, list: [{ uuid: task?.uuid, error_msg: 'No face found' }] },
      })
    })
  })
}

test('a host that was killed comes back at its address with all it knew', async ({
  request,
  startOwnHost,
}) => {
  const upstream = await startOwnHost()
  const proxy = await startOwnHost({ taskApiUrl: `${upstream.origin}/api` })
  const list = async () => {
    const headers = { authorization: `Bearer ${upstream.demoKey ?? ''}` }
    const reply = await request.get(`${proxy.origin}/api/plugins/video/tasks`, { headers })
    return reply.status()
  }
  expect(await list()).toBe(200)

  await upstream.kill()
  expect(await list()).toBe(502)

  const again = await startOwnHost({ port: upstream.port, dataDir: upstream.dataDir })
  expect(again.demoKey).toBe(upstream.demoKey)
  expect(await list()).toBe(200)
  expect(proxy.log()).not.toContain(upstream.demoKey ?? '')
  await proxy.stop()
  await again.stop()
})
