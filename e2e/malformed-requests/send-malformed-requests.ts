import type { HostProcess, HostProcessOptions } from '#e2e/support/host-process.ts'

import {
  type MalformedRequest,
  type Arrival,
  get,
  type Outcome,
  MARK,
} from './malformed-request.ts'
import { type RecordingService, startRecordingService } from './recording-service.ts'
import { type RawAnswer, sendBytes } from './send-bytes.ts'

/** What was counted over a table of malformed requests. */
export interface MalformedRequestRun {
  counted: {
    sent: number
    answers: number
    /** malformed requests with another outcome than the table says */
    surprises: number
    /** malformed requests of which the service should get something */
    arriving: number
    expected: number
    arrived: number
    /** requests at the service that are not one of the two operations as the host writes them */
    notOperations: number
    /** bytes at the service that are no part of what was expected */
    foreignBytes: number
    /** answers without the headers that make them data for a browser, or with what was sent in them */
    unsafeAnswers: number
    /** normal requests that were answered as usual, one after each malformed request */
    servedAfter: number
  }
  /** what went wrong, a line each */
  problems: string[]
}

/** What stands before the operations' paths at the service. */
const BASE = '/v1'

/** Sends each malformed request to a host in front of a service that records every byte it gets. */
export async function sendMalformedRequests(
  startHost: (options: HostProcessOptions) => Promise<HostProcess>,
  requests: readonly MalformedRequest[],
): Promise<MalformedRequestRun> {
  const service = await startRecordingService()
  const host = await startHost({ taskApiUrl: `http://${service.host}${BASE}` })
  const problems: string[] = []
  const counted: MalformedRequestRun['counted'] = {
    sent: requests.length,
    answers: 0,
    surprises: 0,
    arriving: 0,
    expected: 0,
    arrived: 0,
    notOperations: 0,
    foreignBytes: 0,
    unsafeAnswers: 0,
    servedAfter: 0,
  }

  async function send(request: MalformedRequest, key: string): Promise<{ fits: boolean }> {
    const text = request.bytes
      .replaceAll('{host}', new URL(host.origin).host)
      .replaceAll('{key}', key)
    const answers = await sendBytes({
      port: host.port,
      bytes: Buffer.from(text, 'latin1'),
      // If no answer is expected, the host closes the connection.
      waitsFor:
        request.waitsFor ?? (request.answers.length > 0 ? request.answers.length : Infinity),
      piecewise: request.piecewise === true,
    })
    const arrived = await service.take(request.arrives.length)
    const got = answers === 'hangs' ? [] : answers
    const statuses = answers === 'hangs' ? answers : got.map(({ status }) => status).join(' ')
    counted.answers += got.length
    counted.arrived += arrived.length
    const notOperations = arrived.filter((bytes) => !isOperation(bytes))
    counted.notOperations += notOperations.length
    const unsafe = got.filter((answer) => !isSafe(answer, request.isPage === true))
    counted.unsafeAnswers += unsafe.length

    const fitsIn = (possible: Outcome) =>
      possible.answers.join(' ') === statuses && possible.arrives.length === arrived.length
    const outcome = request.or !== undefined && fitsIn(request.or) ? request.or : request
    const { expected, foreign } = compare(outcome, arrived, key, service)
    counted.expected += expected.length
    counted.foreignBytes += foreign.reduce((sum, bytes) => sum + bytes.length, 0)
    const wrongs = [
      ...(outcome.answers.join(' ') === statuses ? [] : [`answered "${statuses}"`]),
      ...(expected.length === arrived.length ? [] : [`${arrived.length} arrived`]),
      ...foreign.map((bytes) => `arrived: ${JSON.stringify(bytes)}`),
      ...notOperations.map((bytes) => `no operation: ${JSON.stringify(bytes)}`),
      ...unsafe.map(({ head }) => `unsafe answer: ${JSON.stringify(head)}`),
    ]
    problems.push(...wrongs.map((wrong) => `${request.name}: ${wrong}`))
    return { fits: wrongs.length === 0 }
  }

  for (const [index, request] of requests.entries()) {
    if (request.arrives.length > 0) counted.arriving += 1
    if (!(await send(request, `malformed-${index}`)).fits) counted.surprises += 1
    // The host goes on; and what a malformed request left behind shows up in front of this one.
    const after = {
      name: `after ${request.name}`,
      bytes: get(),
      answers: [200],
      arrives: [{ list: '' }],
    }
    if ((await send(after, `after-${index}`)).fits) counted.servedAfter += 1
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

/** Takes what was expected out of what arrived; what is left is foreign. */
function compare(
  { arrives }: Outcome,
  arrived: readonly string[],
  key: string,
  service: RecordingService,
): { expected: string[]; foreign: string[] } {
  const expected = arrives.map((arrival) => bytesOf(arrival, key, service))
  const foreign = arrived.map((bytes) => bytes.replace(REQUEST_ID, `$1${SOME_ID}`))
  for (const bytes of expected) {
    const index = foreign.indexOf(bytes)
    if (index !== -1) foreign.splice(index, 1)
  }
  return { expected, foreign }
}

/** The host gives each request another ID. */
const REQUEST_ID = /^(X-Request-Id: )\d{16}(?=\r$)/m
const SOME_ID = '0000000000000000'

/** A request as the service gets it, to the last byte but its ID. */
function bytesOf(arrival: Arrival, key: string, { host }: RecordingService): string {
  const authorization = `Authorization: Bearer ${(arrival.key ?? '{key}').replace('{key}', key)}`
  const head = (connection: string) => [
    `host: ${host}`,
    `connection: ${connection}`,
    authorization,
    'Accept: application/json',
    'Accept-Encoding: identity',
    `X-Request-Id: ${SOME_ID}`,
  ]
  if ('list' in arrival) {
    const start = `GET ${BASE}/plugins/video/tasks${arrival.list} HTTP/1.1`
    const lines = [start, ...head('keep-alive')]
    return `${lines.join('\r\n')}\r\n\r\n`
  }
  const body = JSON.stringify(arrival.create)
  const lines = [
    `POST ${BASE}/plugins/poster/tasks HTTP/1.1`,
    ...head('close'),
    'Content-Type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n${Buffer.from(body).toString('latin1')}`
}

const HOST = String.raw`host: 127\.0\.0\.1:\d+\r\n`
const HEAD_END = String.raw`Authorization: Bearer [\x21-\x7e]{1,1024}\r\nAccept: application/json\r\nAccept-Encoding: identity\r\nX-Request-Id: \d{16}\r\n`
const LIST_SHAPE = new RegExp(
  String.raw`^GET ${BASE}/plugins/video/tasks(?:\?(?:(?:status|scene|page|page_size)=\w+(?:&(?!$|\s)|(?= )))+)? HTTP/1\.1\r\n${HOST}connection: keep-alive\r\n${HEAD_END}\r\n$`,
)
const CREATE_SHAPE = new RegExp(
  String.raw`^POST ${BASE}/plugins/poster/tasks HTTP/1\.1\r\n${HOST}connection: close\r\n${HEAD_END}Content-Type: application/json\r\ncontent-length: (\d+)\r\n\r\n(\{.*\})$`,
)

/** Whether bytes are one of the two operations, well formed, and nothing else: said without the table. */
function isOperation(bytes: string): boolean {
  if (bytes.includes(MARK)) return false
  const [isCreation, length, body = ''] = CREATE_SHAPE.exec(bytes) ?? []
  if (isCreation === undefined) return LIST_SHAPE.test(bytes)
  return body.length === Number(length) && isCreationBody(body)
}

function isCreationBody(text: string): boolean {
  try {
    const json: unknown = JSON.parse(text)
    return (
      typeof json === 'object' && json !== null && Object.keys(json).join() === 'image_url,prompt'
    )
  } catch {
    return false
  }
}

/** Code and styles of our own files alone, and of the two scripts and the style sheet that stand in the page. */
const HASH = String.raw` 'sha256-[\w+/]{43}='`
const OF_PAGE = new RegExp(`script-src 'self'(?:${HASH}){2};.* style-src 'self'${HASH};`)

/** Whether an answer is data for a browser, or the page with its own policy, and repeats nothing. */
function isSafe({ head }: RawAnswer, isPage: boolean): boolean {
  const policies = [...head.matchAll(/^content-security-policy: (.*)\r$/gim)].map(
    ([, text]) => text,
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
    !head.includes(MARK)
  )
}
