import { afterEach, expect, it } from 'vitest'

import { bodies } from '#host/malformed-requests/bodies.fixture.ts'
import { chunks, connections, framing } from '#host/malformed-requests/framing.fixture.ts'
import { headers, identities, methods } from '#host/malformed-requests/headers.fixture.ts'
import {
  type Arrival,
  get,
  LIST,
  LISTED,
  type MalformedRequest,
  MARK,
} from '#host/malformed-requests/malformed-request.fixture.ts'
import {
  type RecordingService,
  startRecordingService,
} from '#host/malformed-requests/recording-service.fixture.ts'
import { type RawAnswer, sendBytes } from '#host/malformed-requests/send-bytes.fixture.ts'
import { encodings, paths, queries, targets } from '#host/malformed-requests/targets.fixture.ts'
import {
  closeAfterTest,
  closeTestServers,
  startTestHost,
  type TestHost,
  writeFolder,
} from '#host/servers.fixture.ts'
import { openUpstream } from '#host/upstream/upstream.ts'

afterEach(closeTestServers)

/** Two scripts and a style sheet stand in the page, as in the app's. */
const PAGE =
  '<!doctype html><title>Marquee</title><script>1</script><script>2</script><style>a{}</style>'

it.each<[string, readonly MalformedRequest[]]>([
  ['the path', paths],
  ['the target', targets],
  ['escapes in the path', encodings],
  ['the method', methods],
  ['the query', queries],
  ['the headers', headers],
  ['host, key and name', identities],
  ['lengths and line ends', framing],
  ['bodies in chunks', chunks],
  ['the body', bodies],
  ['the connection', connections],
])('malformed requests have the outcome of the table: %s', async (_, requests) => {
  const service = await startRecordingService()
  closeAfterTest(() => service.close())
  const upstream = openUpstream(`http://${service.host}/v1`)
  closeAfterTest(() => upstream.close())
  const distDir = writeFolder({ 'index.html': PAGE })
  const host = await startTestHost({ taskApi: upstream, distDir })
  const problems: string[] = []
  for (const [index, request] of requests.entries()) {
    problems.push(...(await problemsOf(request, `malformed-${index}`, { host, service })))
    // The host goes on; and what a malformed request left behind shows up in front of this one.
    const after = { ...LISTED, name: `after ${request.name}`, bytes: get(LIST) }
    problems.push(...(await problemsOf(after, `after-${index}`, { host, service })))
  }
  expect(problems).toEqual([])
  const log = host.lines.join('\n')
  expect(log).not.toMatch(/malformed-\d|Bearer|images\.example/)
  expect(log).not.toContain('"event":"error"')
  // What it was to send on has been sent by then.
  await host.drain(0)
  expect(await service.take(0)).toEqual([])
})

/** Sends a malformed request. @returns where its outcome is not that of the table, a line each */
async function problemsOf(
  request: MalformedRequest,
  key: string,
  { host, service }: { host: TestHost; service: RecordingService },
): Promise<string[]> {
  const text = request.bytes.replaceAll('{host}', new URL(host.url).host).replaceAll('{key}', key)
  // If no answer is expected, the host closes the connection.
  const all = request.answers.length > 0 ? request.answers.length : Infinity
  const { waitsFor = all, piecewise = false } = request
  const answers = await sendBytes(host.port, Buffer.from(text, 'latin1'), { waitsFor, piecewise })
  const arrived = await service.take(request.arrives.length)
  const got = answers === 'hangs' ? [] : answers
  const statuses = answers === 'hangs' ? answers : got.map(({ status }) => status).join(' ')

  const isOther = request.or?.answers.join(' ') === statuses
  const { answers: expectedStatuses, arrives } = (isOther ? request.or : undefined) ?? request
  const shapes = shapesOfOperations(service.host)
  const missing = arrives.map((arrival) => describe(arrival, key))
  const foreign = arrived.filter((bytes) => {
    const index = missing.indexOf(readOperation(bytes, shapes) ?? 'no operation')
    if (index !== -1) missing.splice(index, 1)
    return index === -1
  })
  const unsafe = got.filter((answer) => !isSafe(answer, request.isPage === true, key))
  return [
    ...(expectedStatuses.join(' ') === statuses ? [] : [`answered "${statuses}"`]),
    ...missing.map((arrival) => `did not arrive: ${arrival}`),
    ...foreign.map((bytes) => `arrived: ${JSON.stringify(bytes)}`),
    ...unsafe.map(({ text: answer }) => `unsafe answer: ${JSON.stringify(answer)}`),
  ].map((wrong) => `${request.name}: ${wrong}`)
}

/** The two operations as the host writes them, to the last byte; all but their groups is the same each time. */
function shapesOfOperations(serviceHost: string): readonly RegExp[] {
  const head = (connection: string) =>
    String.raw`host: ${serviceHost.replaceAll('.', String.raw`\.`)}\r\nconnection: ${connection}\r\n` +
    String.raw`Authorization: Bearer (?<key>[\x21-\x7e]{1,1024})\r\nAccept: application/json\r\n` +
    String.raw`Accept-Encoding: identity\r\nX-Request-Id: \d{16}\r\n`
  const query = String.raw`(?<query>(?:[?&](?:status|scene|page|page_size)=\w+)*)`
  const end = String.raw`Content-Type: application/json\r\ncontent-length: (?<length>\d+)\r\n\r\n(?<body>\{.*\})`
  return [
    `GET /v1/plugins/video/tasks${query} HTTP/1\\.1\\r\\n${head('keep-alive')}\\r\\n`,
    `POST /v1/plugins/poster/tasks HTTP/1\\.1\\r\\n${head('close')}${end}`,
  ].map((shape) => new RegExp(`^${shape}$`))
}

/** Which operation bytes are; undefined: none, or something more. */
function readOperation(bytes: string, shapes: readonly RegExp[]): string | undefined {
  const groups = shapes.map((shape) => shape.exec(bytes)?.groups).find((found) => found)
  if (groups === undefined || bytes.includes(MARK)) return undefined
  const { key = '', query = '', body = '', length = '0' } = groups
  return body.length === Number(length) ? describe({ query, body }, key) : undefined
}

function describe({ query = '', body = '', key = '{key}' }: Arrival, sentKey: string): string {
  return JSON.stringify({ query, body, key: key.replace('{key}', sentKey) })
}

/** Code and styles of our own files alone, and of the two scripts and the style sheet that stand in the page. */
const HASH = String.raw` 'sha256-[\w+/]{43}='`
const OF_PAGE = new RegExp(`script-src 'self'${HASH}${HASH};.* style-src 'self'${HASH};`)

/** Whether an answer is data for a browser, or the page with its own policy, and repeats nothing. */
function isSafe({ text, head }: RawAnswer, isPage: boolean, key: string): boolean {
  const policies = Array.from(
    head.matchAll(/^content-security-policy: (.*)\r$/gim),
    ([, policy]) => policy,
  )
  const isUnderPolicy = isPage
    ? policies.length === 1 && OF_PAGE.test(policies[0] ?? '')
    : policies.join() === "default-src 'none'; sandbox"
  return (
    isUnderPolicy &&
    /^x-content-type-options: nosniff\r$/im.test(head) &&
    /^cross-origin-resource-policy: same-origin\r$/im.test(head) &&
    /^cache-control: no-store\r$/im.test(head) &&
    !/^(?:set-cookie|access-control-[a-z-]+|location|server|x-powered-by):/im.test(head) &&
    !text.includes(MARK) &&
    !text.includes(key)
  )
}
