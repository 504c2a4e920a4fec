import { createHash } from 'node:crypto'

import { readEnvelope } from '#contract/envelope.ts'
import { parseExactJson } from '#contract/exact-json.ts'
import { HOST_ERROR_CODE_HEADER } from '#contract/host-error-code.ts'
import { API_BASE, bearerHeader, operations } from '#contract/operations.ts'
import { strictJson } from '#contract/record.ts'
import { jsonWithoutKey } from '#contract/without-key.ts'
import type { TaskApi, TaskRequest } from '#host/task-api.ts'

const HOUR_MS = 60 * 60_000
/** The keys that are remembered; the one that was accepted longest ago goes first. */
const MOST_KEYS = 10_000

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

/** Knows which API keys the service accepts. It remembers digests, never a key. @param now another clock is for tests */
export function acceptedKeys(taskApi: TaskApi, now: () => number = Date.now) {
  /** digest → when the service has accepted the key, milliseconds since the epoch */
  const known = new Map<string, number>()
  const checks = new Map<string, Promise<(() => Response) | undefined>>()

  async function ask(apiKey: string, digest: string, requestId: string | undefined) {
    const question = { apiKey, query: '?page=1&page_size=1', requestId }
    const { reply, copy: refusal } = await askForList(taskApi, question)
    if (reply.kind !== 'success') return refusal
    known.delete(digest)
    known.set(digest, now())
    const [oldest] = known.keys()
    if (known.size > MOST_KEYS && oldest !== undefined) known.delete(oldest)
    return undefined
  }

  return {
    /** Asks the service whether it accepts the key, and remembers a yes for an hour. @returns its refusal */
    async refusalOf(apiKey: string, requestId?: string): Promise<Response | undefined> {
      const digest = digestOf(apiKey)
      if (now() - (known.get(digest) ?? Number.NEGATIVE_INFINITY) < HOUR_MS) return undefined
      let check = checks.get(digest)
      if (check === undefined) {
        check = ask(apiKey, digest, requestId).finally(() => checks.delete(digest))
        checks.set(digest, check)
      }
      return (await check)?.()
    },
  }
}

/** Stands for a key in what is remembered. */
export function digestOf(apiKey: string): string {
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
