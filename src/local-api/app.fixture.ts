import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { operations } from '#contract/operations.ts'
import { createAccount, selectPoints } from '#local-api/accounts.ts'
import { createApp } from '#local-api/app.ts'
import { advanceSome } from '#local-api/lifecycle.ts'
import type { Behaviour } from '#local-api/sentinels.ts'
import { openStore, type Store } from '#local-api/store.ts'
import { insertTasks, type NewTask } from '#local-api/tasks.ts'

/** The time at which the app under test answers, in milliseconds since 1970. */
export const NOW = Date.parse('2026-03-01T12:00:00.789Z')

/** The origin of the app under test. */
export const ORIGIN = 'http://127.0.0.1:4173'

/** A body that creates a poster. */
export const POSTER_REQUEST = { image_url: 'https://images.example/me.jpg', prompt: 'firework' }

/** Makes every status change that is due. @returns the number of tasks changed */
export function advance(store: Store, now: number): number {
  const changed = advanceSome(store, now)
  return changed === 0 ? 0 : changed + advance(store, now)
}

type Body = string | Uint8Array | ReadableStream<Uint8Array> | null

/** One reply, read. */
interface ReadReply {
  status: number
  headers: Headers
  body: unknown
}

/** An app over a new data folder, for tests: a fresh account for each. */
export function openAppUnderTest() {
  const folder = mkdtempSync(join(tmpdir(), 'local-api-'))
  const store = openStore(folder)
  return {
    store,
    openAccount: (account: TestAccount = {}) => openAccount(store, account),
    close: () => {
      store.close()
      rmSync(folder, { recursive: true })
    },
  }
}

interface TestAccount {
  points?: number
  tasks?: NewTask[]
  behaviour?: Behaviour
  postersInList?: boolean
  /** called each time the app pauses */
  onPause?: (account: OpenAccount) => void
}

/** An account of the app under test, by its ID. */
interface OpenAccount {
  store: Store
  id: number
}

function openAccount(store: Store, options: TestAccount) {
  const { points = 100, tasks = [], behaviour, postersInList = true, onPause } = options
  const { id, apiKey } = createAccount(store, { points, ...(behaviour && { behaviour }) })
  insertTasks(store, id, tasks)
  const pauses: number[] = []
  const app = createApp({
    store,
    now: () => NOW,
    postersInList,
    pause: (milliseconds) => {
      pauses.push(milliseconds)
      onPause?.({ store, id })
      return Promise.resolve()
    },
    reportError: (error) => {
      throw error
    },
  })

  async function sendWithoutKey(path: string, init: RequestInit = {}): Promise<Response> {
    return app.fetch(new Request(ORIGIN + path, init))
  }
  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${apiKey}`)
    return sendWithoutKey(path, { ...init, headers })
  }
  async function ask(path: string, init: RequestInit = {}): Promise<ReadReply> {
    const response = await send(path, init)
    const body: unknown = await response.json()
    return { status: response.status, headers: response.headers, body }
  }
  function creation(body: Body, contentType = 'application/json'): [string, RequestInit] {
    const headers = contentType === '' ? {} : { 'content-type': contentType }
    // fetch takes a stream as a body only with half duplex.
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' }
    return [operations.createPosterTask.path, init]
  }
  return {
    /** how long the app waited, in milliseconds */
    pauses,
    sendWithoutKey,
    send,
    ask,
    list: (query = '') => ask(operations.listVideoTasks.path + query),
    post: (body: Body, contentType?: string) => ask(...creation(body, contentType)),
    create: (body: unknown) => ask(...creation(JSON.stringify(body))),
    sendCreation: (body: unknown) => send(...creation(JSON.stringify(body))),
    points: () => selectPoints(store, id),
  }
}
