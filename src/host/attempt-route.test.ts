import { afterEach, expect, it } from 'vitest'

import { attemptPath } from '#contract/attempts.ts'
import {
  closeTestServers,
  KEY,
  postAttempt,
  startProxyHost,
  startTestHost,
} from '#host/servers.fixture.ts'

afterEach(closeTestServers)

const ID = '11111111-2222-4333-8444-555555555555'
const headers = { Authorization: `Bearer ${KEY}` }
const ofAnotherSite = { ...headers, 'Sec-Fetch-Site': 'cross-site' }

it.each<[string, RequestInit, number]>([
  [attemptPath(ID), { headers }, 200],
  [attemptPath(ID), {}, 401],
  [attemptPath(ID), { headers: { Authorization: 'Basic x' } }, 401],
  [attemptPath('x'), { headers }, 400],
  [attemptPath(''), { headers }, 404],
  [attemptPath(`${ID}/x`), { headers }, 404],
  [attemptPath(ID), { headers, method: 'POST' }, 405],
  [attemptPath(ID), { headers, method: 'PUT' }, 405],
  [attemptPath(ID), { headers, method: 'DELETE' }, 200],
  [attemptPath(ID), { method: 'DELETE' }, 401],
  [attemptPath(ID), { headers: ofAnotherSite, method: 'DELETE' }, 403],
  [attemptPath(ID), { headers: ofAnotherSite }, 403],
])('%s %j is %i', async (path, init, status) => {
  const { url } = await startTestHost()
  const response = await fetch(`${url}${path}`, init)
  expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toBeDefined()
  expect(response.status).toBe(status)
})

it('is asked by HEAD as by GET: without a body, and without giving the creation up', async () => {
  const { host, service } = await startProxyHost()
  const head = (init: RequestInit) =>
    fetch(`${host.url}${attemptPath(ID)}`, { ...init, method: 'HEAD' })
  const response = await head({ headers })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(await response.text()).toBe('')
  expect((await head({})).status).toBe(401)
  expect((await postAttempt(host.url, ID)).status).toBe(200)
  expect(service.received).toHaveLength(1)
})
