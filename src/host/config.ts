import { variables } from '#host/variables.ts'
import { proxyFor, readProxyAddress } from '#host/upstream/service-proxy.ts'
import type * as z from 'zod/mini'

/** Where tasks come from: the embedded local API, or a real service behind the proxy. */
type TaskApiConfig =
  | { kind: 'local'; postersInList: boolean }
  /** proxy: the one on the way to it, if there is one */
  | { kind: 'remote'; baseUrl: string; proxy: URL | undefined }

/** The files of a certificate and its key, each the path of a PEM file. */
export interface TlsFiles {
  cert: string
  key: string
}

/** How pictures are kept so that the service can fetch them. */
interface UploadsConfig {
  /** the origin under which everyone reaches this host; undefined: it is not known */
  publicUrl: string | undefined
  keepHours: number
  /** largest size of all pictures together, in bytes */
  maxBytes: number
}

/** The host's whole configuration. */
export interface HostConfig {
  /** 0: any free port */
  port: number
  /** name or address to listen on, an IPv6 one without brackets */
  host: string
  /** port of /metrics; undefined: nothing is measured */
  metricsPort: number | undefined
  /** how long /readyz answers 503 before the host takes no more requests, in milliseconds */
  drainDelayMs: number
  /** undefined: plain HTTP */
  tls: TlsFiles | undefined
  taskApi: TaskApiConfig
  /** how long a whole exchange with the service may take, in milliseconds */
  taskApiTimeoutMs: number
  /** requests that may be in flight to the service at once; further ones wait */
  concurrency: number
  /** the same with one API key, waiting ones included; further ones are refused */
  concurrencyPerKey: number
  /** folder of the local API's database, and of the idempotency store unless that is in Redis */
  dataDir: string
  /** Redis with the idempotency store, which several hosts share; undefined: it is in `dataDir` */
  idempotencyUrl: string | undefined
  /** folder with a sample video of each poster scene; undefined: those of the local API, if that is used */
  sceneSamples: string | undefined
  /** undefined: no pictures are taken */
  uploads: UploadsConfig | undefined
  /** what this means for pictures, if that may not be what the operator wants; for the log */
  notice: { event: string; variable?: string } | undefined
  /** CSP host sources images and videos may come from; empty: any https */
  mediaHosts: readonly string[]
  /** names beside the local ones that a Host header may carry, lower case, with or without a port */
  allowedHosts: readonly string[]
}

/** The configuration, or the sentence the start stops with. */
export type ConfigReading = { ok: true; config: HostConfig } | { ok: false; message: string }

/** Enough for a few thousand people who each look at a list now and then. */
const DEFAULT_CONCURRENCY = 128

const PROXY =
  'the http:// or https:// address of a proxy, such as http://user:password@proxy.example:3128'

/**
 * Reads the host's configuration from environment variables. Blanks around a value are trimmed; an
 * empty value counts as unset.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): ConfigReading {
  const problems: string[] = []
  function read<Value>(
    name: keyof typeof variables,
    variable: { schema: z.ZodMiniType<Value>; accepts: string },
    byDefault: Value,
  ): Value {
    const text = env[name]?.trim() ?? ''
    if (text === '') return byDefault
    const parsed = variable.schema.safeParse(text)
    if (parsed.success) return parsed.data
    problems.push(`${name} is ${quoted(text)}, but it must be ${variable.accepts}.`)
    return byDefault
  }
  function readProxy(service: string): URL | undefined {
    const setting = proxyFor(new URL(service), env)
    if (setting === undefined) return undefined
    const address = readProxyAddress(setting.text)
    if (address === undefined) {
      problems.push(`${setting.variable} is ${quoted(setting.text)}, but it must be ${PROXY}.`)
    }
    return address
  }
  const baseUrl = read('TASK_API_URL', variables.TASK_API_URL, '')
  const timeoutS = read(
    'TASK_API_TIMEOUT',
    variables.TASK_API_TIMEOUT,
    variables.TASK_API_TIMEOUT.byDefault,
  )
  const postersInList =
    read('LOCAL_API_POSTERS', variables.LOCAL_API_POSTERS, 'listed') === 'listed'
  const cert = read('TLS_CERT', variables.TLS_CERT, '')
  const key = read('TLS_KEY', variables.TLS_KEY, '')
  if ((cert === '') !== (key === '')) {
    const [set, missing] = cert === '' ? ['TLS_KEY', 'TLS_CERT'] : ['TLS_CERT', 'TLS_KEY']
    problems.push(`${set} is set, but ${missing} is not; set both for https, or none.`)
  }
  const publicUrl = read<string | undefined>('PUBLIC_URL', variables.PUBLIC_URL, undefined)
  const canKeep = baseUrl === '' || publicUrl !== undefined
  const uploads = read('UPLOADS', variables.UPLOADS, canKeep ? 'folder' : 'off')
  if (uploads === 'folder' && !canKeep) {
    problems.push(
      'UPLOADS is folder, but PUBLIC_URL is not set; set it to the https:// address under which the service reaches this host.',
    )
  }
  const uploadsConfig: UploadsConfig = {
    publicUrl,
    keepHours: read('UPLOADS_KEEP', variables.UPLOADS_KEEP, 24),
    maxBytes: read('UPLOADS_MAX_MB', variables.UPLOADS_MAX_MB, 2048) * 1_000_000,
  }
  const idempotencyUrl = read('IDEMPOTENCY_URL', variables.IDEMPOTENCY_URL, '')
  const concurrency = read(
    'TASK_API_CONCURRENCY',
    variables.TASK_API_CONCURRENCY,
    DEFAULT_CONCURRENCY,
  )
  const config: HostConfig = {
    port: read('PORT', variables.PORT, 4173),
    metricsPort: read<number | undefined>('METRICS_PORT', variables.METRICS_PORT, undefined),
    drainDelayMs: read('DRAIN_DELAY', variables.DRAIN_DELAY, 0) * 1000,
    host: read('HOST', variables.HOST, '127.0.0.1'),
    tls: cert === '' ? undefined : { cert, key },
    taskApi:
      baseUrl === ''
        ? { kind: 'local', postersInList }
        : { kind: 'remote', baseUrl, proxy: readProxy(baseUrl) },
    taskApiTimeoutMs: timeoutS * 1000,
    concurrency,
    concurrencyPerKey: read(
      'TASK_API_CONCURRENCY_PER_KEY',
      variables.TASK_API_CONCURRENCY_PER_KEY,
      Math.ceil(concurrency / 2),
    ),
    dataDir: read('DATA_DIR', variables.DATA_DIR, '.data'),
    idempotencyUrl: idempotencyUrl === '' ? undefined : idempotencyUrl,
    sceneSamples: read<string | undefined>('SCENE_SAMPLES', variables.SCENE_SAMPLES, undefined),
    uploads: uploads === 'folder' ? uploadsConfig : undefined,
    notice: noticeOf(uploads, baseUrl !== '', idempotencyUrl !== ''),
    mediaHosts: withPublic(read('MEDIA_HOSTS', variables.MEDIA_HOSTS, []), publicUrl),
    allowedHosts: [
      ...read('ALLOWED_HOSTS', variables.ALLOWED_HOSTS, []),
      ...(publicUrl === undefined ? [] : [new URL(publicUrl).host]),
    ],
  }
  const [message] = problems
  return message === undefined ? { ok: true, config } : { ok: false, message }
}

function noticeOf(uploads: 'off' | 'folder', isRemote: boolean, isShared: boolean) {
  if (uploads === 'folder') return isShared ? { event: 'uploads-on-this-host-only' } : undefined
  return isRemote ? { event: 'uploads-off', variable: 'PUBLIC_URL' } : undefined
}

/** The page shows the pictures of this host, too. An empty list allows all hosts. */
function withPublic(hosts: readonly string[], publicUrl: string | undefined): readonly string[] {
  return publicUrl === undefined || hosts.length === 0 ? hosts : [...hosts, publicUrl]
}

/** A value that is safe to print: without a possible password, and at most one line long. */
function quoted(text: string): string {
  const harmless = text
    .replace(/^.*@/s, '***@')
    .replace(/[?#].*$/s, (rest) => `${rest.charAt(0)}***`)
  return JSON.stringify(harmless.length > 100 ? `${harmless.slice(0, 100)}…` : harmless)
}
