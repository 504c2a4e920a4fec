import type { HostProcess, HostProcessOptions } from '#e2e/support/host-process.ts'

import {
  type Arrival,
  get,
  LIST,
  LISTED,
  type MalformedRequest,
  MARK,
} from './malformed-request.ts'
import { startRecordingService } from './recording-service.ts'
import { type RawAnswer, sendBytes } from './send-bytes.ts'

/** What is counted over a table of malformed requests. */
const NOTHING = {
  answers: 0,
  /** malformed requests with another outcome than the table says */
  surprises: 0,
  expected: 0,
  arrived: 0,
  /** requests at the service that are not one of the two operations as the host writes them */
  notOperations: 0,
  /** bytes at the service that are no part of what was expected */
  foreignBytes: 0,
  /** answers without the headers that make them data for a browser, or with what was sent in them */
  unsafeAnswers: 0,
  /** normal requests that were answered as usual, one after each malformed request */
  servedAfter: 0,
}

/**
 * Sends each malformed request to a host in front of a service that records every byte it gets.
 *
 * @returns what was counted, and what went wrong, a line each
 */
export async function sendMalformedRequests(
  startHost: (options: HostProcessOptions) => Promise<HostProcess>,
  requests: readonly MalformedRequest[],
): Promise<{ counted: typeof NOTHING; problems: string[] }> {
  const service = await startRecordingService()
  const host = await startHost({ taskApiUrl: `http://${service.host}/v1` })
  const shapes = shapesOfOperations(service.host)
  const problems: string[] = []
  const counted = { ...NOTHING }

  /** @returns whether what came of it is what the table says */
  async function send(request: MalformedRequest, key: string): Promise<boolean> {
    const text = request.bytes
      .replaceAll('{host}', new URL(host.origin).host)
      .replaceAll('{key}', key)
    // If no answer is expected, the host closes the connection.
    const all = request.answers.length > 0 ? request.answers.length : Infinity
    const { waitsFor = all, piecewise = false } = request
    const answers = await sendBytes(host.port, Buffer.from(text, 'latin1'), { waitsFor, piecewise })
    const arrived = await service.take(request.arrives.length)
    const got = answers === 'hangs' ? [] : answers
    const statuses = answers === 'hangs' ? answers : got.map(({ status }) => status).join(' ')

    const { answers: expectedStatuses, arrives } =
      request.or?.answers.join(' ') === statuses ? request.or : request
    const missing = arrives.map((arrival) => describe(arrival, key))
    const foreign = arrived.filter((bytes) => {
      const index = missing.indexOf(readOperation(bytes, shapes) ?? 'no operation')
      if (index !== -1) missing.splice(index, 1)
      return index === -1
    })
    const unsafe = got.filter((answer) => !isSafe(answer, request.isPage === true, key))
    counted.answers += got.length
    counted.expected += arrives.length
    counted.arrived += arrived.length
    counted.notOperations += foreign.filter(
      (bytes) => readOperation(bytes, shapes) === undefined,
    ).length
    counted.foreignBytes += foreign.join('').length
    counted.unsafeAnswers += unsafe.length
    const wrongs = [
      ...(expectedStatuses.join(' ') === statuses ? [] : [`answered "${statuses}"`]),
      ...missing.map((arrival) => `did not arrive: ${arrival}`),
      ...foreign.map((bytes) => `arrived: ${JSON.stringify(bytes)}`),
      ...unsafe.map(({ text: answer }) => `unsafe answer: ${JSON.stringify(answer)}`),
    ]
    problems.push(...wrongs.map((wrong) => `${request.name}: ${wrong}`))
    return wrongs.length === 0
  }

  for (const [index, request] of requests.entries()) {
    if (!(await send(request, `malformed-${index}`))) counted.surprises += 1
    // The host goes on; and what a malformed request left behind shows up in front of this one.
    const after = { ...LISTED, name: `after ${request.name}`, bytes: get(LIST) }
    if (await send(after, `after-${index}`)) counted.servedAfter += 1
  }
  const log = host.log()
  if (/malformed-\d|Bearer|images\.example/.test(log)) problems.push('the log has more than paths')
  if (log.includes('"event":"error"')) problems.push('the host was taken by surprise: see its log')
  await host.stop()
  // What it was to send on has been sent by now.
  const late = await service.take(0)
  counted.foreignBytes += late.join('').length
  problems.push(...late.map((bytes) => `arrived late: ${JSON.stringify(bytes)}`))
  await service.close()
  return { counted, problems }
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
