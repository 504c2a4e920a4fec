import type { IncomingMessage, Server, ServerResponse } from 'node:http'

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import { HOST_ERROR_CODE_HEADER, HOST_ERROR_CODES } from '#contract/host-error-code.ts'
import { idempotencyPath } from '#contract/idempotency.ts'
import { findOperation, operations } from '#contract/operations.ts'
import type { IdempotentApi } from '#host/idempotency/with-idempotency.ts'
import { CREATION_EVENTS, type CreationEvent } from '#host/idempotency/forward-once.ts'
import { MEDIA_PATH } from '#contract/media.ts'
import { UPLOADED_PATH, UPLOADS_PATH } from '#contract/uploads.ts'
import { VIEWS_PATH } from '#contract/views.ts'
import type { Media } from '#host/media/media.ts'
import { CSP_REPORT_PATH } from '#host/pages/security-headers.ts'
import type { Uploads } from '#host/uploads/uploads.ts'

/** The metrics of one host, for Prometheus. They name no key, no query, no address and no customer. */
export type HostMetrics = ReturnType<typeof createHostMetrics>

/** Upper bounds of the durations that are counted, in seconds: from a file in memory to the time-out of the service. */
const DURATIONS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25]

/** The statuses of the Task API that are counted from zero. */
const EXPECTED_STATUSES = [200, 500, 502, 503, 504]

/** What is measured of pictures. */
type MeasuredUploads = Pick<Uploads, 'counts' | 'bytes'>

/** What is measured of the videos of other hosts. */
type MeasuredMedia = Pick<Media, 'counts' | 'bytes'>

/** Creates the metrics, and starts to measure the process. */
export function createHostMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'marquee_http_requests_total',
    help: 'Requests, by route and status. Status 0: the client left first.',
    labelNames: ['route', 'method', 'status'],
    registers,
  })
  const hostAnswers = new Counter({
    name: 'marquee_host_answers_total',
    help: 'Answers of the host in the place of the service, by the reason.',
    labelNames: ['host_error_code'],
    registers,
  })
  const durations = new Histogram({
    name: 'marquee_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its response.',
    labelNames: ['route'],
    buckets: DURATIONS,
    registers,
  })
  const creations = new Counter({
    name: 'marquee_creations_total',
    help: 'Creations with an idempotency key, by what happened to them.',
    labelNames: ['event'],
    registers,
  })
  // Prometheus does not see the first increase of a metric that was not there before.
  for (const [route, { method }] of Object.entries(operations)) {
    for (const status of EXPECTED_STATUSES) requests.inc({ route, method, status }, 0)
  }
  for (const event of CREATION_EVENTS) creations.inc({ event }, 0)
  for (const code of HOST_ERROR_CODES) hostAnswers.inc({ host_error_code: code }, 0)

  return {
    /** Counts the connections of a server. */
    watch(server: Server) {
      // The registry holds it, as it does the others.
      void new Gauge({
        name: 'marquee_open_connections',
        help: 'Connections of clients that are open.',
        registers,
        async collect() {
          this.set(await countConnections(server))
        },
      })
    },
    /** Asks whether creations are accepted, and how many of their replies are held, whenever the metrics are read. */
    watchCreations(watched: Pick<IdempotentApi, 'areAccepted' | 'heldReplies'>) {
      void new Gauge({
        name: 'marquee_creations_accepted',
        help: '1 while creations can be recorded, else 0: then they are refused.',
        registers,
        async collect() {
          this.set(Number(await watched.areAccepted()))
        },
      })
      void new Gauge({
        name: 'marquee_replies_held',
        help: 'Replies to creations that are in memory only, because they cannot be recorded.',
        registers,
        collect() {
          this.set(watched.heldReplies())
        },
      })
    },
    /** Asks what has happened to pictures, and how much room they take, whenever the metrics are read. */
    watchUploads: (uploads: MeasuredUploads) => measureUploads(registry, uploads),
    /** Asks what has happened to videos of other hosts, and how much they had, whenever the metrics are read. */
    watchMedia: (media: MeasuredMedia) => measureMedia(registry, media),
    /** Starts to measure a request. @returns a function to call once its response is over: it counts it */
    follow(request: IncomingMessage, response: ServerResponse) {
      const route = routeOf(request)
      const { method = '' } = request
      const startedAt = performance.now()
      return () => {
        durations.observe({ route }, (performance.now() - startedAt) / 1000)
        requests.inc({
          route,
          method: METHODS.has(method) ? method : 'other',
          status: response.writableFinished ? response.statusCode : 0,
        })
        const code = response.getHeader(HOST_ERROR_CODE_HEADER)
        if (typeof code === 'string') hostAnswers.inc({ host_error_code: code })
      }
    },
    count: (event: CreationEvent) => creations.inc({ event }),
    /** All metrics, in Prometheus' text format, and its media type. */
    read: async () => ({
      text: withSamples(await registry.metrics()),
      type: registry.contentType,
    }),
  }
}

/** Leaves out what was not sampled since the last reading: prom-client writes "Nan", and a least lag of 292 years. */
function withSamples(text: string): string {
  const isSampled = !/^nodejs_eventloop_lag_mean_seconds nan$/im.test(text)
  return isSampled ? text : text.replaceAll(/^nodejs_eventloop_lag_\w+_seconds .*\n/gm, '')
}

function measureUploads(registry: Registry, uploads: MeasuredUploads) {
  const registers = [registry]
  void new Counter({
    name: 'marquee_uploads_total',
    help: 'Pictures for the service, by what happened to them.',
    labelNames: ['event'],
    registers,
    collect() {
      this.reset()
      for (const [event, count] of uploads.counts) this.inc({ event }, count)
    },
  })
  void new Gauge({
    name: 'marquee_uploads_bytes',
    help: 'Bytes of the pictures that are kept, and of the room for those that arrive.',
    registers,
    collect() {
      const { kept, reserved } = uploads.bytes()
      this.set(kept + reserved)
    },
  })
}

function measureMedia(registry: Registry, media: MeasuredMedia) {
  const registers = [registry]
  void new Counter({
    name: 'marquee_media_total',
    help: 'Videos and pictures of other hosts, by what happened to them.',
    labelNames: ['event'],
    registers,
    collect() {
      this.reset()
      for (const [event, count] of media.counts) this.inc({ event }, count)
    },
  })
  void new Counter({
    name: 'marquee_media_bytes_total',
    help: 'Bytes of them that were handed out.',
    registers,
    collect() {
      this.reset()
      this.inc(media.bytes())
    },
  })
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'DELETE'])

/** A name for the address of a request. The number of names is fixed, so clients cannot fill the memory with labels. */
function routeOf({ url = '', method = '' }: IncomingMessage): string {
  const path = url.replace(/[?#].*$/s, '')
  if (path.startsWith('/api/')) {
    const operation = findOperation(method, path.slice('/api'.length))
    return typeof operation === 'string' ? operation : 'otherOperation'
  }
  if (path.startsWith(idempotencyPath(''))) return 'idempotencyKey'
  if (path === '/host/info') return 'hostInfo'
  if (path === VIEWS_PATH || path.startsWith(`${VIEWS_PATH}/`)) return 'view'
  if (path === MEDIA_PATH || path.startsWith(`${MEDIA_PATH}/`)) return 'media'
  if (path === UPLOADS_PATH || path.startsWith(`${UPLOADS_PATH}/`)) return 'upload'
  if (path.startsWith(`${UPLOADED_PATH}/`)) return 'uploadedPicture'
  if (path === '/healthz' || path === '/readyz') return 'health'
  if (path === CSP_REPORT_PATH) return 'cspReport'
  return path.startsWith('/assets/') ? 'asset' : 'page'
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)))
  })
}
