import { randomUUID } from 'node:crypto'
import { Agent, request as httpsRequest } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

import {
  IDEMPOTENCY_HEADER,
  idempotencyPath,
  type IdempotencyState,
  readIdempotencyState,
} from '#contract/idempotency.ts'
import { NOT_SENT_HEADER } from '#contract/operations.ts'
import type { SeededRandom } from '#e2e/support/seeded-random.ts'

/** What a client was told in the end about a creation. */
export type Told = 'created' | 'not sent' | 'unknown' | 'never told'

/** A creation, and what its sender was told in the end. */
export interface RawCreation {
  readonly idempotencyKey: string
  readonly imageUrl: string
  readonly told: Told
  /** when it was sent first, and when its outcome was known, in milliseconds since 1970 */
  readonly from: number
  readonly until: number
}

/** A client without a browser, which uses the API as the page does. */
export interface RawClient {
  submit(imageUrl: string): Promise<RawCreation>
  /** Reads a list. @returns what came instead of it; '': it came */
  read(): Promise<string>
  /** Asks about a creation. @param method DELETE also cancels it */
  stateOf(idempotencyKey: string, method?: 'GET' | 'DELETE'): Promise<IdempotencyState | undefined>
  close(): void
}

/** A client gives up asking after this time, in milliseconds. Hosts say "unknown" only some seconds after the last outage. */
const GIVES_UP_AFTER = 180_000

/** How long it waits before it asks again, in milliseconds. */
const ASKS_AGAIN = 200

/** In so many of 100 creations the client leaves at once, or repeats the request instead of asking about it. */
const LEAVES = 0.05
const REPEATS = 0.3

interface Reply {
  status: number
  isNotSent: boolean
  body: string
}

/**
 * Opens a client of a host, or of what stands in front of it, over TLS.
 *
 * @param cert the certificate to trust, PEM
 * @param random chooses when it leaves and repeats
 */
export function openRawClient(origin: string, cert: string, random: SeededRandom): RawClient {
  const agent = new Agent({ keepAlive: true, ca: cert, maxSockets: 64 })
  const apiKey = 'raw-client'

  /** @returns undefined if no whole reply came */
  async function ask(
    path: string,
    method: string,
    more: { headers?: Record<string, string>; body?: string; leaves?: boolean } = {},
  ): Promise<Reply | undefined> {
    const { headers, body, leaves = false } = more
    return new Promise((resolve) => {
      const sent = httpsRequest(`${origin}${path}`, {
        agent,
        method,
        headers: {
          Authorization: `Bearer ${apiKey}`,
          ...headers,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
      })
      const fail = () => {
        // As browsers do: a kept connection may be closed just when it is used again.
        const isSafe = method === 'GET' && sent.reusedSocket
        resolve(isSafe ? ask(path, method, more) : undefined)
      }
      sent.once('error', fail)
      sent.once('response', (response) => {
        text(response).then(
          (read) =>
            resolve({
              status: response.statusCode ?? 0,
              isNotSent: response.headers[NOT_SENT_HEADER.toLowerCase()] !== undefined,
              body: read,
            }),
          () => resolve(undefined),
        )
      })
      sent.end(body, () => {
        if (leaves) sent.destroy()
      })
    })
  }

  async function stateOf(idempotencyKey: string, method: 'GET' | 'DELETE' = 'GET') {
    const reply = await ask(idempotencyPath(idempotencyKey), method)
    return reply?.status === 200 ? readIdempotencyState(JSON.parse(reply.body)) : undefined
  }

  /** What a reply says; undefined: nothing that is certain. */
  function toldBy(reply: Reply | undefined): Told | undefined {
    if (reply === undefined) return undefined
    if (reply.isNotSent) return 'not sent'
    return reply.status === 200 && reply.body.startsWith('{') ? 'created' : undefined
  }

  async function askUntilTold(idempotencyKey: string, from: number): Promise<Told> {
    while (Date.now() - from < GIVES_UP_AFTER) {
      let state = await stateOf(idempotencyKey)
      if (state?.state === 'not-forwarded' && !state.isCancelled) {
        state = await stateOf(idempotencyKey, 'DELETE')
      }
      switch (state?.state) {
        case 'done':
          return toldBy({ ...state.reply, isNotSent: state.reply.notSent }) ?? 'unknown'
        case 'unknown':
          return 'unknown'
        case 'not-forwarded':
          if (state.isCancelled) return 'not sent'
          break
        case 'in-flight':
        case undefined:
          break
      }
      await delay(ASKS_AGAIN)
    }
    return 'never told'
  }

  return {
    async submit(imageUrl) {
      const idempotencyKey = randomUUID()
      const from = Date.now()
      const body = JSON.stringify({ image_url: imageUrl, prompt: 'firework' })
      const send = (leaves: boolean) =>
        ask('/api/plugins/poster/tasks', 'POST', {
          headers: { [IDEMPOTENCY_HEADER]: idempotencyKey },
          body,
          leaves,
        })
      let told = toldBy(await send(random.chance(LEAVES)))
      if (told === undefined && random.chance(REPEATS)) told = toldBy(await send(false))
      told ??= await askUntilTold(idempotencyKey, from)
      return { idempotencyKey, imageUrl, told, from, until: Date.now() }
    },
    async read() {
      const reply = await ask('/api/plugins/video/tasks?page=1&page_size=20', 'GET')
      if (reply === undefined) return 'no whole reply'
      const isList = reply.status === 200 && reply.body.includes('"total"')
      return isList ? '' : `HTTP ${String(reply.status)}`
    },
    stateOf,
    close: () => agent.destroy(),
  }
}
