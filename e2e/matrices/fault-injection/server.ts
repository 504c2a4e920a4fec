import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

import { IDEMPOTENCY_HEADER } from '#contract/idempotency.ts'
import type { OperationName } from '#contract/operations.ts'

import { operationOf, type RawRequest, readRequests } from '#host/raw-http.fixture.ts'

/** A request that waits for its answer on a raw connection. */
export interface Turn {
  readonly socket: Socket
  /** path and query that were asked for */
  readonly target: string
  /** whether the connection has answered a request before */
  readonly isReused: boolean
  /** The reply that comes without a fault. In front of the host, asking for it passes the request on. */
  readonly usual: () => Promise<Buffer>
}

/** What a server does with a request in place of answering it. */
export type Behaviour = (turn: Turn) => void | Promise<void>

/** The one fault that needs no request: nothing listens. */
export const REFUSE = 'refuse connections'
export type Refusal = typeof REFUSE

/** A request, as the server counted it. */
export interface Received {
  /** undefined: something else was asked for */
  readonly operation: OperationName | undefined
  /** path and query */
  readonly target: string
  /** the submission id of a creation, where it carried one */
  readonly idempotencyKey: string | undefined
}

/** A server over raw sockets that answers as usual until a test changes its behaviour. */
export interface FaultServer {
  readonly origin: string
  /** From now on requests for the operation meet this, on connections that are new if `isFresh`. */
  misbehave(
    operation: OperationName,
    behaviour: Behaviour | Refusal,
    options?: { isFresh?: boolean },
  ): Promise<void>
  /** From now on everything is answered as usual. What hangs goes on hanging. */
  answerNormally(): Promise<void>
  /** The requests for an operation since the last reset, also those that met a fault; undefined: all others. */
  received(operation: OperationName | undefined): readonly Received[]
  /** As after its start: answers as usual, has no connection and has counted nothing. */
  reset(): Promise<void>
  /** Stops, and leaves no connection behind. */
  close(): Promise<void>
}

/** The usual answer to a request. The socket is the client's: its end makes the answer needless. */
export type Answer = (request: RawRequest, client: Socket) => Buffer | Promise<Buffer>

interface Connection {
  isBusy: boolean
  /** how many requests were answered on it */
  answered: number
}

/**
 * Starts a server that can misbehave.
 *
 * @param base prefix of the operations' paths, such as `/api`
 */
export async function startFaultServer(base: string, answer: Answer): Promise<FaultServer> {
  const faults = new Map<OperationName, Behaviour>()
  const received: Received[] = []
  const connections = new Map<Socket, Connection>()

  const server = createServer((socket) => {
    const connection: Connection = { isBusy: false, answered: 0 }
    connections.set(socket, connection)
    socket.on('close', () => connections.delete(socket))
    // A client that goes away is no failure of a server whose connections break on purpose.
    socket.on('error', () => socket.destroy())
    readRequests(socket, (request) => {
      connection.isBusy = true
      const operation = operationOf(request, base)
      const fault = operation === undefined ? undefined : faults.get(operation)
      const idempotencyKey = request.headers.get(IDEMPOTENCY_HEADER)
      received.push({ operation, target: request.target, idempotencyKey })
      const isReused = connection.answered > 0
      const { target } = request
      const turn: Turn = { socket, target, isReused, usual: async () => answer(request, socket) }
      void serve(turn, fault ?? answerAsUsual).then(() => {
        connection.answered += 1
        // A fault may leave its connection hanging.
        connection.isBusy = fault !== undefined
        return undefined
      })
    })
  })

  async function listen(port: number): Promise<void> {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  async function refuse(): Promise<void> {
    const closed = once(server, 'close')
    server.close()
    cut(() => true)
    await closed
  }
  function cut(which: (connection: Connection) => boolean): void {
    for (const [socket, connection] of connections) if (which(connection)) socket.destroy()
  }

  await listen(0)
  const address = server.address()
  const port = isAddress(address) ? address.port : 0

  const answerNormally = async () => {
    faults.clear()
    if (!server.listening) await listen(port)
  }
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    async misbehave(operation, behaviour, { isFresh = true } = {}) {
      if (behaviour === REFUSE) return refuse()
      faults.set(operation, behaviour)
      // One that has answered nothing yet is new, and its first request may be on its way.
      if (isFresh) cut(({ isBusy, answered }) => !isBusy && answered > 0)
      return undefined
    },
    answerNormally,
    received: (operation) => received.filter((request) => request.operation === operation),
    async reset() {
      received.length = 0
      cut(() => true)
      await answerNormally()
    },
    close: refuse,
  }
}

async function serve(turn: Turn, behaviour: Behaviour): Promise<void> {
  try {
    await behaviour(turn)
  } catch {
    turn.socket.destroy()
  }
}

async function answerAsUsual({ socket, usual }: Turn): Promise<void> {
  socket.write(await usual())
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null
}
