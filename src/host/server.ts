import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import * as http from 'node:http'
import * as https from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { getRequestListener } from '@hono/node-server'

import { HOST_ERROR_CODE_HEADER, type HostErrorCode } from '#contract/host-error-code.ts'
import { errorEnvelope } from '#contract/envelope.ts'
import { REQUEST_ID_HEADER } from '#contract/operations.ts'
import { describeUnknownName, logAccess, type WriteLine } from '#host/access-log.ts'
import type { HostConfig } from '#host/config.ts'
import { trackConnections } from '#host/connections.ts'
import { createHostApp, type HostAppOptions, isHostRoute } from '#host/host-app.ts'
import {
  hostAddress,
  hostCheck,
  type HostNames,
  isOwnOrigin,
  type Refusal,
  refusalFor,
  UNKNOWN_NAME,
} from '#host/request-checks.ts'
import {
  DATA_HEADERS,
  securityHeaders,
  strictTransportSecurity,
} from '#host/pages/security-headers.ts'
import { setHeaders, staticFiles } from '#host/pages/static-files.ts'
import { isMediaTarget } from '#host/media/media.ts'
import { isUploadedTarget } from '#host/uploads/folder-uploads.ts'
import { type TlsCredentials, tlsOptions } from '#host/tls/tls.ts'

/** Options of a host. */
export interface HostOptions
  extends
    Omit<HostAppOptions, 'isOwnOrigin'>,
    Pick<HostConfig, 'port' | 'host' | 'mediaHosts' | 'connectOrigins' | 'allowedHosts'>,
    Partial<Pick<HostConfig, 'sceneSamples'>> {
  /** folder of the built app */
  distDir: string
  /** undefined: plain HTTP */
  tls: TlsCredentials | undefined
  /** receives the access log's lines, too */
  writeLine: WriteLine
  /** for tests */
  timeouts?: Partial<typeof TIMEOUTS>
}

/** A listening host. */
export type Host = Awaited<ReturnType<typeof startHost>>

/** Requests are small (16 kB), so a slow client must not hold a connection longer than this. In milliseconds. */
const TIMEOUTS = {
  // No byte came or went: longer than any answer takes to begin, so it ends clients that do not read theirs.
  idleTimeout: 60_000,
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 5000,
  // For TLS only.
  handshakeTimeout: 10_000,
}

/** Strict, even if flags of Node allow more. A request without a Host header gets an answer of ours. */
const PARSING = { insecureHTTPParser: false, requireHostHeader: false }

/** A new ID: 16 digits, which can be read out on the phone. */
function newRequestId(): string {
  const eightDigits = () => String(randomInt(100_000_000)).padStart(8, '0')
  return eightDigits() + eightDigits()
}

/**
 * Starts a host. Resolves once it listens.
 *
 * @throws the listener's error, such as EADDRINUSE, or a file error if the built app is missing
 */
export async function startHost(options: HostOptions) {
  const { tls, port, host, allowedHosts } = options
  const scheme = tls === undefined ? 'http' : 'https'
  const names: HostNames = { scheme, port, host, allowedHosts }
  const isAllowed = hostCheck(names)
  const app = createHostApp({ ...options, isOwnOrigin: (origin) => isOwnOrigin(origin, names) })
  const { mediaHosts, connectOrigins, distDir, sceneSamples, uploads, media } = options
  const answer = getRequestListener(app.fetch)
  const page = readFileSync(path.join(distDir, 'index.html'), 'utf8')
  const pageHeaders = securityHeaders({ mediaHosts, connectOrigins, page, delivery: scheme })
  const sendFile = staticFiles(distDir, sceneSamples, pageHeaders)
  const dataPolicies = Object.entries({ ...pageHeaders, ...DATA_HEADERS }).flat()

  /** Follows a request to its end. @returns further headers of its answer: names and values in turn */
  function follow(request: http.IncomingMessage, response: http.ServerResponse): string[] {
    const requestId = newRequestId()
    const ends = [
      connections.follow(request, response),
      logAccess(request, response, requestId, options.writeLine),
      options.metrics?.follow(request, response),
    ]
    response.once('close', () => {
      for (const end of ends) end?.()
    })
    const headers = [REQUEST_ID_HEADER, requestId]
    const strict = tls === undefined ? undefined : strictTransportSecurity(request.headers.host)
    if (strict !== undefined) headers.push('Strict-Transport-Security', strict)
    return headers
  }
  function listener(request: http.IncomingMessage, response: http.ServerResponse) {
    const headers = follow(request, response)
    const refusal = refusalFor(request, isAllowed)
    if (
      refusal === undefined &&
      isUploadedTarget(request.url ?? '') &&
      uploads?.send !== undefined
    ) {
      uploads.send(request, response, headers)
      return
    }
    if (refusal === undefined && media !== undefined && isMediaTarget(request.url ?? '')) {
      media.send(request, response, headers)
      return
    }
    if (refusal === undefined && !isHostRoute(request.url ?? '')) {
      sendFile(request, response, headers)
      return
    }
    setHeaders(response, [...dataPolicies, ...headers])
    if (refusal === undefined) void answer(request, response)
    else if (refusal === UNKNOWN_NAME) {
      const [, requestId] = headers
      options.writeLine(describeUnknownName(request.headers.host ?? '', requestId))
      refuse(response, 'host-name', refusal)
    } else refuse(response, 'not-allowed', refusal)
  }
  const timeouts = { ...TIMEOUTS, ...options.timeouts }
  const { server, renewTls } = createServer(tls, timeouts, listener)
  server.timeout = timeouts.idleTimeout
  server.on('checkExpectation', (request, response) => {
    setHeaders(response, [...dataPolicies, ...follow(request, response)])
    refuse(response, 'not-allowed', [417, 'No other expectation than 100-continue is met.'])
  })
  options.metrics?.watch(server)
  const connections = trackConnections(server, { tls: tls !== undefined })
  server.listen(port, host)
  await once(server, 'listening')
  names.port = portOf(server)

  return {
    /** its address, such as `http://127.0.0.1:4173` */
    url: hostAddress(names),
    /** Uses another certificate for new connections. Does nothing on plain HTTP. */
    renewTls,
    /** Has /readyz answer 503 from now on, so that a load balancer sends no more requests. */
    announceEnd: () => app.announceEnd(),
    /**
     * Stops accepting connections and waits for the requests in flight, including creations whose browser
     * has left.
     *
     * @param deadlineMs then connections are cut
     */
    async drain(deadlineMs: number) {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      connections.closeWhenIdle()
      const ending = new AbortController()
      const cut = delay(deadlineMs, undefined, { signal: ending.signal })
      await Promise.race([Promise.all([closed, app.settled()]), cut])
      ending.abort()
      app.close()
      server.closeAllConnections()
    },
  }
}

function createServer(
  tls: TlsCredentials | undefined,
  timeouts: typeof TIMEOUTS,
  listener: http.RequestListener,
): { server: http.Server; renewTls: (credentials: TlsCredentials) => void } {
  if (tls === undefined) {
    const server = http.createServer({ ...timeouts, ...PARSING }, listener)
    return { server, renewTls: () => undefined }
  }
  const server = https.createServer({ ...timeouts, ...PARSING, ...tlsOptions(tls) }, listener)
  return {
    server,
    renewTls: (credentials) => server.setSecureContext(tlsOptions(credentials)),
  }
}

function portOf(server: http.Server): number {
  const address: AddressInfo | string | null = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

function refuse(
  response: http.ServerResponse,
  hostErrorCode: HostErrorCode,
  [status, message, headers]: Refusal,
) {
  const body = JSON.stringify(errorEnvelope(status, message))
  response.writeHead(status, {
    ...headers,
    [HOST_ERROR_CODE_HEADER]: hostErrorCode,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}
