import { afterEach, expect, it } from 'vitest'

import { idempotencyPath } from '#contract/idempotency.ts'
import {
  closeTestServers,
  KEY,
  postSubmission,
  startProxyHost,
  startTestHost,
} from '#host/servers.fixture.ts'

afterEach(closeTestServers)

const ID = '11111111-2222-4333-8444-555555555555'
const headers = { Authorization: `Bearer ${KEY}` }
const ofAnotherSite = { ...headers, 'Sec-Fetch-Site': 'cross-site' }

it.each<[string, RequestInit, number]>([
  [idempotencyPath(ID), { headers }, 200],
  [idempotencyPath(ID), {}, 401],
  [idempotencyPath(ID), { headers: { Authorization: 'Basic x' } }, 401],
  [idempotencyPath('x'), { headers }, 400],
  [idempotencyPath(''), { headers }, 404],
  [idempotencyPath(`${ID}/x`), { headers }, 404],
  [idempotencyPath(ID), { headers, method: 'POST' }, 405],
  [idempotencyPath(ID), { headers, method: 'PUT' }, 405],
  [idempotencyPath(ID), { headers, method: 'DELETE' }, 200],
  [idempotencyPath(ID), { method: 'DELETE' }, 401],
  [idempotencyPath(ID), { headers: ofAnotherSite, method: 'DELETE' }, 403],
  [idempotencyPath(ID), { headers: ofAnotherSite }, 403],
])('%s %j is %i', async (path, init, status) => {
  const { url } = await startTestHost()
  const response = await fetch(`${url}${path}`, init)
  expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toBeDefined()
  expect(response.status).toBe(status)
})

it('answers HEAD like GET: without a body, and without cancelling the creation', async () => {
  const { host, service } = await startProxyHost()
  const head = (init: RequestInit) =>
    fetch(`${host.url}${idempotencyPath(ID)}`, { ...init, method: 'HEAD' })
  const response = await head({ headers })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(await response.text()).toBe('')
  expect((await head({})).status).toBe(401)
  expect((await postSubmission(host.url, ID)).status).toBe(200)
  expect(service.received).toHaveLength(1)
})
