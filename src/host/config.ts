import { isIP } from 'node:net'

import { proxyFor, readProxyAddress } from '#host/upstream/service-proxy.ts'
import * as z from 'zod/mini'

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
  /** CSP host sources images and videos may come from; empty: any https */
  mediaHosts: readonly string[]
  /** names beside the local ones that a Host header may carry, lower case, with or without a port */
  allowedHosts: readonly string[]
}

/** The configuration, or the sentence the start stops with. */
export type ConfigReading = { ok: true; config: HostConfig } | { ok: false; message: string }

const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?'
const NAME = `${LABEL}(?:\\.${LABEL})*`
const hostName = new RegExp(`^${NAME}$`, 'i')
// CSP has no host source for IPv6 addresses.
const mediaHost = new RegExp(`^(?:https?://)?(?:\\*\\.)?${NAME}(?::\\d{1,5})?$`, 'i')
const allowedHost = new RegExp(`^(?:${NAME}|\\[[0-9a-f:.]+\\])(?::\\d{1,5})?$`, 'i')

const list = z.pipe(
  z.string(),
  z.transform((text) => text.split(/[\s,]+/).filter((item) => item !== '')),
)

/** The browser gives up after 30 s and a drain after 28 s. The host has to know the outcome before that. */
const MAX_TIMEOUT_S = 25

/** Enough for a few thousand people who each look at a list now and then. */
const DEFAULT_CONCURRENCY = 128
const MAX_CONCURRENCY = 10_000

/** Longest DRAIN_DELAY, in seconds. Load balancers ask every few seconds; supervisors wait for it before they kill. */
export const MAX_DRAIN_DELAY_S = 60

const path = z.string().check(z.refine((text) => !text.includes('\0')))

/** A whole number, written with as many digits as the largest has. */
function wholeNumber(least: number, most: number) {
  const digits = new RegExp(`^\\d{1,${String(most).length}}$`)
  return z.pipe(
    z.string().check(z.regex(digits)),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.int().check(z.gte(least), z.lte(most)),
    ),
  )
}

const portNumber = {
  schema: wholeNumber(0, 65_535),
  accepts: 'a port number from 0 to 65535 (0 takes any free port)',
}

const PROXY =
  'the http:// or https:// address of a proxy, such as http://user:password@proxy.example:3128'

/** Every variable: how it is read, its default, and what it accepts. */
const variables = {
  PORT: portNumber,
  METRICS_PORT: portNumber,
  DRAIN_DELAY: {
    schema: wholeNumber(0, MAX_DRAIN_DELAY_S),
    accepts: `a whole number of seconds from 0 to ${MAX_DRAIN_DELAY_S}`,
  },
  HOST: {
    schema: z.pipe(
      z.string().check(z.refine((text) => isIP(withoutBrackets(text)) !== 0 || isHostName(text))),
      z.transform(withoutBrackets),
    ),
    accepts: 'a host name or an IP address to listen on, such as 127.0.0.1',
  },
  TLS_CERT: { schema: path, accepts: 'the path of a PEM file' },
  TLS_KEY: { schema: path, accepts: 'the path of a PEM file' },
  TASK_API_URL: {
    schema: z.pipe(
      z.string().check(z.refine(isBaseUrl)),
      z.transform((text) => new URL(text).href.replace(/\/+$/, '')),
    ),
    accepts:
      'an http:// or https:// address without user name, password, query or fragment, such as https://service.example/api',
  },
  TASK_API_TIMEOUT: {
    schema: wholeNumber(1, MAX_TIMEOUT_S),
    accepts: `a whole number of seconds from 1 to ${MAX_TIMEOUT_S}`,
  },
  TASK_API_CONCURRENCY: {
    schema: wholeNumber(1, MAX_CONCURRENCY),
    accepts: `a whole number of requests from 1 to ${MAX_CONCURRENCY}`,
  },
  TASK_API_CONCURRENCY_PER_KEY: {
    schema: wholeNumber(1, MAX_CONCURRENCY),
    accepts: `a whole number of requests from 1 to ${MAX_CONCURRENCY}`,
  },
  DATA_DIR: { schema: path, accepts: 'the path of a folder' },
  SCENE_SAMPLES: { schema: path, accepts: 'the path of a folder' },
  IDEMPOTENCY_URL: {
    schema: z.string().check(z.refine(isRedisUrl)),
    accepts: 'a redis:// or rediss:// address, such as rediss://user:password@redis.example:6379/0',
  },
  MEDIA_HOSTS: {
    schema: z.pipe(list, z.array(z.string().check(z.regex(mediaHost), z.refine(isPortInRange)))),
    accepts:
      'hosts separated by blanks or commas, each like media.example, *.media.example or https://media.example:8443',
  },
  ALLOWED_HOSTS: {
    schema: z.pipe(
      z.pipe(
        list,
        z.transform((items) => items.map((item) => item.toLowerCase())),
      ),
      z.array(z.string().check(z.regex(allowedHost), z.refine(isPortInRange))),
    ),
    accepts:
      'host names separated by blanks or commas, each like marquee.example or localhost:8080',
  },
  LOCAL_API_POSTERS: {
    schema: z.enum(['listed', 'hidden']),
    accepts: 'listed or hidden',
  },
} as const

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
  const timeoutS = read('TASK_API_TIMEOUT', variables.TASK_API_TIMEOUT, MAX_TIMEOUT_S)
  const postersInList =
    read('LOCAL_API_POSTERS', variables.LOCAL_API_POSTERS, 'listed') === 'listed'
  const cert = read('TLS_CERT', variables.TLS_CERT, '')
  const key = read('TLS_KEY', variables.TLS_KEY, '')
  if ((cert === '') !== (key === '')) {
    const [set, missing] = cert === '' ? ['TLS_KEY', 'TLS_CERT'] : ['TLS_CERT', 'TLS_KEY']
    problems.push(`${set} is set, but ${missing} is not; set both for https, or none.`)
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
    mediaHosts: read('MEDIA_HOSTS', variables.MEDIA_HOSTS, []),
    allowedHosts: read('ALLOWED_HOSTS', variables.ALLOWED_HOSTS, []),
  }
  const [message] = problems
  return message === undefined ? { ok: true, config } : { ok: false, message }
}

function withoutBrackets(text: string): string {
  return /^\[(.*)\]$/.exec(text)?.[1] ?? text
}

function isHostName(text: string): boolean {
  // Numbers and dots alone are a mistyped address, which would be looked up as a name.
  return hostName.test(text) && !/^[\d.]+$/.test(text)
}

function isPortInRange(text: string): boolean {
  const port = Number(/:(\d+)$/.exec(text)?.[1] ?? 1)
  return port >= 1 && port <= 65_535
}

function isBaseUrl(text: string): boolean {
  // The URL parser forgives blanks, backslashes and missing slashes. Keys go to this address, so it must be exact.
  if (!/^https?:\/\/[^/\\]/i.test(text) || /[\s\\?#]/.test(text) || !URL.canParse(text))
    return false
  const { username, password } = new URL(text)
  return username === '' && password === '' && !text.includes('@')
}

function isRedisUrl(text: string): boolean {
  if (!/^rediss?:\/\/[^/\s\\?#]+(?:\/\d{0,5})?$/i.test(text) || !URL.canParse(text)) return false
  return new URL(text).hostname !== ''
}

/** A value that is safe to print: without a possible password, and at most one line long. */
function quoted(text: string): string {
  const harmless = text
    .replace(/^.*@/s, '***@')
    .replace(/[?#].*$/s, (rest) => `${rest.charAt(0)}***`)
  return JSON.stringify(harmless.length > 100 ? `${harmless.slice(0, 100)}…` : harmless)
}
