import { once } from 'node:events'
import { createServer } from 'node:net'

import { afterEach, expect, it } from 'vitest'

import { successEnvelope } from '#contract/envelope.ts'
import { HOST_ERROR_CODE_HEADER } from '#contract/host-error-code.ts'
import {
  closeAfterTest,
  closeTestServers,
  openProxy,
  portOf,
  readJson,
} from '#host/servers.fixture.ts'

afterEach(closeTestServers)

const BODY = JSON.stringify(successEnvelope({ uuid: 'd3f1' }))
const LENGTH = `Content-Length: ${BODY.length}`
const CHUNKS = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`

/** The bytes of an answer with these headers. */
const answer = (headers: readonly string[], body = BODY) =>
  ['HTTP/1.1 200 OK', ...headers, '', body].join('\r\n')

/** Starts a service that sends these bytes for each request, and counts the requests. */
async function startRaw(bytes: string) {
  let requests = 0
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      requests += 1
      socket.end(bytes)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeAfterTest(() => void server.close())
  return { url: `http://127.0.0.1:${portOf(server)}`, requests: () => requests }
}

it.each<[string, string]>([
  ['100 Continue before it', `HTTP/1.1 100 Continue\r\n\r\n${answer([LENGTH])}`],
  ['102 Processing before it', `HTTP/1.1 102 Processing\r\n\r\n${answer([LENGTH])}`],
  [
    'several interim answers before it',
    'HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n' +
      `HTTP/1.1 100 Continue\r\nContent-Length: 0\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n${answer([LENGTH])}`,
  ],
  ['a length beside chunks', answer([LENGTH, 'Transfer-Encoding: chunked'], CHUNKS)],
  ['Transfer-Encoding: identity', answer(['Transfer-Encoding: identity', LENGTH])],
  ['line ends without CR', answer([LENGTH]).replaceAll('\r\n', '\n')],
  ['40 kB of headers', answer([`Set-Cookie: a=${'b'.repeat(40_000)}`, LENGTH])],
  ['no length, and its end is that of the connection', answer(['Content-Type: text/plain'])],
  ['HTTP/1.0', answer([]).replace('1.1', '1.0')],
])('an answer with %s is read, and a creation is sent once', async (_, bytes) => {
  const service = await startRaw(bytes)
  const { list, create } = openProxy(service.url)
  const created = await create()
  expect(created).toMatchObject({ status: 200, json: successEnvelope({ uuid: 'd3f1' }) })
  expect(service.requests()).toBe(1)
  expect(await list()).toMatchObject({ status: 200, json: successEnvelope({ uuid: 'd3f1' }) })
})

it.each<[string, string, string]>([
  ['two lengths', answer([LENGTH, LENGTH]), 'HPE_UNEXPECTED_CONTENT_LENGTH'],
  ['two other lengths', answer([LENGTH, 'Content-Length: 3']), 'HPE_UNEXPECTED_CONTENT_LENGTH'],
  ['a broken name of a header', answer(['X Y : z', LENGTH]), 'HPE_INVALID_HEADER_TOKEN'],
  ['a broken chunk', answer(['Transfer-Encoding: chunked'], 'zz'), 'HPE_INVALID_CHUNK_SIZE'],
  ['100 kB of headers', answer([`X: ${'y'.repeat(100_000)}`, LENGTH]), 'HPE_HEADER_OVERFLOW'],
  ['another protocol', `S3CRET ${BODY}`, 'HPE_INVALID_CONSTANT'],
  ['fewer bytes than it says', answer([LENGTH], '{'), 'ECONNRESET'],
])('an answer with %s is refused by its code', async (_, bytes, code) => {
  const service = await startRaw(bytes)
  const { list, create, lines } = openProxy(service.url)
  const created = await create()
  expect(created.headers.get(HOST_ERROR_CODE_HEADER)).toBe('broken-off')
  expect(created.message).toBe(
    `The connection to the Task API broke (${code}). The task may have been created.`,
  )
  expect(service.requests()).toBe(1)
  expect((await list()).message).toContain(code)
  expect(lines.map(readJson)).toMatchObject([
    {
      event: 'service-fault',
      operation: 'createPosterTask',
      hostErrorCode: 'broken-off',
      reason: code,
    },
    {
      event: 'service-fault',
      operation: 'listVideoTasks',
      hostErrorCode: 'broken-off',
      reason: code,
    },
  ])
  expect(lines.join('\n')).not.toContain('S3CRET')
})

it('an answer that wants another protocol is an odd status', async () => {
  const switching = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'
  const { create } = openProxy((await startRaw(switching)).url)
  const created = await create()
  expect(created.headers.get(HOST_ERROR_CODE_HEADER)).toBe('odd-status')
  expect(created.message).toContain('The task may have been created')
})
