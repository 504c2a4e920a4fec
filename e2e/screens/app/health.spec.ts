import { expect, test } from '#e2e/support/fixtures.ts'

for (const via of ['direct', 'proxied'] as const) {
  test.describe(`the ${via} host`, () => {
    test.use({ via })

    test('is well, has a page under its full policy, and lists a new account', async ({
      account,
      request,
    }) => {
      const health = await request.get('/healthz')
      expect(health.status()).toBe(200)
      expect(await health.json()).toEqual({ status: 'ok' })

      const page = await request.get('/tasks')
      expect(page.headers()['content-security-policy']).toContain("default-src 'none'")
      expect(await page.text()).toContain('<title>Marquee</title>')

      const [task] = account.addTasks([{ status: 'failed', errorMsg: 'No face found' }])
      const list = await request.get('/api/plugins/video/tasks?status=failed', {
        headers: { authorization: `Bearer ${account.apiKey}` },
      })
      expect(await list.json()).toMatchObject({
        code: 200,
        data: { total: 1, list: [{ uuid: task?.uuid, error_msg: 'No face found' }] },
      })
    })
  })
}
