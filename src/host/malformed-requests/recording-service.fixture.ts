import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:net'

import { successEnvelope } from '#contract/envelope.ts'
import { readRequests, reply } from '#host/raw-http.fixture.ts'
import { portOf } from '#host/servers.fixture.ts'

/** A service that writes down every byte it gets. */
export interface RecordingService {
  /** its name and port, as the Host header has them */
  readonly host: string
  /**
   * The connections since the last call, each as all the bytes it brought, once that many requests
   * came in them; or without, if that takes too long.
   */
  take(requests: number): Promise<string[]>
  close(): Promise<void>
}

/** A request that the host has sent on takes milliseconds. */
const LIMIT = 5000

/**
 * Starts a service over raw sockets. It answers each request and closes the connection after it, so
 * that all bytes of one are one request, with everything that was hidden in it.
 */
export async function startRecordingService(): Promise<RecordingService> {
  let connections: { bytes: string; wholeRequests: number; isOpen: boolean }[] = []
  const changes = new EventEmitter()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const connection = { bytes: '', wholeRequests: 0, isOpen: true }
    connections.push(connection)
    socket.on('data', (chunk: Buffer) => {
      connection.bytes += chunk.toString('latin1')
    })
    socket.on('end', () => socket.end())
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      connection.isOpen = false
      changes.emit('change')
    })
    readRequests(socket, () => {
      connection.wholeRequests += 1
      socket.end(reply(200, JSON.stringify(successEnvelope({})), { Connection: 'close' }))
    })
  })
  const begun = () => connections.filter(({ bytes }) => bytes !== '')
  /** So much has come, and its connections can bring nothing more. */
  function isComplete(requests: number): boolean {
    const received = begun().reduce((sum, { wholeRequests }) => sum + wholeRequests, 0)
    return received >= requests && begun().every(({ isOpen }) => !isOpen)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${portOf(server)}`,
    async take(expected) {
      const limit = AbortSignal.timeout(LIMIT)
      while (!isComplete(expected) && !limit.aborted) {
        await once(changes, 'change', { signal: limit }).catch(() => undefined)
      }
      const taken = begun().map(({ bytes }) => bytes)
      // Something may still come on the others.
      connections = connections.filter(({ bytes }) => bytes === '')
      return taken
    },
    async close() {
      server.close()
      await once(server, 'close')
    },
  }
}
