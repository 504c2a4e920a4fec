import { once } from 'node:events'
import { Agent, request as send } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { afterEach, expect, it, vi } from 'vitest'

import { successEnvelope } from '#contract/envelope.ts'
import {
  closeAfterTest,
  closeTestServers,
  clientSignalOf,
  portOf,
  sendJson,
  signalled,
  startService,
} from '#host/servers.fixture.ts'
import { exchange, openConnections } from '#host/upstream/upstream-exchange.ts'

afterEach(closeTestServers)

const request = { path: '/x', headers: {}, body: undefined, clientSignal: undefined } as const
const limits = { totalMs: 25_000, responseBytes: 1000 }

function openTestConnections(origin: string, isFresh: boolean) {
  const connections = openConnections(origin, { isFresh, connectMs: 5000 })
  closeAfterTest(() => connections.close())
  return connections
}

it('writes nothing to a connection that comes after it was told that there was none', async () => {
  const ended = signalled<Buffer>()
  const server = createServer((socket) => {
    const received: Buffer[] = []
    socket.on('data', (chunk) => received.push(chunk))
    socket.once('error', () => undefined)
    socket.once('close', () => ended.fire(Buffer.concat(received)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeAfterTest(() => void server.close())
  const port = portOf(server)
  let openLate: () => void = () => undefined
  const agent = new Agent()
  agent.createConnection = (_options, callback) => {
    openLate = () => {
      const socket: Socket = connect(port, '127.0.0.1', () => callback?.(null, socket))
    }
    return undefined
  }
  closeAfterTest(() => agent.destroy())
  const connections = {
    request: (options: object) => send({ ...options, agent }),
    headers: ['host', 'service.example'],
    pathPrefix: '',
    via: undefined,
    connectMs: 5000,
    close: () => undefined,
  }
  const creation = { ...request, method: 'POST', body: '{}' } as const
  const result = await exchange(connections, creation, { ...limits, totalMs: 10 })
  expect(result).toEqual({
    kind: 'no-connection',
    timedOut: true,
    reason: 'no connection in time',
  })
  openLate()
  expect((await ended.fired).toString()).toBe('')
})

it('gives each address of a name half of the time for a connection', async () => {
  const connecting = vi.spyOn(Agent.prototype, 'createConnection')
  closeAfterTest(() => connecting.mockRestore())
  const service = await startService((response) => sendJson(response, 200, successEnvelope({})))
  await exchange(openTestConnections(service.url, true), { ...request, method: 'GET' }, limits)
  expect(connecting.mock.calls[0]?.[0]).toMatchObject({
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 2500,
  })
})

it('ends at once for a browser that has left before it was sent', async () => {
  const service = await startService((response) => sendJson(response, 200, successEnvelope({})))
  const connections = openTestConnections(service.url, false)
  const clientSignal = clientSignalOf(AbortSignal.abort())
  const result = await exchange(connections, { ...request, method: 'GET', clientSignal }, limits)
  expect(result).toEqual({ kind: 'aborted' })
  expect(service.received).toEqual([])
})

it('ends each of many requests whose browsers leave at any moment', async () => {
  const service = await startService((response) => sendJson(response, 200, successEnvelope({})))
  const connections = openTestConnections(service.url, false)
  const results: Promise<{ kind: string }>[] = []
  for (let round = 0; round < 20; round += 1) {
    for (let count = 0; count < 16; count += 1) {
      const leaving = new AbortController()
      const clientSignal = clientSignalOf(leaving.signal)
      results.push(exchange(connections, { ...request, method: 'GET', clientSignal }, limits))
      if (count % 2 === 0) setImmediate(() => leaving.abort())
    }
    await results.at(-1)
  }
  const kinds = new Set((await Promise.all(results)).map(({ kind }) => kind))
  expect([...kinds].toSorted()).toEqual(['aborted', 'answer'])
})

it('tells a connection that was used before from a new one', async () => {
  let answers = 0
  const service = await startService((response, { socket }) => {
    answers += 1
    if (answers === 2) sendJson(response, 200, successEnvelope({}))
    else socket.destroy()
  })
  const connections = openTestConnections(service.url, false)
  const results = []
  for (let sent = 0; sent < 3; sent += 1) {
    results.push(await exchange(connections, { ...request, method: 'GET' }, limits))
    await nextTurn()
    await nextTurn()
  }
  expect(results).toMatchObject([
    { kind: 'broken', isStale: false },
    { kind: 'answer' },
    { kind: 'broken', isStale: true },
  ])
})

it.each([
  [true, 3],
  [false, 1],
])('opens a connection for each request if they must be fresh: %s', async (isFresh, count) => {
  const ports = new Set<number | undefined>()
  const service = await startService((response, { socket }) => {
    ports.add(socket.remotePort)
    sendJson(response, 200, successEnvelope({}))
  })
  const connections = openTestConnections(service.url, isFresh)
  for (let sent = 0; sent < 3; sent += 1) {
    const result = await exchange(connections, { ...request, method: 'GET' }, limits)
    expect(result.kind).toBe('answer')
    // A connection is free for the next request once the event loop has gone round.
    await nextTurn()
    await nextTurn()
  }
  expect(ports.size).toBe(count)
})
