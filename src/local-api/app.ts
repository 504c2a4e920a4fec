import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'

import { bearerKey } from '#contract/authentication.ts'
import { describeInvalidInputs } from '#contract/invalid-input.ts'
import { findOperation, operations, MAX_REQUEST_BYTES } from '#contract/operations.ts'
import { readPosterTaskRequest, type PosterTaskCreatedPayload } from '#contract/poster-tasks.ts'
import {
  readListRequest,
  type VideoTaskListPayload,
  type VideoTaskRecord,
} from '#contract/video-tasks.ts'
import { checkNearImageUrl } from '#contract/uploads.ts'
import { type AccountRow, findAccount, selectBehaviour } from '#local-api/accounts.ts'
import { isBusy } from '#sqlite/database.ts'
import { foreignList } from '#local-api/foreign-lists.ts'
import { errorReply, jsonReply, rawReply, successReply } from '#local-api/replies.ts'
import { pickListParams, isJsonMediaType, readBoundedBody } from '#contract/requests.ts'
import {
  cutReply,
  htmlReply,
  refusalOf,
  refusalWithHttp200,
  replyInstead,
  sentinelImageOf,
} from '#local-api/sentinels.ts'
import type { Store } from '#local-api/store.ts'
import { clipPath } from '#local-api/outcomes.ts'
import { selectTaskPage, type ListedTask } from '#local-api/task-page.ts'
import { createPosterTask, POSTER_PRICE } from '#local-api/tasks.ts'

/** Dependencies of the app. */
export interface AppOptions {
  /** the path under which the operations are; default: none */
  base?: string
  store: Store
  /** milliseconds since 1970 */
  now: () => number
  /** whether the unfiltered list holds posters too (spec: not shown) */
  postersInList: boolean
  /** waits that many milliseconds: for the slow sentinels */
  pause: (milliseconds: number) => Promise<unknown>
  /** called with every internal error */
  reportError: (error: unknown) => void
}

/** What a request brings beside itself. */
export interface RequestParts {
  /** its body, if that was read already */
  body?: string | undefined
}

interface Env {
  Bindings: RequestParts
  Variables: { account: AccountRow }
}

/** The host's own pictures can be fetched here, even if no other machine can. */
const checkUrl = (url: string) => checkNearImageUrl(url, () => true)

/** How long a slow answer takes, in milliseconds. */
export const SLOW_ANSWER = 3000

/** How often the app checks whether an account is still held, in milliseconds. */
export const HELD_EVERY = 20

/** Time for the first part of a cut answer to be sent, in milliseconds. */
const BEFORE_CUT = 50

/** The Task API: both operations of the specification, and nothing else, over one data folder. */
export function createApp({
  base = '',
  store,
  now,
  postersInList,
  pause,
  reportError,
}: AppOptions) {
  const app = new Hono<Env>({
    getPath: (request) => new URL(request.url).pathname.slice(base.length),
  })

  // Route, then key, then input: without a key there is no information about inputs.
  app.use(knownOperation, authenticated(store))

  app.get(operations.listVideoTasks.path, async (c) => {
    const account = c.var.account
    const { request, invalid } = readListRequest(
      pickListParams((name) => c.req.queries(name) ?? []),
    )
    if (invalid.length > 0) return errorReply(400, describeInvalidInputs(invalid))
    if (account.behaviour === 'slow') await pause(SLOW_ANSWER)
    const { origin } = new URL(c.req.url)
    const scope = { accountId: account.id, videosOnly: !postersInList }
    const { tasks, total } = selectTaskPage(store, { ...request, ...scope })
    const payload: VideoTaskListPayload = {
      list: tasks.map((task) => toRecord(task, origin)),
      total,
      page: request.pageNumber,
      page_size: request.pageSize,
    }
    const parts = { request, origin, now: now() }
    return foreignList(account.behaviour, payload, parts) ?? successReply(payload)
  })

  app.post(operations.createPosterTask.path, async (c) => {
    const account = c.var.account
    const body = await readJsonBody(c.req.raw, c.env.body)
    if (!body.ok) return body.reply
    const reading = readPosterTaskRequest(body.json, checkUrl)
    if (!reading.ok) return errorReply(400, describeInvalidInputs(reading.invalid))
    const sentinel = sentinelImageOf(reading.request.image_url)
    if (sentinel === 'repeats-key') {
      const apiKey = bearerKey(c.req.header('authorization')) ?? ''
      return errorReply(402, `key ${apiKey} has not enough points`)
    }
    const refusal = refusalOf(sentinel)
    if (refusal !== undefined) return refusal
    if (account.behaviour === 'refuses-creations') return refusalWithHttp200()
    const creation = await store.database.together(() =>
      createPosterTask(store, account.id, reading.request, now()),
    )
    if (creation.kind === 'too-few-points') {
      const cost = `a poster costs ${POSTER_PRICE} points, ${creation.points} left`
      return errorReply(402, `not enough points: ${cost}; nothing was created`)
    }
    if (account.behaviour === 'slow' || sentinel === 'slow') await pause(SLOW_ANSWER)
    if (account.behaviour === 'held') {
      while (selectBehaviour(store, account.id) === 'held') await pause(HELD_EVERY)
    }
    if (sentinel === 'unreadable') return htmlReply()
    if (sentinel === 'no-reply') return cutReply(async () => void (await pause(BEFORE_CUT)))
    if (sentinel === 'points-nan') {
      const data = `{"uuid":"${creation.uuid}","remaining_points":NaN}`
      return rawReply(`{"code":200,"message":"success","data":${data}}`)
    }
    if (sentinel === 'points-as-text') {
      const remaining_points = String(creation.remainingPoints)
      const data = { uuid: creation.uuid, remaining_points, task_type: 'poster', message: 'None' }
      return jsonReply(200, { code: '200', message: 'success', data })
    }
    const payload: PosterTaskCreatedPayload = {
      uuid: creation.uuid,
      remaining_points: creation.remainingPoints,
      task_type: 'poster',
      message: 'poster task created',
    }
    return successReply(payload)
  })

  app.onError((error) => {
    reportError(error)
    return isBusy(error)
      ? errorReply(503, 'the service is busy; nothing was changed', { 'retry-after': '1' })
      : errorReply(500, 'internal error')
  })

  return {
    fetch: (request: Request, parts: RequestParts = {}) => app.fetch(request, parts),
  }
}

const knownOperation = createMiddleware<Env>(async (c, next) => {
  const operation = findOperation(c.req.method, c.req.path)
  if (typeof operation === 'string') return next()
  if (operation.problem === 'not-found') return errorReply(404, 'there is nothing at this path')
  const { allow } = operation
  return errorReply(405, `this path answers ${allow} only`, { allow })
})

function authenticated(store: Store) {
  return createMiddleware<Env>(async (c, next) => {
    const apiKey = bearerKey(c.req.header('authorization'))
    const account = apiKey === undefined ? undefined : findAccount(store, apiKey)
    if (account === undefined) {
      const problem = apiKey === undefined ? 'an API key is needed' : 'this API key is not known'
      const message = `${problem}; send Authorization: Bearer <API_KEY>`
      return errorReply(401, message, { 'www-authenticate': 'Bearer' })
    }
    const reply = replyInstead(account.behaviour)
    if (reply !== undefined) return reply
    c.set('account', account)
    return next()
  })
}

/** A task as the service writes it. @param origin of the host, for the address of the video */
function toRecord(task: ListedTask, origin: string): VideoTaskRecord {
  return {
    id: task.id,
    uuid: task.uuid,
    price: task.price,
    created_at: toTime(task.createdAt),
    updated_at: toTime(task.updatedAt),
    video_url: task.clip === null ? null : `${origin}${clipPath(task.clip)}`,
    error_msg: task.errorMsg,
    completed_at: task.completedAt === null ? null : toTime(task.completedAt),
  }
}

/** ISO 8601 in UTC, to the second (spec: "ISO 8601 date-time, UTC"). */
function toTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`
}

/** A body's JSON, or the reply that says why it could not be read. */
type JsonBody = { ok: true; json: unknown } | { ok: false; reply: Response }

/**
 * Reads a request's body as JSON: 415 unless its content type is application/json, 413 beyond
 * MAX_REQUEST_BYTES (even without a Content-Length), 400 if it is not JSON or the connection
 * closed before its end.
 *
 * @param read the body, if it was read already
 */
async function readJsonBody(request: Request, read: string | undefined): Promise<JsonBody> {
  if (!isJsonMediaType(request.headers.get('content-type'))) {
    return refuse(415, 'Content-Type must be application/json')
  }
  const bytes = read === undefined ? request.body : [new TextEncoder().encode(read)]
  const announced = request.headers.get('content-length')
  const body = await readBoundedBody(bytes, announced, MAX_REQUEST_BYTES)
  if (!body.ok) {
    return body.problem === 'too-large'
      ? refuse(413, `the body must not be larger than ${MAX_REQUEST_BYTES} bytes`)
      : refuse(400, 'the body did not arrive whole')
  }
  try {
    const json: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(body.chunks)),
    )
    return { ok: true, json }
  } catch {
    return refuse(400, 'the body is not valid JSON')
  }
}

function refuse(status: number, message: string): JsonBody {
  return { ok: false, reply: errorReply(status, message) }
}
