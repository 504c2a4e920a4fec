import type { Socket } from 'node:net'

import { bearerKey } from '#contract/authentication.ts'
import { errorEnvelope, successEnvelope } from '#contract/envelope.ts'
import { readPosterTaskRequest } from '#contract/poster-tasks.ts'
import {
  readListRequest,
  TASK_STATUS,
  type VideoTaskListPayload,
  type VideoTaskRecord,
} from '#contract/video-tasks.ts'
import { operationOf, payloadOf, type RawRequest, reply } from '#host/raw-http.fixture.ts'
import { type Behaviour, startFaultServer } from '#e2e/matrices/fault-injection/server.ts'
import { createdTask } from '#e2e/matrices/fault-injection/service.ts'

/** A creation that came to the service. */
export interface ArrivedCreation {
  readonly apiKey: string
  readonly imageUrl: string
  readonly scene: string
}

/** How a service answers. */
export interface ProofServiceOptions {
  /** what an account's rows say; left out: nothing looks at rows */
  markOf?: (apiKey: string) => string
  /** waits before a list is answered; of one row: a total, or the check of a key */
  beforeList?: (apiKey: string, isOneRow: boolean) => Promise<void>
  /** is asked once for each creation that arrives; undefined: it is created */
  answerCreation?: (
    creation: ArrivedCreation,
  ) => Behaviour | undefined | Promise<Behaviour | undefined>
}

/** A service in this process that replaces the real one and counts requests. */
export interface ProofService {
  /** for TASK_API_URL */
  readonly baseUrl: string
  /** every creation that arrived, in order */
  readonly creations: readonly ArrivedCreation[]
  /** Stops, and leaves no connection behind. */
  close(): Promise<void>
}

/** How many tasks each account has: enough for more than one page. */
const TASK_COUNT = 45

/**
 * Starts a service. Its server is the fault service's; what it answers is not: rows belong to the key
 * that asks, and each creation has a fault of its own.
 */
export async function startProofService({
  markOf = () => 'row',
  beforeList = () => Promise.resolve(),
  answerCreation = () => undefined,
}: ProofServiceOptions): Promise<ProofService> {
  const creations: ArrivedCreation[] = []
  /** the fault that was drawn for a connection's creation */
  const drawn = new WeakMap<Socket, Behaviour | undefined>()
  let points = 1_000_000

  async function list(request: RawRequest, apiKey: string): Promise<Buffer> {
    const query = new URL(request.target, 'http://service.example').searchParams
    await beforeList(apiKey, query.get('page_size') === '1')
    return reply(200, JSON.stringify(successEnvelope(listPage(query, markOf(apiKey)))))
  }
  async function create(request: RawRequest, apiKey: string, client: Socket): Promise<Buffer> {
    drawn.delete(client)
    const reading = readPosterTaskRequest(JSON.parse(payloadOf(request.bytes).toString()))
    if (!reading.ok) return reply(400, JSON.stringify(errorEnvelope(400, 'not a creation')))
    const { image_url: imageUrl, prompt: scene } = reading.request
    const creation = { apiKey, imageUrl, scene }
    creations.push(creation)
    drawn.set(client, await answerCreation(creation))
    points -= 10
    return reply(200, JSON.stringify(successEnvelope(createdTask(points))))
  }

  const server = await startFaultServer('', (request, client) => {
    const apiKey = bearerKey(request.headers.get('authorization')) ?? ''
    const operation = operationOf(request, '')
    if (operation === 'listVideoTasks') return list(request, apiKey)
    if (operation === 'createPosterTask') return create(request, apiKey, client)
    return reply(404, JSON.stringify(errorEnvelope(404, 'no such operation')))
  })
  await server.misbehave(
    'createPosterTask',
    async (turn) => {
      const created = await turn.usual()
      const behaviour = drawn.get(turn.socket)
      if (behaviour === undefined) turn.socket.write(created)
      // The work is done: a fault that asks for it does not do it again.
      else await behaviour({ ...turn, usual: () => Promise.resolve(created) })
    },
    { isFresh: false },
  )
  return {
    baseUrl: server.origin,
    creations,
    close: () => server.close(),
  }
}

/** One page of an account's tasks: each says whose it is, the failed and the unfinished ones alike. */
function listPage(query: URLSearchParams, mark: string): VideoTaskListPayload {
  const { status, pageNumber: page, pageSize } = readListRequest(Object.fromEntries(query)).request
  const tasks = Array.from({ length: TASK_COUNT }, (_, index) => taskRecord(index, mark)).filter(
    ({ error_msg: error }) => {
      if (status === undefined) return true
      return status === (error === null ? TASK_STATUS.processing : TASK_STATUS.failed)
    },
  )
  const start = (page - 1) * pageSize
  return {
    list: tasks.slice(start, start + pageSize),
    total: tasks.length,
    page,
    page_size: pageSize,
  }
}

function taskRecord(index: number, mark: string): VideoTaskRecord {
  const isFailed = index % 4 !== 0
  return {
    id: index + 1,
    // Opaque to the page; its beginning is in sight, and so is the mark.
    uuid: `${mark}-${String(index).padStart(4, '0')}-4000-8000-000000000000`,
    price: 10,
    created_at: '2026-03-01T12:00:00Z',
    updated_at: '2026-03-01T12:01:00Z',
    completed_at: isFailed ? '2026-03-01T12:01:00Z' : null,
    video_url: null,
    error_msg: isFailed ? `No face found in the image of ${mark}.` : null,
  }
}
