import { createHash } from 'node:crypto'

import { readEnvelope } from '#contract/envelope.ts'
import { parseExactJson } from '#contract/exact-json.ts'
import { HOST_ERROR_CODE_HEADER } from '#contract/host-error-code.ts'
import { API_BASE, bearerHeader, operations } from '#contract/operations.ts'
import { strictJson } from '#contract/record.ts'
import { jsonWithoutKey } from '#contract/without-key.ts'
import { hostResponse, type TaskApi, type TaskRequest } from '#host/task-api.ts'

const HOUR_MS = 60 * 60_000
const UPLOADS_PER_HOUR = 500
const PLACES_PER_KEY = 4
const PLACES = 64
/** The keys that are remembered; the one that was accepted longest ago goes first. */
const MOST_KEYS = 10_000

const TOO_MANY = 'This API key has uploaded too many pictures in an hour.'

/** What is remembered of a key that the service has accepted. Times in milliseconds since the epoch. */
interface KnownKey {
  acceptedAt: number
  uploadedAt: number[]
}

/** A question for a page of a list. `query` has its `?`, `origin` is that of the host as its client names it. */
type ListQuestion = Pick<TaskRequest, 'requestId' | 'clientSignal'> &
  Readonly<{ apiKey: string; query: string; origin?: string }>

/** What the Task API has answered, with exact integers and without the key, and copies of the answer. */
export type ListAnswer = Awaited<ReturnType<typeof askForList>>

/** Asks the Task API for a page of a list. */
export async function askForList(
  taskApi: TaskApi,
  { apiKey, query, origin = 'http://host.invalid', ...parts }: ListQuestion,
) {
  const operation = 'listVideoTasks'
  const { path, method } = operations[operation]
  const headers = { Authorization: bearerHeader(apiKey) }
  const request = new Request(`${origin}${API_BASE}${path}${query}`, { method, headers })
  const answer = await taskApi.fetch({ request, operation, apiKey, ...parts })
  const text = jsonWithoutKey(await answer.text(), apiKey)
  const reply = readEnvelope(answer.status, parseExactJson(strictJson(text) ?? 'null'))
  return { reply, copy: () => copy(answer, text) }
}

/** Limits uploads by their API keys. It remembers digests of keys, never a key. @param now another clock is for tests */
export function uploadKeys(taskApi: TaskApi, now: () => number = Date.now) {
  const known = new Map<string, KnownKey>()
  const checks = new Map<string, Promise<(() => Response) | undefined>>()
  const inFlight = new Map<string, number>()
  let places = PLACES

  async function ask(apiKey: string, digest: string, requestId: string | undefined) {
    const question = { apiKey, query: '?page=1&page_size=1', requestId }
    const { reply, copy: refusal } = await askForList(taskApi, question)
    if (reply.kind !== 'success') return refusal
    const uploadedAt = known.get(digest)?.uploadedAt ?? []
    known.delete(digest)
    known.set(digest, { acceptedAt: now(), uploadedAt })
    const [oldest] = known.keys()
    if (known.size > MOST_KEYS && oldest !== undefined) known.delete(oldest)
    return undefined
  }

  return {
    /** @returns the refusal of a key that has uploaded too much within an hour */
    rateRefusal(apiKey: string): Response | undefined {
      const digest = digestOf(apiKey)
      const key = known.get(digest)
      if (key === undefined) return undefined
      const hourAgo = now() - HOUR_MS
      key.uploadedAt = key.uploadedAt.filter((time) => time > hourAgo)
      const [first] = key.uploadedAt
      if (first === undefined || key.uploadedAt.length < UPLOADS_PER_HOUR) return undefined
      const headers = { 'Retry-After': String(Math.ceil((first - hourAgo) / 1000)) }
      return hostResponse(429, 'not-allowed', TOO_MANY, headers)
    },
    /** Takes a place for an upload. @returns a function that gives it back; undefined: all places are taken */
    takePlace(apiKey: string): (() => void) | undefined {
      const digest = digestOf(apiKey)
      const ofKey = inFlight.get(digest) ?? 0
      if (ofKey >= PLACES_PER_KEY || places === 0) return undefined
      inFlight.set(digest, ofKey + 1)
      places -= 1
      return () => {
        places += 1
        const left = (inFlight.get(digest) ?? 1) - 1
        if (left === 0) inFlight.delete(digest)
        else inFlight.set(digest, left)
      }
    },
    /** Asks the service whether it accepts the key, and remembers a yes for an hour. @returns its refusal */
    async refusalOf(apiKey: string, requestId: string | undefined): Promise<Response | undefined> {
      const digest = digestOf(apiKey)
      const acceptedAt = known.get(digest)?.acceptedAt ?? Number.NEGATIVE_INFINITY
      if (now() - acceptedAt < HOUR_MS) return undefined
      let check = checks.get(digest)
      if (check === undefined) {
        check = ask(apiKey, digest, requestId).finally(() => checks.delete(digest))
        checks.set(digest, check)
      }
      return (await check)?.()
    },
    /** Counts an upload whose body is about to be read. */
    count: (apiKey: string) => void known.get(digestOf(apiKey))?.uploadedAt.push(now()),
  }
}

function digestOf(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('base64url')
}

/** What the service said, for each request that waited for it. */
function copy({ status, headers }: Response, text: string): Response {
  const response = new Response(text, { status })
  for (const name of ['Content-Type', 'Retry-After', HOST_ERROR_CODE_HEADER]) {
    const value = headers.get(name)
    if (value !== null) response.headers.set(name, value)
  }
  return response
}
