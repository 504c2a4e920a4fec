import type { Http2Bindings, HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'

import { idempotencyPath, isIdempotencyKey } from '#contract/idempotency.ts'
import { bearerKey } from '#contract/authentication.ts'
import { errorEnvelope } from '#contract/envelope.ts'
import { API_BASE, REQUEST_ID_HEADER, isViewCredential } from '#contract/operations.ts'
import { UPLOADS_PATH, type UploadsInfo } from '#contract/uploads.ts'
import { isJsonMediaType } from '#contract/requests.ts'
import { MEDIA_PATH, type MediaInfo } from '#contract/media.ts'
import { VIEWS_PATH } from '#contract/views.ts'
import { describeFault, describeUnknownName, type WriteLine } from '#host/access-log.ts'
import { MAX_MEDIA_REQUEST_BYTES, type Media } from '#host/media/media.ts'
import type { HostMetrics } from '#host/metrics/host-metrics.ts'
import type { IdempotencyStore } from '#host/idempotency/idempotency-store.ts'
import { type IdempotentApi, withIdempotency } from '#host/idempotency/with-idempotency.ts'
import { cspReports } from '#host/pages/csp-reports.ts'
import { readBody, readTaskRequest } from '#host/request-body.ts'
import { isOwnSite } from '#host/request-checks.ts'
import { CSP_REPORT_PATH, DATA_HEADERS } from '#host/pages/security-headers.ts'
import {
  type ClientSignal,
  hostResponse,
  keyMissing,
  pathOf,
  type SceneSamples,
  type TaskApi,
} from '#host/task-api.ts'
import type { Uploads } from '#host/uploads/uploads.ts'
import { MAX_LEND_BYTES, type Views } from '#host/views/views.ts'

/**
 * The reply of /host/info: which Task API this is, a demo key for the connect screen, samples for the posters screen, and for how
 * long the host keeps pictures and lends views, and whose videos it hands out, if it does.
 */
export type HostInfo = {
  sceneSamples: SceneSamples
  uploads?: UploadsInfo
  views?: Views['info']
  media?: MediaInfo
} & ({ taskApi: 'local'; demoKey: string } | { taskApi: 'remote' })

/** What the host's routes need. */
export interface HostAppOptions {
  taskApi: TaskApi
  /** records creations before the Task API gets them */
  store: IdempotencyStore
  /** how long the Task API may take, in milliseconds */
  taskApiTimeoutMs: number
  info: HostInfo
  /** undefined: no pictures are taken */
  uploads?: Uploads | undefined
  /** undefined: no views are lent */
  views?: Views | undefined
  /** undefined: no videos of other hosts are handed out */
  media?: Media | undefined
  /** whether an Origin header names a page of this host; `host` is the Host header, '' without one */
  isOwnOrigin: (origin: string, host: string) => boolean
  /** undefined: nothing is measured */
  metrics?: HostMetrics | undefined
  /** receives the lines about violations and errors */
  writeLine: WriteLine
}

/** How long a host may take to record a creation and its reply, in milliseconds: more than Redis gets for both. */
const RECORDING_MS = 5000

const NOT_JSON = 'The body must be sent as Content-Type: application/json, and not compressed.'
const OTHER_SITE = 'Requests from pages of other sites are refused.'
const UNKNOWN_NAME =
  'Requests from pages of other names are refused. If this page belongs to this host, add its name to ALLOWED_HOSTS.'

type ReportError = (error: unknown, requestId?: string) => void

/** What Hono gives each handler: the request and the response of Node. */
interface HostEnv {
  Bindings: HttpBindings | Http2Bindings
}

/** Whether a request target belongs to `createHostApp`. All others are pages and files. */
export function isHostRoute(target: string): boolean {
  return /^\/(?:api|host|healthz|readyz|csp-report)(?:[/?]|$)/.test(target)
}

/**
 * Builds the host's routes for data: /api, /host, /healthz, /readyz and /csp-report. The caller of `fetch` has to set
 * DATA_HEADERS on the response first, so that browsers never treat an answer as a page.
 */
export function createHostApp({
  taskApi,
  store,
  taskApiTimeoutMs,
  info,
  uploads,
  views,
  media,
  isOwnOrigin,
  metrics,
  writeLine,
}: HostAppOptions) {
  // Paths are matched as they were sent, so that %61pi cannot bypass the rules for /api.
  const app = new Hono<HostEnv>({ getPath: pathOf })
  const reportError = (error: unknown, requestId?: string) =>
    writeLine(describeFault(error, requestId))
  const forwardMs = taskApiTimeoutMs + RECORDING_MS
  const creations = withIdempotency({
    taskApi,
    store,
    forwardMs,
    reportError,
    countEvent: (event) => metrics?.count(event),
  })
  metrics?.watchCreations(creations)
  if (uploads !== undefined) metrics?.watchUploads(uploads)
  if (media !== undefined) metrics?.watchMedia(media)
  const inFlight = new Set<Promise<Response>>()
  let isEnding = false

  async function askTaskApi(request: Request, { incoming, outgoing }: HostEnv['Bindings']) {
    // The rest of a body that is too large is still read, so that the refusal arrives.
    const read = await readTaskRequest(request, incoming.iterator({ destroyOnReturn: false }))
    if (read instanceof Response) return read
    const requestId = requestIdOf({ outgoing })
    const asked = { ...read, requestId, clientSignal: clientSignalOf(outgoing) }
    if (!isViewCredential(read.apiKey ?? '')) return creations.fetch(asked)
    return lookUp('views', { requestId, reportError }, () => views?.forward(asked) ?? notAKey())
  }
  function track(pending: Promise<Response>): Promise<Response> {
    inFlight.add(pending)
    const remove = () => void inFlight.delete(pending)
    pending.then(remove, remove)
    return pending
  }

  for (const path of [`${API_BASE}/*`, '/host/*', CSP_REPORT_PATH]) {
    app.use(path, async (c, next) => {
      if (!isOwnSite(c.req.header('sec-fetch-site'))) {
        return hostResponse(403, 'not-allowed', OTHER_SITE)
      }
      const origin = c.req.header('origin')
      if (origin === undefined || isOwnOrigin(origin, c.req.header('host') ?? '')) return next()
      // Most likely a page of this host: a proxy in front of it did not forward the Host header.
      writeLine(describeUnknownName(origin.replace(/^https?:\/\//, ''), requestIdOf(c.env)))
      return hostResponse(403, 'host-name', UNKNOWN_NAME)
    })
  }
  // A page of another site could send other types without a preflight.
  app.on('POST', [`${API_BASE}/*`, VIEWS_PATH, MEDIA_PATH], async (c, next) => {
    const isAsSent = (c.req.header('content-encoding') ?? 'identity') === 'identity'
    if (isAsSent && isJsonMediaType(c.req.header('content-type') ?? null)) return next()
    return hostResponse(415, 'not-allowed', NOT_JSON)
  })
  app.all(`${API_BASE}/*`, async (c) =>
    withoutDataHeaders(await track(askTaskApi(c.req.raw, c.env))),
  )
  readOnly(app, '/host/info', () => Response.json(info))
  routeViews(app, views, reportError)
  const keyPath = idempotencyPath(':id')
  app.on(['GET', 'DELETE'], keyPath, (c) => idempotencyState(c, creations, reportError))
  app.all(keyPath, () => methodNotAllowed('GET, HEAD, DELETE'))
  if (uploads !== undefined) routeUploads(app, uploads)
  if (media !== undefined) routeMedia(app, media)
  app.all('/host/*', () => hostResponse(404, 'not-allowed', 'There is nothing here.'))
  readOnly(app, '/healthz', () => Response.json({ status: 'ok' }))
  readOnly(app, '/readyz', () => readiness(creations, isEnding))

  const takeReport = cspReports(writeLine)
  app.post(CSP_REPORT_PATH, (c) => takeReport(c.req.raw))
  app.all(CSP_REPORT_PATH, () => methodNotAllowed('POST'))

  app.notFound(() => hostResponse(404, 'not-allowed', 'There is nothing here.'))
  app.onError((error, c) => {
    writeLine(describeFault(error, requestIdOf(c.env)))
    return hostResponse(500, 'host-error', 'The host failed to answer.')
  })

  return {
    fetch: (request: Request, env: HostEnv['Bindings']) => app.fetch(request, env),
    /**
     * Resolves once no request to the Task API is in flight, including those whose browser has left, and every reply to
     * a creation is recorded.
     */
    async settled() {
      while (inFlight.size > 0) await Promise.allSettled(inFlight)
      await creations.written()
    },
    /** lets /readyz answer that the host takes no more requests */
    announceEnd() {
      isEnding = true
    },
    /** stops what goes on between requests */
    close: () => creations.close(),
  }
}

/** GET reads what is known of an idempotency key, DELETE also cancels it. */
async function idempotencyState(
  c: Context<HostEnv>,
  creations: IdempotentApi,
  reportError: ReportError,
): Promise<Response> {
  const apiKey = bearerKey(c.req.header('authorization'))
  if (apiKey === undefined) return keyMissing()
  const idempotencyKey = c.req.param('id') ?? ''
  if (!isIdempotencyKey(idempotencyKey))
    return hostResponse(400, 'not-allowed', 'A creation is named by a UUID.')
  return lookUp('creations', { requestId: requestIdOf(c.env), reportError }, async () =>
    Response.json(
      c.req.method === 'DELETE'
        ? await creations.cancel(apiKey, idempotencyKey)
        : await creations.stateOf(apiKey, idempotencyKey),
    ),
  )
}

/** Answers from a store, or says that it cannot be used. */
async function lookUp(
  what: 'creations' | 'views',
  { requestId, reportError }: { requestId: string | undefined; reportError: ReportError },
  answer: () => Response | Promise<Response>,
): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    reportError(error, requestId)
    // No host error code: the host itself works, and MarqueeHostErrors is not for this.
    const envelope = errorEnvelope(503, `The host cannot look up ${what} at the moment.`)
    return Response.json(envelope, { status: 503 })
  }
}

/** Refuses the credential of a view in the place of a key. */
function notAKey(): Response {
  return hostResponse(403, 'not-allowed', 'A lent view is no API key.')
}

/** The routes of lent views. No later route gets the credential of one. */
function routeViews(app: Hono<HostEnv>, views: Views | undefined, reportError: ReportError) {
  const ofOne = `${VIEWS_PATH}/:id`
  type Answer = (key: string, c: Context<HostEnv>) => Promise<Response>
  const route = (method: string, path: string, answer: Answer) =>
    app.on(method, path, (c) => {
      const key = bearerKey(c.req.header('authorization'))
      if (key === undefined) return keyMissing()
      const requestId = requestIdOf(c.env)
      return lookUp('views', { requestId, reportError }, () => answer(key, c))
    })
  if (views !== undefined) {
    route('GET', ofOne, (key, c) => views.facts(key, c.req.param('id')))
    route('POST', ofOne, (key, c) => views.facts(key, c.req.param('id'), true))
  }
  app.use('/host/*', async (c, next) =>
    isViewCredential(bearerKey(c.req.header('authorization')) ?? '') ? notAKey() : next(),
  )
  if (views === undefined) return
  route('GET', VIEWS_PATH, (key) => views.own(key))
  route('POST', VIEWS_PATH, async (key, c) => {
    const bytes = c.env.incoming.iterator({ destroyOnReturn: false })
    const body = await readBody(c.req.raw, MAX_LEND_BYTES, bytes)
    return body instanceof Response ? body : views.lend(key, body, requestIdOf(c.env))
  })
  route('DELETE', VIEWS_PATH, (key) => views.end(key))
  route('DELETE', ofOne, (key, c) => views.end(key, c.req.param('id')))
  app.all(VIEWS_PATH, () => methodNotAllowed('GET, HEAD, POST, DELETE'))
  app.all(ofOne, () => methodNotAllowed('GET, HEAD, POST, DELETE'))
}

/**
 * Whether the host takes requests. It does while creations cannot be recorded: reads go on, and a load
 * balancer that takes out every host would stop them.
 */
async function readiness(creations: IdempotentApi, isEnding: boolean): Promise<Response> {
  if (isEnding) return Response.json({ status: 'ending' }, { status: 503 })
  const areAccepted = await creations.areAccepted()
  return Response.json({ status: 'ready', creations: areAccepted ? 'accepted' : 'refused' })
}

function routeUploads(app: Hono<HostEnv>, uploads: Uploads) {
  app.post(UPLOADS_PATH, (c) =>
    uploads.receive({
      incoming: c.env.incoming,
      request: c.req.raw,
      requestId: requestIdOf(c.env),
    }),
  )
  app.all(UPLOADS_PATH, () => methodNotAllowed('POST'))
  const picture = `${UPLOADS_PATH}/:name`
  app.delete(picture, (c) => uploads.forget(c.req.param('name'), c.req.header('authorization')))
  app.all(picture, () => methodNotAllowed('DELETE'))
}

/** What is below the path is answered without this app. */
function routeMedia(app: Hono<HostEnv>, media: Media) {
  app.post(MEDIA_PATH, async (c) => {
    const key = bearerKey(c.req.header('authorization'))
    if (key === undefined) return keyMissing()
    const bytes = c.env.incoming.iterator({ destroyOnReturn: false })
    const body = await readBody(c.req.raw, MAX_MEDIA_REQUEST_BYTES, bytes)
    return body instanceof Response ? body : media.paths(key, body, requestIdOf(c.env))
  })
  app.all(MEDIA_PATH, () => methodNotAllowed('POST'))
}

function readOnly(
  app: Hono<HostEnv>,
  path: string,
  handler: (c: Context<HostEnv>) => Response | Promise<Response>,
) {
  app.get(path, handler)
  app.all(path, () => methodNotAllowed('GET, HEAD'))
}

function methodNotAllowed(allow: string): Response {
  return hostResponse(405, 'not-allowed', `Only ${allow} is taken here.`, { Allow: allow })
}

function clientSignalOf(outgoing: HostEnv['Bindings']['outgoing']): ClientSignal {
  const isUnanswered = () => !outgoing.writableFinished
  return {
    isAborted: () => outgoing.closed && isUnanswered(),
    watch(callback) {
      const onClose = () => {
        if (isUnanswered()) callback()
      }
      outgoing.once('close', onClose)
      return () => outgoing.off('close', onClose)
    },
  }
}

function requestIdOf({ outgoing }: Pick<HostEnv['Bindings'], 'outgoing'>): string | undefined {
  return outgoing.getHeader(REQUEST_ID_HEADER)?.toString()
}

/** Removes DATA_HEADERS from an answer of the Task API. Otherwise they would replace those that the caller has set. */
function withoutDataHeaders(answer: Response): Response {
  for (const name of Object.keys(DATA_HEADERS)) answer.headers.delete(name)
  return answer
}
