import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

import { getRequestListener } from '@hono/node-server'

import { errorEnvelope } from '#contract/envelope.ts'
import { logAccess, type WriteLine } from '#host/access-log.ts'
import { createHostApp, type HostAppOptions } from '#host/host-app.ts'
import { hostAddress, type HostNames, isAllowedHost, isPlainTarget } from '#host/request-checks.ts'
import { securityHeaders } from '#host/security-headers.ts'

/** What a host is started with. */
export interface HostOptions extends HostAppOptions {
  /** 0: any free port */
  port: number
  host: string
  mediaHosts: readonly string[]
  allowedHosts: readonly string[]
  /** takes the access log's lines too */
  writeLine: WriteLine
  /** for tests */
  timeouts?: Partial<typeof TIMEOUTS>
}

/** A host that listens. */
export interface Host {
  /** where it is found, such as `http://127.0.0.1:4173` */
  readonly url: string
  /**
   * Stops accepting, and waits for the requests in flight: creations are kept to their end, also
   * those whose browser has gone.
   *
   * @param deadlineMs after it, connections are cut
   */
  drain(deadlineMs: number): Promise<void>
}

/** A request is small (16 kB): a client that takes longer to send it holds the connection for nothing. */
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 5000,
}

/**
 * Starts a host.
 *
 * @throws the listener's error, such as EADDRINUSE
 */
export async function startHost(options: HostOptions): Promise<Host> {
  const app = createHostApp(options)
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const headers = Object.entries(securityHeaders(options.mediaHosts))
  const names: HostNames = { ...options }

  const server = createServer({ ...TIMEOUTS, ...options.timeouts }, (request, response) => {
    logAccess(request, response, options.writeLine)
    for (const [name, value] of headers) response.setHeader(name, value)
    const refusal = refusalFor(request, names)
    if (refusal === undefined) void answer(request, response)
    else refuse(response, ...refusal)
  })
  const connections = trackConnections(server)
  await listen(server, options.port, options.host)
  names.port = portOf(server)

  return {
    url: hostAddress(options.host, names.port),
    async drain(deadlineMs) {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      connections.closeWhenIdle()
      let deadline: NodeJS.Timeout | undefined
      const cut = new Promise<void>((resolve) => {
        deadline = setTimeout(resolve, deadlineMs)
      })
      await Promise.race([Promise.all([closed, app.settled()]), cut])
      clearTimeout(deadline)
      server.closeAllConnections()
    },
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

type Refusal = [status: number, message: string, headers?: Readonly<Record<string, string>>]

/** What is refused before anything reads the request's path or body. */
function refusalFor(request: IncomingMessage, names: HostNames): Refusal | undefined {
  if (!isAllowedHost(request.headers.host, names)) {
    // Not 421, which would be the word for it: Chromium sends a POST again when it sees one.
    return [403, 'This host does not go by that name; further names are set with ALLOWED_HOSTS.']
  }
  if (!isPlainTarget(request.url ?? '')) return [400, 'The path is not in its plain form.']
  // A Request object cannot carry this method.
  if (request.method === 'TRACE') {
    return [405, 'TRACE is not taken.', { Allow: 'GET, HEAD, POST, DELETE' }]
  }
  return undefined
}

function refuse(response: ServerResponse, ...[status, message, headers]: Refusal) {
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
  })
  response.end(JSON.stringify(errorEnvelope(status, message)))
}

/**
 * Knows which connections have requests in flight. Node's own idea of an idle connection leaves out
 * those that browsers open in advance and never use: they would hold up a drain.
 */
function trackConnections(server: Server) {
  const inFlight = new Map<Socket, number>()
  let closing = false
  server.on('connection', (socket) => {
    inFlight.set(socket, 0)
    socket.once('close', () => inFlight.delete(socket))
  })
  server.prependListener('request', ({ socket }, response) => {
    inFlight.set(socket, (inFlight.get(socket) ?? 0) + 1)
    if (closing) response.setHeader('Connection', 'close')
    response.once('close', () => {
      const left = (inFlight.get(socket) ?? 1) - 1
      if (socket.destroyed) return
      inFlight.set(socket, left)
      if (closing && left === 0) socket.destroySoon()
    })
  })
  // Node would answer a request that comes too slowly with 408: Chromium sends a POST again on it.
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const answering = [...inFlight].some(([open, count]) => open === socket && count > 0)
    if (answering || !socket.writable || error.code === 'ECONNRESET') socket.destroy()
    else if (error.code === 'HPE_HEADER_OVERFLOW')
      socket.end(bareAnswer('431 Header Fields Too Large'))
    else socket.end(bareAnswer('400 Bad Request'))
  })
  return {
    closeWhenIdle() {
      closing = true
      for (const [socket, count] of inFlight) if (count === 0) socket.destroySoon()
    },
  }
}

function bareAnswer(status: string): string {
  return `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`
}
