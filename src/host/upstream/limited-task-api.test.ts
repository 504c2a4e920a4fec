import { setImmediate as nextTurn } from 'node:timers/promises'

import { afterEach, describe, expect, it } from 'vitest'

import { HOST_FINDING_HEADER } from '#contract/host-finding.ts'
import { NOT_SENT_HEADER } from '#contract/operations.ts'
import { limitedTaskApi, type RequestLimits } from '#host/upstream/limited-task-api.ts'
import { closeTestServers, postSubmission, startTestHost } from '#host/servers.fixture.ts'

afterEach(closeTestServers)

const ID = '11111111-2222-4333-8444-555555555555'

/** A Task API that answers when it is told to, behind limits. */
function openLimited(limits: RequestLimits) {
  const held: (() => void)[] = []
  const arrived: string[] = []
  const api = limitedTaskApi(
    {
      async fetch(request) {
        arrived.push(new URL(request.url).search)
        await new Promise<void>((resolve) => {
          held.push(resolve)
        })
        return Response.json({})
      },
    },
    limits,
  )
  return {
    arrived,
    ask: async (name: string, apiKey = 'key', left?: AbortSignal) => {
      const headers = { Authorization: `Bearer ${apiKey}` }
      return api.fetch(new Request(`http://host.invalid/api/x?${name}`, { headers }), { left })
    },
    answerOne: () => held.shift()?.(),
    /** Lets all that is ready happen. */
    settle: () => nextTurn(),
  }
}

const many = { concurrent: 2, perKey: 10, waitMs: 60_000 }

describe('requests over the limit', () => {
  it('wait for a place, in the order in which they came', async () => {
    const { ask, answerOne, arrived, settle } = openLimited(many)
    const answers = ['a', 'b', 'c', 'd'].map((name) => ask(name))
    await settle()
    expect(arrived).toEqual(['?a', '?b'])
    for (const _ of answers) {
      answerOne()
      await settle()
    }
    expect(arrived).toEqual(['?a', '?b', '?c', '?d'])
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  it('are refused after a while, before anything is sent', async () => {
    const { ask, answerOne, arrived, settle } = openLimited({ ...many, concurrent: 1, waitMs: 1 })
    const first = ask('a')
    const refused = await ask('b')
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('2')
    expect(refused.headers.get(NOT_SENT_HEADER)).toBe('1')
    expect(refused.headers.get(HOST_FINDING_HEADER)).toBe('overloaded')
    expect(await refused.json()).toMatchObject({ code: 503, data: null })
    expect(arrived).toEqual(['?a'])
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
    const { ask, answerOne, settle } = openLimited(limits)
    const answers = [ask('a'), ask('b')]
    expect((await ask('c')).status).toBe(503)
    answerOne()
    await settle()
    answerOne()
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200])
  })

  it('leave their place in the queue when the browser leaves', async () => {
    const { ask, answerOne, arrived, settle } = openLimited({ ...many, concurrent: 1 })
    const leaving = new AbortController()
    const answers = [ask('a'), ask('b', 'key', leaving.signal), ask('c')]
    leaving.abort()
    await settle()
    answerOne()
    await settle()
    answerOne()
    await Promise.all(answers)
    expect(arrived).toEqual(['?a', '?c'])
  })
})

it('one key cannot take the places of another', async () => {
  const { ask, answerOne, arrived, settle } = openLimited({ ...many, perKey: 2 })
  const greedy = ['a', 'b', 'c'].map((name) => ask(name, 'greedy'))
  const modest = ask('d', 'modest')
  expect((await greedy[2])?.status).toBe(503)
  for (const _ of [1, 2, 3]) {
    await settle()
    answerOne()
  }
  expect((await modest).status).toBe(200)
  expect(arrived).toEqual(['?a', '?b', '?d'])
  // Its requests are over, so the key has places again.
  const later = ask('e', 'greedy')
  await settle()
  answerOne()
  expect((await later).status).toBe(200)
})

it('gives the place back after a failure', async () => {
  const failing = { fetch: () => Promise.reject(new Error('broken')) }
  const api = limitedTaskApi(failing, { concurrent: 1, perKey: 1 })
  for (const _ of [1, 2]) {
    await expect(api.fetch(new Request('http://host.invalid/api/x'))).rejects.toThrow('broken')
  }
})

it('a creation over the limit is recorded as not sent, and a repeat does not send it', async () => {
  let calls = 0
  const taskApi = {
    fetch: () => {
      calls += 1
      return Response.json({})
    },
  }
  const host = await startTestHost({
    taskApi: limitedTaskApi(taskApi, { concurrent: 1, perKey: 0 }),
  })
  for (const _ of [1, 2]) {
    const response = await postSubmission(host.url, ID)
    expect(response.status).toBe(503)
    expect(response.headers.get(NOT_SENT_HEADER)).toBe('1')
    expect(response.headers.get('retry-after')).toBe('2')
  }
  expect(calls).toBe(0)
})
