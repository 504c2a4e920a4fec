import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { afterEach, describe, expect, it } from 'vitest'

import { HOST_ERROR_CODE_HEADER } from '#contract/host-error-code.ts'
import { NOT_SENT_HEADER } from '#contract/operations.ts'
import { successEnvelope } from '#contract/envelope.ts'
import { type GateLimits, requestGate } from '#host/upstream/request-gate.ts'
import { openUpstream } from '#host/upstream/upstream.ts'
import {
  clientSignalOf,
  closeAfterTest,
  closeTestServers,
  KEY,
  postSubmission,
  sendJson,
  startService,
  startTestHost,
} from '#host/servers.fixture.ts'

afterEach(closeTestServers)

const ID = '11111111-2222-4333-8444-555555555555'

/** A gate, and requests behind it that are answered when the test says so. */
function openGate(limits: GateLimits) {
  const held: (() => void)[] = []
  const arrived: string[] = []
  const gate = requestGate(limits)
  return {
    arrived,
    ask: async (name: string, apiKey = 'key', leaving?: AbortSignal) =>
      gate.pass(
        { apiKey, body: undefined, clientSignal: leaving && clientSignalOf(leaving) },
        async () => {
          arrived.push(name)
          await new Promise<void>((resolve) => {
            held.push(resolve)
          })
          return Response.json({})
        },
      ),
    answerOne: () => held.shift()?.(),
    /** Lets all that is ready happen. */
    settle: () => nextTurn(),
  }
}

const many = { concurrent: 2, perKey: 10, waitMs: 60_000 }

describe('requests over the limit', () => {
  it('wait for a place, in the order in which they came', async () => {
    const { ask, answerOne, arrived, settle } = openGate(many)
    const answers = ['a', 'b', 'c', 'd'].map((name) => ask(name))
    await settle()
    expect(arrived).toEqual(['a', 'b'])
    for (const _ of answers) {
      answerOne()
      await settle()
    }
    expect(arrived).toEqual(['a', 'b', 'c', 'd'])
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  it('are refused after a while, before anything is sent', async () => {
    const { ask, answerOne, arrived, settle } = openGate({ ...many, concurrent: 1, waitMs: 1 })
    const first = ask('a')
    const refused = await ask('b')
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('2')
    expect(refused.headers.get(NOT_SENT_HEADER)).toBe('1')
    expect(refused.headers.get(HOST_ERROR_CODE_HEADER)).toBe('overloaded')
    expect(await refused.json()).toMatchObject({ code: 503, data: null })
    expect(arrived).toEqual(['a'])
    answerOne()
    expect((await first).status).toBe(200)
    // Its place is free again.
    const next = ask('c')
    await settle()
    answerOne()
    expect((await next).status).toBe(200)
  })

  it('are refused at once while too many bytes wait', async () => {
    const limits = { ...many, concurrent: 1, waitingBytes: 1500 }
    const { ask, answerOne, settle } = openGate(limits)
    const answers = [ask('a'), ask('b')]
    expect((await ask('c')).status).toBe(503)
    answerOne()
    await settle()
    answerOne()
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200])
  })

  it('leave their place in the queue when the browser leaves', async () => {
    const { ask, answerOne, arrived, settle } = openGate({ ...many, concurrent: 1 })
    const leaving = new AbortController()
    const answers = [ask('a'), ask('b', 'key', leaving.signal), ask('c')]
    leaving.abort()
    await settle()
    answerOne()
    await settle()
    answerOne()
    await Promise.all(answers)
    expect(arrived).toEqual(['a', 'c'])
  })
})

it('one key cannot take the places of another', async () => {
  const { ask, answerOne, arrived, settle } = openGate({ ...many, perKey: 2 })
  const greedy = ['a', 'b', 'c'].map((name) => ask(name, 'greedy'))
  const modest = ask('d', 'modest')
  expect((await greedy[2])?.status).toBe(503)
  for (const _ of [1, 2, 3]) {
    await settle()
    answerOne()
  }
  expect((await modest).status).toBe(200)
  expect(arrived).toEqual(['a', 'b', 'd'])
  // Its requests are over, so the key has places again.
  const later = ask('e', 'greedy')
  await settle()
  answerOne()
  expect((await later).status).toBe(200)
})

it('gives the place back after a failure', async () => {
  const gate = requestGate({ concurrent: 1, perKey: 1 })
  const request = { apiKey: 'key', body: undefined, clientSignal: undefined }
  for (const _ of [1, 2]) {
    const failing = gate.pass(request, () => Promise.reject(new Error('broken')))
    await expect(failing).rejects.toThrow('broken')
  }
})

describe('in a host', () => {
  async function startGatedHost(limits: GateLimits) {
    const service = await startService((response) => sendJson(response, 200, successEnvelope({})))
    const taskApi = openUpstream(service.url, {}, { gate: requestGate(limits) })
    closeAfterTest(() => taskApi.close())
    return { service, host: await startTestHost({ taskApi }) }
  }

  it('a creation over the limit is recorded as not sent, and a repeat does not send it', async () => {
    const { service, host } = await startGatedHost({ concurrent: 1, perKey: 0 })
    for (const _ of [1, 2]) {
      const response = await postSubmission(host.url, ID)
      expect(response.status).toBe(503)
      expect(response.headers.get(NOT_SENT_HEADER)).toBe('1')
      expect(response.headers.get('retry-after')).toBe('2')
    }
    expect(service.received).toEqual([])
  })

  it('a browser whose body does not come holds no place', async () => {
    const { host } = await startGatedHost({ concurrent: 1, perKey: 1 })
    const slow = connect(host.port, '127.0.0.1')
    closeAfterTest(() => slow.destroy())
    const head = [
      'POST /api/plugins/poster/tasks HTTP/1.1',
      `Host: localhost:${host.port}`,
      `Authorization: Bearer ${KEY}`,
      'Content-Type: application/json',
      'Content-Length: 100',
      'Expect: 100-continue',
    ]
    slow.write(`${head.join('\r\n')}\r\n\r\n`)
    // The host has read the head when it asks for the body.
    await once(slow, 'data')
    const list = await fetch(`${host.url}/api/plugins/video/tasks`, {
      headers: { Authorization: `Bearer ${KEY}` },
    })
    expect(list.status).toBe(200)
  })
})
