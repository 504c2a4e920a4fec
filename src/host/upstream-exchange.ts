import * as http from 'node:http'
import * as https from 'node:https'

/** Limits of one exchange with the real service; times in milliseconds, sizes in bytes. */
export interface ExchangeLimits {
  connectMs: number
  /** from the start to the last byte of the answer */
  totalMs: number
  responseBytes: number
}

/** One request to the real service. */
export interface ExchangeRequest {
  url: URL
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body: string | undefined
  /** ends the exchange early; without one nothing does */
  signal: AbortSignal | undefined
  /** false: a connection of its own, which no earlier use can have left half closed */
  agent: http.Agent | false
}

/** How an exchange ended. Without a connection the service cannot have seen the request. */
export type Exchange =
  | { kind: 'answer'; status: number; headers: http.IncomingHttpHeaders; body: string }
  | { kind: 'no-connection'; timedOut: boolean; reason: string }
  | { kind: 'timeout' }
  | { kind: 'too-large' }
  | { kind: 'broken'; reason: string; staleConnection: boolean }
  | { kind: 'aborted' }

/**
 * Sends one request and reads the whole answer. Never throws and never follows a redirect; sends no
 * header but those given, and what HTTP itself needs (Host, Connection, Content-Length).
 */
export function exchange(request: ExchangeRequest, limits: ExchangeLimits): Promise<Exchange> {
  const { url, method, headers, body, signal, agent } = request
  return new Promise((resolve) => {
    const send = url.protocol === 'https:' ? https.request : http.request
    const outgoing = send(url, { method, headers, agent })
    let connected = false
    const totalTimer = setTimeout(() => {
      end(connected ? { kind: 'timeout' } : noConnection('no connection in time', true))
    }, limits.totalMs)
    let connectTimer: NodeJS.Timeout | undefined

    function end(result: Exchange) {
      clearTimeout(totalTimer)
      clearTimeout(connectTimer)
      signal?.removeEventListener('abort', onAbort)
      resolve(result)
      if (result.kind !== 'answer') outgoing.destroy()
    }
    function onAbort() {
      end({ kind: 'aborted' })
    }
    signal?.addEventListener('abort', onAbort)

    outgoing.on('socket', (socket) => {
      if (!socket.connecting) {
        connected = true
        return
      }
      connectTimer = setTimeout(() => {
        end(noConnection('no connection in time', true))
      }, limits.connectMs)
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        connected = true
        clearTimeout(connectTimer)
      })
    })
    outgoing.on('error', (error) => {
      const reason = errorCode(error)
      const staleConnection = outgoing.reusedSocket
      end(connected ? { kind: 'broken', reason, staleConnection } : noConnection(reason, false))
    })
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > limits.responseBytes) end({ kind: 'too-large' })
        else chunks.push(chunk)
      })
      response.on('error', (error) => {
        end({ kind: 'broken', reason: errorCode(error), staleConnection: false })
      })
      response.on('end', () => {
        end({
          kind: 'answer',
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: new TextDecoder().decode(Buffer.concat(chunks)),
        })
      })
    })
    if (signal?.aborted === true) onAbort()
    else outgoing.end(body)
  })
}

function noConnection(reason: string, timedOut: boolean): Exchange {
  return { kind: 'no-connection', timedOut, reason }
}

/** A short name for what went wrong, such as ECONNREFUSED. A message may quote what was sent. */
function errorCode(error: Error): string {
  const code: unknown = 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : 'connection failed'
}
