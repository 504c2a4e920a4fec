import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

import { afterEach, describe, expect, it } from 'vitest'

import { successEnvelope } from '#contract/envelope.ts'
import {
  outcomeOf,
  closeTestServers,
  sendJson,
  signalled,
  startProxyHost,
} from '#host/servers.fixture.ts'

afterEach(closeTestServers)

describe('drain', () => {
  it('finishes a creation in flight, and closes unused connections', async () => {
    const arrived = signalled<() => void>()
    const { host, post } = await startProxyHost((response) => {
      arrived.fire(() => sendJson(response, 200, successEnvelope({ uuid: 'u' })))
    })
    // As browsers open them in advance.
    const unused = connect(host.port, '127.0.0.1')
    const unusedClosed = text(unused)
    // A connection kept alive by an earlier request.
    await (await fetch(`${host.url}/healthz`)).text()
    const reply = post()
    const answer = await arrived.fired
    const drained = host.drain(60_000)
    await unusedClosed
    expect(await outcomeOf(fetch(`${host.url}/healthz`))).toBe('cut')
    answer()
    const response = await reply
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ data: { uuid: 'u' } })
    await drained
  })

  it('waits for a creation whose browser has left', async () => {
    const arrived = signalled<() => void>()
    const { host, post } = await startProxyHost((response) => {
      arrived.fire(() => sendJson(response, 200, successEnvelope({ uuid: 'u' })))
    })
    const leaving = new AbortController()
    const reply = post(leaving.signal)
    const answer = await arrived.fired
    leaving.abort()
    expect(await outcomeOf(reply)).toBe('cut')
    const events: string[] = []
    const drained = host.drain(60_000).then(() => events.push('drained'))
    // All the host's connections are closed by now, and still it waits: a host that does not has
    // many turns of the event loop to say so.
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect(await outcomeOf(fetch(`${host.url}/healthz`))).toBe('cut')
    }
    events.push('answered')
    answer()
    await drained
    expect(events).toEqual(['answered', 'drained'])
  })

  it('cuts the remaining connections at its deadline', async () => {
    const arrived = signalled()
    const { host, post } = await startProxyHost(() => arrived.fire())
    const reply = post()
    const outcome = outcomeOf(reply)
    await arrived.fired
    await host.drain(10)
    expect(await outcome).toBe('cut')
  })
})
