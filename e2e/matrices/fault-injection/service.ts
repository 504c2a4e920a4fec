import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'

import { errorEnvelope, successEnvelope } from '#contract/envelope.ts'
import type { PosterTaskCreatedPayload } from '#contract/poster-tasks.ts'
import {
  DEFAULT_LIST_REQUEST,
  TASK_STATUS,
  type VideoTaskListPayload,
  type VideoTaskRecord,
} from '#contract/video-tasks.ts'

import { isWholeReply, operationOf, type RawRequest, reply } from '#host/raw-http.fixture.ts'
import { type FaultServer, startFaultServer } from './server.ts'

/** A service that replaces the real one. Its rows are failed tasks with a mark. */
export interface FaultService extends FaultServer {
  /** From now on its rows say this. */
  readonly mark: (text: string) => void
}

/** How many rows a healthy list has. */
export const ROW_COUNT = 2

/** Starts a service to put behind a host's proxy: TASK_API_URL is its origin. */
export async function startFaultService(): Promise<FaultService> {
  let mark = ''
  let points = 1000
  const server = await startFaultServer('', (request) => {
    const operation = operationOf(request, '')
    if (operation === 'listVideoTasks') {
      return reply(200, JSON.stringify(successEnvelope(listPage(request.target, mark))))
    }
    if (operation === 'createPosterTask') {
      points -= 10
      return reply(200, JSON.stringify(successEnvelope(createdTask(points))))
    }
    return reply(404, JSON.stringify(errorEnvelope(404, 'There is no such operation.')))
  })
  return {
    ...server,
    mark(text) {
      mark = text
    },
  }
}

function listPage(target: string, mark: string): VideoTaskListPayload {
  const query = new URL(target, 'http://service.example').searchParams
  const status = query.get('status')
  const pageSize = Number(query.get('page_size') ?? DEFAULT_LIST_REQUEST.pageSize)
  const rows = status === null || status === TASK_STATUS.failed ? taskRecords(mark) : []
  return { list: rows.slice(0, pageSize), total: rows.length, page: 1, page_size: pageSize }
}

/** The healthy list's records. */
export function taskRecords(mark: string): VideoTaskRecord[] {
  return Array.from({ length: ROW_COUNT }, (_, index) => ({
    id: index + 1,
    uuid: `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
    price: 10,
    created_at: '2026-03-01T12:00:00Z',
    updated_at: '2026-03-01T12:01:00Z',
    completed_at: '2026-03-01T12:01:00Z',
    video_url: null,
    error_msg: mark,
  }))
}

/** What a healthy creation answers. */
export function createdTask(remainingPoints: number): PosterTaskCreatedPayload {
  return {
    uuid: randomUUID(),
    remaining_points: remainingPoints,
    task_type: 'poster',
    message: 'Task created',
  }
}

/**
 * Starts a server to put between browser and host: it passes every request on, byte for byte, over a
 * connection of its own, and gives the host's reply back in one piece. The host must allow its name.
 */
export function startFaultFront(host: { readonly port: number }): Promise<FaultServer> {
  return startFaultServer('/api', (request, client) => passOn(request, client, host.port))
}

function passOn(request: RawRequest, client: Socket, port: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const host = connect(port, '127.0.0.1')
    const giveUp = () => host.destroy()
    client.once('close', giveUp)
    const chunks: Buffer[] = []
    host.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      const bytes = Buffer.concat(chunks)
      if (!isWholeReply(bytes)) return
      resolve(bytes)
      giveUp()
    })
    host.on('error', reject)
    host.on('close', () => {
      client.removeListener('close', giveUp)
      reject(new Error('the host closed the connection before its reply was whole'))
    })
    host.write(request.bytes)
  })
}
