import { afterEach, describe, expect, it } from 'vitest'

import { errorEnvelope, successEnvelope } from '#contract/envelope.ts'
import { MAX_REQUEST_BYTES } from '#contract/operations.ts'
import {
  closeTestServers,
  CREATE_PATH,
  creation,
  KEY,
  LIST_PATH,
  openProxy,
  type ProxyInit,
  sendJson,
  startService,
} from '#host/servers.fixture.ts'

afterEach(closeTestServers)

const textLike = (pattern: RegExp): unknown => expect.stringMatching(pattern)

describe('what the service sees', () => {
  it('is a new list request with the headers of the specification only', async () => {
    const service = await startService((response) => sendJson(response, 200, successEnvelope({})))
    const { list } = openProxy(`${service.url}/v1`)
    await list('?page=3&x=1&status=failed&page_size=50&api_key=s', {
      headers: {
        Cookie: 'a=b',
        'User-Agent': 'browser',
        Referer: 'http://x.example/',
        'X-HTTP-Method-Override': 'DELETE',
        'Idempotency-Key': '1',
        'Accept-Encoding': 'br',
      },
    })
    expect(service.received).toEqual([
      {
        method: 'GET',
        target: '/v1/plugins/video/tasks?status=failed&page=3&page_size=50',
        body: '',
        headers: [
          ['host', new URL(service.url).host],
          ['connection', 'keep-alive'],
          ['Authorization', `Bearer ${KEY}`],
          ['Accept', 'application/json'],
          ['Accept-Encoding', 'identity'],
        ],
      },
    ])
  })

  it('is a new creation with its two fields', async () => {
    const service = await startService((response) => sendJson(response, 201, successEnvelope({})))
    const { create } = openProxy(service.url)
    const reply = await create({ ...creation, points: 1, 'X-Override': 'y' }, {})
    expect(reply.status).toBe(201)
    const body = JSON.stringify(creation)
    expect(service.received).toEqual([
      {
        method: 'POST',
        target: CREATE_PATH,
        body,
        headers: [
          ['host', new URL(service.url).host],
          ['connection', 'close'],
          ['Authorization', `Bearer ${KEY}`],
          ['Accept', 'application/json'],
          ['Accept-Encoding', 'identity'],
          ['Content-Type', 'application/json'],
          ['content-length', String(body.length)],
        ],
      },
    ])
  })
})

describe('what never reaches the service', () => {
  async function refused(
    path: string,
    init: ProxyInit,
  ): Promise<{ status: number; message: string; allow: string | null }> {
    const service = await startService((response) => sendJson(response, 200, successEnvelope({})))
    const { status, json, message, headers } = await openProxy(service.url).ask(path, init)
    expect(service.received).toEqual([])
    expect(json).toEqual(errorEnvelope(status, message))
    expect(message).not.toBe('')
    return { status, message, allow: headers.get('allow') }
  }
  const post = (body: string, type = 'application/json') => ({
    method: 'POST',
    body,
    headers: { 'Content-Type': type },
  })

  it.each([
    '/',
    '/plugins/video/tasks/',
    '//plugins/video/tasks',
    '/plugins/video/task%73',
    '/PLUGINS/video/tasks',
    '/plugins/video/tasks;a=b',
    '/account',
  ])('the path %s', async (path) => {
    expect(await refused(path, {})).toMatchObject({ status: 404 })
  })

  it('another method, also in an override header', async () => {
    expect(await refused(LIST_PATH, { method: 'DELETE' })).toMatchObject({
      status: 405,
      allow: 'GET',
    })
    expect(await refused(CREATE_PATH, {})).toMatchObject({ status: 405, allow: 'POST' })
    expect(
      await refused(LIST_PATH, { method: 'POST', headers: { 'X-HTTP-Method-Override': 'GET' } }),
    ).toMatchObject({ status: 405, allow: 'GET' })
  })

  it.each(['', 'Bearer', 'Basic YTpi', 'Bearer a, Bearer b'])(
    'the authorization %j',
    async (authorization) => {
      const reply = await refused(LIST_PATH, { headers: { Authorization: authorization } })
      expect(reply.status).toBe(401)
    },
  )

  it('an invalid parameter', async () => {
    expect(
      await refused(`${LIST_PATH}?status=done&page=0&page_size=20&page_size=30`, {}),
    ).toMatchObject({
      status: 400,
      message: textLike(/status must be .*page must be .*page_size/),
    })
  })

  it('an invalid body', async () => {
    expect(await refused(CREATE_PATH, post('{"image_url":'))).toMatchObject({ status: 400 })
    expect(await refused(CREATE_PATH, post('{}'))).toMatchObject({
      status: 400,
      message: textLike(/image_url must be .*prompt must be one of youqian/),
    })
    const large = JSON.stringify({ ...creation, x: 'x'.repeat(MAX_REQUEST_BYTES) })
    expect(await refused(CREATE_PATH, post(large))).toMatchObject({ status: 413 })
  })
})
