import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

import { DATA_HEADERS } from '#host/security-headers.ts'

/** The connections of a server, for its drain. */
export interface Connections {
  /** Closes each connection as soon as nothing on it waits for an answer. */
  closeWhenIdle(): void
}

/**
 * Knows which connections have requests in flight. Node's own idea of an idle connection leaves out
 * those that browsers open in advance and never use: they would hold up a drain.
 *
 * @param server speaks TLS, or plain HTTP
 */
export function trackConnections(server: Server, { tls }: { tls: boolean }): Connections {
  const open = new Map<Socket, { inFlight: number; latest?: IncomingMessage }>()
  // Over TLS a connection becomes another socket once both sides have agreed.
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
  server.prependListener('request', (request, response) => {
    const { socket } = request
    const connection = open.get(socket) ?? { inFlight: 0 }
    connection.inFlight += 1
    connection.latest = request
    if (closing) response.setHeader('Connection', 'close')
    response.once('close', () => {
      connection.inFlight -= 1
      if (closing && connection.inFlight === 0 && !socket.destroyed) socket.destroySoon()
    })
  })
  // Node would answer a request that comes too slowly with 408: Chromium sends a POST again on it.
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const [known, connection] = [...open].find(([one]) => one === socket) ?? []
    // Without one both sides have not agreed on TLS. Of a request that has its answer, or waits for
    // it, the rest is broken: there are no two answers to one. A connection that a browser opened
    // ahead of time and never used timed out: a refusal there would answer a request that the
    // browser is just about to send. It opens another one when the connection only closes.
    const isSilent = connection === undefined || connection.inFlight > 0 || known?.bytesRead === 0
    const isAnswered = connection?.latest?.complete === false
    if (isSilent || isAnswered || !socket.writable || error.code === 'ECONNRESET') socket.destroy()
    else if (error.code === 'HPE_HEADER_OVERFLOW')
      socket.end(bareAnswer('431 Header Fields Too Large'))
    else socket.end(bareAnswer('400 Bad Request'))
  })
  return {
    closeWhenIdle() {
      closing = true
      for (const socket of shakingHands.values()) socket.destroy()
      for (const [socket, { inFlight }] of open) if (inFlight === 0) socket.destroySoon()
    },
  }
}

/** Who is at the other end: no two open connections have it in common. */
function peerOf({ remoteAddress = '', remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}

/** An answer to what is no request, so that there is nobody to say it for us. */
function bareAnswer(status: string): string {
  const headers = { ...DATA_HEADERS, Connection: 'close', 'Content-Length': '0' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n`
}
