import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import { HOST_ERROR_CODE_HEADER } from '#contract/host-error-code.ts'
import { DATA_HEADERS } from '#host/pages/security-headers.ts'

/** Requests whose body may come more slowly than that of others. */
const slow = new WeakSet<object>()

/** Lets the body of a request take longer than `requestTimeout` of the server. Whoever asks for this ends the request in time. */
export function mayArriveSlowly(request: object) {
  slow.add(request)
}

/**
 * Tracks which connections have requests in flight. Node does not count a connection as idle that a browser
 * opened in advance and never used, so it would hold up a drain.
 *
 * @param server speaks TLS, or plain HTTP
 */
export function trackConnections(server: Server, { tls }: { tls: boolean }) {
  const open = new Map<Socket, { inFlight: number; latest?: IncomingMessage }>()
  // After the TLS handshake the connection has another socket.
  const shakingHands = new Map<string, Socket>()
  let closing = false
  server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    shakingHands.delete(peerOf(socket))
    open.set(socket, { inFlight: 0 })
    socket.once('close', () => open.delete(socket))
  })
  if (tls) {
    server.on('connection', (socket) => {
      const peer = peerOf(socket)
      shakingHands.set(peer, socket)
      socket.once('close', () => shakingHands.delete(peer))
    })
  }
  // Node answers a slow request with 408, and Chromium repeats a POST on a 408.
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const [known, connection] = [...open].find(([one]) => one === socket) ?? []
    const { latest } = connection ?? {}
    // Not if its body has arrived: then the error is about the next request of the connection.
    const isSlow = latest?.complete === false && slow.has(latest)
    // Node says this once for each request, and leaves it to us to end it.
    if (isSlow && error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return
    // Close without an answer in three cases. The TLS handshake failed. The rest of a request is broken
    // that has its answer already, or waits for it: one request gets one answer. Or a connection that a
    // browser opened in advance timed out: a refusal would be read as the answer to its next request.
    const isSilent = connection === undefined || connection.inFlight > 0 || known?.bytesRead === 0
    const isAnswered = connection?.latest?.complete === false
    if (isSilent || isAnswered || !socket.writable || error.code === 'ECONNRESET') socket.destroy()
    else if (error.code === 'HPE_HEADER_OVERFLOW')
      socket.end(bareAnswer('431 Header Fields Too Large', TOO_LONG))
    else socket.end(bareAnswer('400 Bad Request'))
  })
  return {
    /** Counts a request as in flight. @returns a function to call once its response is over */
    follow(request: IncomingMessage, response: ServerResponse) {
      const { socket } = request
      const connection = open.get(socket) ?? { inFlight: 0 }
      connection.inFlight += 1
      connection.latest = request
      if (closing) response.setHeader('Connection', 'close')
      return () => {
        connection.inFlight -= 1
        if (closing && connection.inFlight === 0 && !socket.destroyed) socket.destroySoon()
      }
    },
    /** Closes each connection as soon as nothing on it waits for an answer. */
    closeWhenIdle() {
      closing = true
      for (const socket of shakingHands.values()) socket.destroy()
      for (const [socket, { inFlight }] of open) if (inFlight === 0) socket.destroySoon()
    },
  }
}

/** Identifies an open connection by its remote address and port. */
function peerOf({ remoteAddress = '', remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}

/** A person reads it who has opened a link with a very long search. */
const TOO_LONG =
  'This address, or what the browser sends with it, is too long. Shorten the address.\n'

/** A raw answer to bytes that Node does not parse as a request. */
function bareAnswer(status: string, text = ''): string {
  const headers = {
    ...DATA_HEADERS,
    [HOST_ERROR_CODE_HEADER]: 'not-allowed',
    Connection: 'close',
    'Content-Type': 'text/plain',
    'Content-Length': String(text.length),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${text}`
}
