// What the tests of this folder share: real servers on free ports.
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import * as https from 'node:https'
import { connect, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'

import * as z from 'zod/mini'

import { IDEMPOTENCY_HEADER } from '#contract/idempotency.ts'
import { successEnvelope } from '#contract/envelope.ts'
import { openSqliteStore } from '#host/idempotency/sqlite-store.ts'
import { type Host, type HostOptions, startHost } from '#host/server.ts'
import { API_BASE } from '#contract/operations.ts'
import type { TlsCredentials } from '#host/tls/tls.ts'
import { readTaskRequest } from '#host/request-body.ts'
import type { ClientSignal, TaskApi } from '#host/task-api.ts'
import { openUpstream, type UpstreamOptions } from '#host/upstream/upstream.ts'
import type { ExchangeLimits } from '#host/upstream/upstream-exchange.ts'

const closers: (() => unknown)[] = []

/** Has something closed when the test is over. */
export function closeAfterTest(close: () => unknown) {
  closers.push(close)
}

/** Closes what a test has opened, the latest first. For afterEach. */
export async function closeTestServers() {
  for (let close = closers.pop(); close !== undefined; close = closers.pop()) await close()
}

/** How a request ended: answered, or cut off without an answer. */
export function outcomeOf(reply: Promise<Response>): Promise<'answered' | 'cut'> {
  return reply.then(
    () => 'answered',
    () => 'cut',
  )
}

/** A key that may be found in the Authorization header and nowhere else. */
export const KEY = 'CANARY-key-1'

/** A request as a test service received it. */
interface ReceivedRequest {
  method: string
  target: string
  /** names as they were sent, with their values, in their order */
  headers: [name: string, value: string][]
  body: string
}

/** A real HTTP server in the place of the service. */
export interface TestService {
  url: string
  received: ReceivedRequest[]
}

/** Starts a service that answers with `answer`, after the whole request was read. */
export async function startService(
  answer: (response: ServerResponse, request: IncomingMessage) => void,
  tls?: TlsCredentials,
): Promise<TestService> {
  const received: ReceivedRequest[] = []
  const listener: RequestListener = (request, response) => {
    async function record() {
      const body = await text(request)
      const { method = '', url = '', rawHeaders } = request
      const headers = rawHeaders.flatMap((name, index): [string, string][] =>
        index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
      )
      received.push({ method, target: url, headers, body })
      answer(response, request)
    }
    void record()
  }
  const server = tls === undefined ? createServer(listener) : https.createServer(tls, listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeAfterTest(() => {
    server.closeAllConnections()
    server.close()
  })
  const scheme = tls === undefined ? 'http' : 'https'
  return { url: `${scheme}://127.0.0.1:${portOf(server)}`, received }
}

/** The port a server listens on. */
export function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, status: number, json: unknown) {
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify(json))
}

/** Writes files into a folder of their own: path → content. */
export function writeFolder(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-host-'))
  closeAfterTest(() => rmSync(folder, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}

/** A store in a folder, or in a new one. */
export function openTestStore(folder = writeFolder({}), now?: () => number, busyTimeout?: number) {
  const store = openSqliteStore(folder, now, busyTimeout)
  closeAfterTest(() => store.close())
  return store
}

/** A host on a free port, and the lines it logged. */
export interface TestHost extends Host {
  lines: string[]
  port: number
}

/** Starts a host with an empty app and a Task API that answers every request with 200. */
export async function startTestHost(options: Partial<HostOptions> = {}): Promise<TestHost> {
  const lines: string[] = []
  const host = await startHost({
    port: 0,
    host: '127.0.0.1',
    tls: undefined,
    mediaHosts: [],
    connectOrigins: [],
    allowedHosts: [],
    taskApi: { fetch: ({ request }) => Response.json({ path: new URL(request.url).pathname }) },
    store: options.store ?? openTestStore(),
    taskApiTimeoutMs: 25_000,
    info: { taskApi: 'remote', sceneSamples: {} },
    distDir: writeFolder({ 'index.html': '<!doctype html><title>Marquee</title>' }),
    writeLine: (line) => lines.push(line),
    ...options,
  })
  closeAfterTest(() => host.drain(0))
  return { ...host, lines, port: Number(new URL(host.url).port) }
}

/** Starts a host in front of a service, and a way to send it a creation. */
export async function startProxyHost(
  answer: Parameters<typeof startService>[0] = (response) =>
    sendJson(response, 200, successEnvelope({ uuid: 'u' })),
  limits: Partial<ExchangeLimits> = {},
  options: Partial<HostOptions> = {},
) {
  const service = await startService(answer)
  const upstream = openUpstream(service.url, limits)
  closeAfterTest(() => upstream.close())
  const host = await startTestHost({ taskApi: upstream, ...options })
  const post = (signal?: AbortSignal) => postCreation(host.url, signal)
  return { service, host, post }
}

/** Sends a right creation to a host. */
export function postCreation(hostUrl: string, signal?: AbortSignal): Promise<Response> {
  return fetch(`${hostUrl}/api/plugins/poster/tasks`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(creation),
    signal: signal ?? null,
  })
}

/** Sends a creation under a submission id. */
export function postSubmission(
  hostUrl: string,
  idempotencyKey: string,
  { apiKey = KEY, body = JSON.stringify(creation), signal }: SubmissionInit = {},
): Promise<Response> {
  return fetch(`${hostUrl}/api${CREATE_PATH}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${apiKey}`,
      'Content-Type': 'application/json',
      [IDEMPOTENCY_HEADER]: idempotencyKey,
    },
    body,
    signal: signal ?? null,
  })
}

/** What differs from a right creation with the usual key. */
interface SubmissionInit {
  apiKey?: string
  body?: string
  signal?: AbortSignal
}

/** Sends bytes as they are, and returns all that came back until the other side closed. */
export async function sendRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  return text(socket)
}

/** JSON whose shape a test is about to compare. */
export function readJson(json: string): unknown {
  return JSON.parse(json)
}

/** A promise and the function that fulfils it: how a test waits for an event, not for a time. */
export function signalled<Value = void>() {
  let fire: (value: Value) => void = () => undefined
  const fired = new Promise<Value>((resolve) => {
    fire = resolve
  })
  return { fire, fired }
}

/** A creation's body that is right. */
export const creation = { image_url: 'https://images.example/a.jpg', prompt: 'firework' }

export const LIST_PATH = '/plugins/video/tasks'
export const CREATE_PATH = '/plugins/poster/tasks'

const withMessage = z.catch(z.object({ message: z.string() }), { message: '' })

/** A request's options, its headers by name. */
export interface ProxyInit extends Omit<RequestInit, 'headers'> {
  headers?: Record<string, string>
}

/** A browser that leaves when a signal is aborted. */
export function clientSignalOf(signal: AbortSignal): ClientSignal {
  return {
    isAborted: () => signal.aborted,
    watch(callback) {
      signal.addEventListener('abort', callback, { once: true })
      return () => signal.removeEventListener('abort', callback)
    },
  }
}

/** Asks a Task API as the host does, without a host around it. */
export async function askTaskApi(
  taskApi: TaskApi,
  request: Request,
  clientSignal?: ClientSignal,
): Promise<Response> {
  const read = await readTaskRequest(request)
  return read instanceof Response ? read : taskApi.fetch({ ...read, clientSignal })
}

/** The proxy alone, without a host around it. */
export function openProxy(
  baseUrl: string,
  limits: Partial<ExchangeLimits> = {},
  options: UpstreamOptions = {},
) {
  const lines: string[] = []
  const upstream = openUpstream(baseUrl, limits, {
    ...options,
    writeLine: (line) => lines.push(line),
  })
  closeAfterTest(() => upstream.close())
  async function ask(path: string, { headers: added, ...init }: ProxyInit = {}) {
    const headers = { Authorization: `Bearer ${KEY}`, ...added }
    const response = await askTaskApi(
      upstream,
      new Request(`http://host.invalid${API_BASE}${path}`, { ...init, headers }),
      init.signal instanceof AbortSignal ? clientSignalOf(init.signal) : undefined,
    )
    const json = readJson(await response.text())
    const { message } = withMessage.parse(json)
    return { status: response.status, headers: response.headers, json, message }
  }
  return {
    list: (query = '', init: ProxyInit = {}) => ask(`${LIST_PATH}${query}`, init),
    create: (body: object = creation, init: ProxyInit = {}) =>
      ask(CREATE_PATH, {
        method: 'POST',
        body: JSON.stringify(body),
        ...init,
        headers: { 'Content-Type': 'application/json', ...init.headers },
      }),
    ask,
    /** what was logged */
    lines,
  }
}
