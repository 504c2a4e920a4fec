import { randomBytes } from 'node:crypto'
import { BlockList, isIP } from 'node:net'

import { checkImageUrl } from '#contract/image-url.ts'
import {
  accepted,
  bucketVariables,
  MAX_KEEP_HOURS,
  MAX_TIMEOUT_S,
  variables,
  withoutBrackets,
} from '#host/variables.ts'
import type { MediaConfig } from '#host/media/media-paths.ts'
import { addressOf } from '#host/upstream/upstream-exchange.ts'
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
export interface UploadsConfig {
  /** the origin under which everyone reaches this host; undefined: it is not known */
  publicUrl: string | undefined
  /** undefined: a folder of this host */
  bucket: BucketConfig | undefined
  /** whether no other host may have a picture that this one has not */
  isAlone: boolean
  keepHours: number
  /** largest size of all pictures together, in bytes */
  maxBytes: number
}

/** A bucket of S3 or of a service like it, and the key to it. */
export interface BucketConfig {
  /** its address, without a slash at the end */
  url: string
  /** what the names of all pictures begin with: nothing, or folders with a slash at the end */
  prefix: string
  /** the address under which everyone can read it, without a slash at the end; undefined: nobody can without a signature */
  publicUrl: string | undefined
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** of temporary keys */
  sessionToken: string | undefined
  /** the one on the way to it, if there is one */
  proxy: URL | undefined
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
  /** for how long a view may be lent, in milliseconds; undefined: none is */
  longestViewMs: number | undefined
  /** undefined: no videos of other hosts are handed out */
  media: MediaConfig | undefined
  /** what may not be what the operator wants; for the log */
  notices: readonly { event: string; variable?: string }[]
  /** CSP host sources images and videos may come from; empty: any https */
  mediaHosts: readonly string[]
  /** further origins that the page may send something to */
  connectOrigins: readonly string[]
  /** names beside the local ones that a Host header may carry, lower case, with or without a port */
  allowedHosts: readonly string[]
}

const HOUR_MS = 60 * 60_000

/** Enough for a few thousand people who each look at a list now and then. */
const DEFAULT_CONCURRENCY = 128

/** The fewest characters of MEDIA_SECRET. */
const LEAST_SECRET = 32

type Env = Readonly<Record<string, string | undefined>>

/**
 * Reads the host's configuration from environment variables. Blanks around a value are trimmed; an
 * empty value counts as unset.
 *
 * @throws Error with a sentence about the first mistake
 */
export function readConfig(env: Env): HostConfig {
  const read = readVariables(variables, env)
  const { TASK_API_URL: baseUrl, TLS_CERT: cert, TLS_KEY: key, PUBLIC_URL: publicUrl } = read
  const {
    IDEMPOTENCY_URL: idempotencyUrl,
    TASK_API_CONCURRENCY: concurrency = DEFAULT_CONCURRENCY,
  } = read
  const isRemote = baseUrl !== undefined
  if ((cert === undefined) !== (key === undefined)) {
    const [set, missing] = cert === undefined ? ['TLS_KEY', 'TLS_CERT'] : ['TLS_CERT', 'TLS_KEY']
    throw new Error(`${set} is set, but ${missing} is not; set both for https, or none.`)
  }
  const { VIEWS: views = MAX_KEEP_HOURS } = read
  const canKeep = !isRemote || publicUrl !== undefined
  const { UPLOADS: uploads = canKeep ? 'folder' : 'off' } = read
  if (uploads === 'folder' && !canKeep) {
    throw new Error(
      'UPLOADS is folder, but PUBLIC_URL is not set; set it to the https:// address under which the service reaches this host.',
    )
  }
  const bucket = uploads.startsWith('s3:') ? readBucket(uploads, env, isRemote) : undefined
  const uploadsConfig: UploadsConfig = {
    publicUrl,
    bucket,
    isAlone: idempotencyUrl === undefined,
    keepHours: read.UPLOADS_KEEP ?? 24,
    maxBytes: (read.UPLOADS_MAX_MB ?? 2048) * 1_000_000,
  }
  return {
    port: read.PORT ?? 4173,
    metricsPort: read.METRICS_PORT,
    drainDelayMs: (read.DRAIN_DELAY ?? 0) * 1000,
    host: read.HOST ?? '127.0.0.1',
    tls: cert !== undefined && key !== undefined ? { cert, key } : undefined,
    taskApi: isRemote
      ? { kind: 'remote', baseUrl, proxy: readProxy(baseUrl, env) }
      : { kind: 'local', postersInList: read.LOCAL_API_POSTERS !== 'hidden' },
    taskApiTimeoutMs: (read.TASK_API_TIMEOUT ?? MAX_TIMEOUT_S) * 1000,
    concurrency,
    concurrencyPerKey: read.TASK_API_CONCURRENCY_PER_KEY ?? Math.ceil(concurrency / 2),
    dataDir: read.DATA_DIR ?? '.data',
    idempotencyUrl,
    sceneSamples: read.SCENE_SAMPLES,
    uploads: uploads === 'off' ? undefined : uploadsConfig,
    longestViewMs: views === 'off' ? undefined : views * HOUR_MS,
    media: readMedia(read),
    notices: [
      noticeOf(uploads, bucket, isRemote, idempotencyUrl !== undefined),
      isRemote && read.VIEWS === undefined ? { event: 'views-on', variable: 'VIEWS' } : undefined,
      read.MEDIA_PROXY && { event: 'media-proxy-on', variable: 'MEDIA_PROXY' },
      read.MEDIA_PROXY && idempotencyUrl !== undefined && read.MEDIA_SECRET === undefined
        ? { event: 'media-on-this-host-only', variable: 'MEDIA_SECRET' }
        : undefined,
    ].filter((notice) => notice !== undefined),
    mediaHosts: withPictures(
      read.MEDIA_HOSTS ?? [],
      bucket === undefined ? publicUrl : originOfPictures(bucket),
    ),
    connectOrigins: bucket === undefined ? [] : [new URL(bucket.url).origin],
    allowedHosts: [
      ...(read.ALLOWED_HOSTS ?? []),
      ...(publicUrl === undefined ? [] : [new URL(publicUrl).host]),
    ],
  }
}

/** Reads variables as they are described. @throws Error with a sentence about the first that is wrong */
function readVariables<Shape extends z.core.$ZodLooseShape>(
  described: z.ZodMiniObject<Shape>,
  env: Env,
) {
  const texts = Object.keys(described.shape).map((name) => [name, env[name]?.trim() ?? ''] as const)
  const set = Object.fromEntries(texts.filter(([, text]) => text !== ''))
  const { data, error } = described.safeParse(set)
  if (data !== undefined) return data
  const name = String(error?.issues[0]?.path[0])
  const { accepts = '' } = accepted.get(described.shape[name]) ?? {}
  throw new Error(`${name} is ${quoted(set[name] ?? '')}, but it must be ${accepts}.`)
}

/** @throws Error with a sentence, without the secret */
function readMedia({
  MEDIA_PROXY: hosts,
  MEDIA_SECRET: secret,
}: z.infer<typeof variables>): MediaConfig | undefined {
  if (secret !== undefined && hosts === undefined)
    throw new Error('MEDIA_SECRET is set, but MEDIA_PROXY is not; set both, or MEDIA_PROXY alone.')
  if (secret !== undefined && secret.length < LEAST_SECRET)
    throw new Error(
      `MEDIA_SECRET has ${secret.length} characters, but it must have ${LEAST_SECRET} or more.`,
    )
  return hosts && { hosts, secret: secret ?? randomBytes(32).toString('base64url') }
}

/** The proxy on the way to a service. @throws Error with a sentence */
function readProxy(service: string, env: Env): URL | undefined {
  const setting = proxyFor(new URL(service), env)
  if (setting === undefined) return undefined
  const address = readProxyAddress(setting.text)
  if (address !== undefined) return address
  throw new Error(
    `${setting.variable} is ${quoted(setting.text)}, but it must be the http:// or https:// address of a proxy, such as http://user:password@proxy.example:3128.`,
  )
}

/** A proxy on the way to the service, and the variable that names it. */
interface ProxySetting {
  variable: 'HTTPS_PROXY' | 'HTTP_PROXY'
  text: string
}

/**
 * Looks for the proxy that is meant for a service, as other programs do: HTTPS_PROXY for https, HTTP_PROXY for http, unless
 * NO_PROXY names the service. Each may be written in lower case, which counts first.
 *
 * @returns undefined: the service is asked directly
 */
export function proxyFor(service: URL, env: Env): ProxySetting | undefined {
  const valueOf = (name: string) => (env[name.toLowerCase()] ?? env[name])?.trim() ?? ''
  const variable = service.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'
  const text = valueOf(variable)
  return text === '' || isExempt(service, valueOf('NO_PROXY')) ? undefined : { variable, text }
}

/** Whether a list like `localhost, .example.com, 10.0.0.0/8, api.example:8443, *` names a service. */
function isExempt(service: URL, list: string): boolean {
  const { hostname: host, port } = addressOf(service)
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((item) => {
      if (item === '*') return true
      const isAddress = isIP(item) !== 0
      const [, written = '', itsPort] = isAddress
        ? [item, item]
        : (/^(.*?)(?::(\d+))?$/.exec(item) ?? [])
      if (itsPort !== undefined && itsPort !== port) return false
      const name = withoutBrackets(written).replace(/^\*?\./, '')
      if (name === '') return false
      return host === name || host.endsWith(`.${name}`) || isInNetwork(host, name)
    })
}

/** Whether an address is in a network like `10.0.0.0/8`. */
function isInNetwork(address: string, network: string): boolean {
  const [base = '', bits = ''] = network.split('/')
  const family = isIP(address)
  if (family === 0 || isIP(base) !== family || !/^\d{1,3}$/.test(bits)) return false
  if (Number(bits) > (family === 6 ? 128 : 32)) return false
  const type = family === 6 ? 'ipv6' : 'ipv4'
  const networks = new BlockList()
  networks.addSubnet(base, Number(bits), type)
  return networks.check(address, type)
}

/** Reads the address of a proxy; one without a scheme is http. @returns undefined if it cannot be used */
export function readProxyAddress(text: string): URL | undefined {
  const written = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`
  if (!/^https?:\/\/[^/\\\s]+\/?$/i.test(written) || !URL.canParse(written)) return undefined
  return new URL(written)
}

/** Reads where a bucket is and the key to it, from the variables that other programs for S3 read, too. @throws Error with a sentence */
function readBucket(place: string, env: Env, isRemote: boolean): BucketConfig {
  const [, name = '', folders = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(place) ?? []
  const read = readVariables(bucketVariables, env)
  // The first of two names has priority, as in the tools of AWS.
  const region = read.AWS_REGION ?? read.AWS_DEFAULT_REGION ?? 'us-east-1'
  const endpoint = read.AWS_ENDPOINT_URL_S3 ?? read.AWS_ENDPOINT_URL ?? ''
  const url = bucketUrl(name, region, endpoint)
  const bucket = {
    url,
    prefix: folders === '' ? '' : `${folders}/`,
    publicUrl: read.UPLOADS_URL,
    region,
    accessKeyId: read.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: read.AWS_SECRET_ACCESS_KEY ?? '',
    sessionToken: read.AWS_SESSION_TOKEN,
    proxy: readProxy(url, env),
  }
  checkBucket(bucket, env, isRemote)
  return bucket
}

function bucketUrl(name: string, region: string, endpoint: string): string {
  // Some services know a bucket by its own host name only.
  if (endpoint !== '')
    return new URL(endpoint).host.startsWith(`${name}.`) ? endpoint : `${endpoint}/${name}`
  const service = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
  // A certificate for all names of a domain does not include those with further dots.
  return name.includes('.') ? `https://${service}/${name}` : `https://${name}.${service}`
}

/** Variables by which the tools of AWS find another key, region or endpoint than without them. The host reads none of them. */
const UNREAD = [
  'AWS_PROFILE',
  'AWS_DEFAULT_PROFILE',
  'AWS_CONFIG_FILE',
  'AWS_IGNORE_CONFIGURED_ENDPOINT_URLS',
  'AWS_USE_DUALSTACK_ENDPOINT',
  'AWS_USE_FIPS_ENDPOINT',
]

/** @throws Error with a sentence */
function checkBucket(bucket: BucketConfig, env: Env, isRemote: boolean) {
  const unread = UNREAD.find((name) => !/^(?:false)?$/i.test(env[name]?.trim() ?? ''))
  if (unread !== undefined) {
    throw new Error(
      `${unread} is set, but this host does not read it; unset it, and set AWS_REGION, AWS_ENDPOINT_URL_S3 and the key.`,
    )
  }
  const [, name] = /\/([^/]+)\/\1$/.exec(new URL(bucket.url).pathname) ?? []
  if (name !== undefined) {
    throw new Error(
      `AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL ends with ${quoted(name)}, the bucket that UPLOADS names already; leave it out there.`,
    )
  }
  const key = bucket.accessKeyId === '' ? 'AWS_ACCESS_KEY_ID' : 'AWS_SECRET_ACCESS_KEY'
  if (bucket.accessKeyId === '' || bucket.secretAccessKey === '') {
    throw new Error(
      `UPLOADS is a bucket, but ${key} is not set; set it to the key that may write there.`,
    )
  }
  const origin = originOfPictures(bucket)
  if (isRemote && !(origin.startsWith('https:') && checkImageUrl(origin).ok)) {
    throw new Error(
      `UPLOADS is a bucket, but the service cannot reach ${quoted(origin)}; set UPLOADS_URL to the https:// address under which everyone can read it.`,
    )
  }
}

/** The origin of the addresses of pictures in a bucket. */
export function originOfPictures({
  publicUrl,
  url,
}: Pick<BucketConfig, 'publicUrl' | 'url'>): string {
  return new URL(publicUrl ?? url).origin
}

function noticeOf(
  uploads: string,
  bucket: BucketConfig | undefined,
  isRemote: boolean,
  isShared: boolean,
) {
  if (uploads === 'folder') return isShared ? { event: 'uploads-on-this-host-only' } : undefined
  // The signature of an address is for one method. A service may ask with HEAD before it fetches.
  if (isRemote && bucket !== undefined && bucket.publicUrl === undefined)
    return { event: 'uploads-signed-for-get-only', variable: 'UPLOADS_URL' }
  return uploads === 'off' && isRemote
    ? { event: 'uploads-off', variable: 'PUBLIC_URL' }
    : undefined
}

/** The page shows the pictures that are kept, too. An empty list allows all hosts with https. */
function withPictures(hosts: readonly string[], origin: string | undefined): readonly string[] {
  if (origin === undefined) return hosts
  if (hosts.length > 0) return [...hosts, origin]
  return origin.startsWith('https:') ? hosts : ['https:', origin]
}

/** A value that is safe to print: without a possible password, and at most one line long. */
function quoted(text: string): string {
  const harmless = text
    .replace(/^.*@/s, '***@')
    .replace(/[?#].*$/s, (rest) => `${rest.charAt(0)}***`)
  return JSON.stringify(harmless.length > 100 ? `${harmless.slice(0, 100)}…` : harmless)
}
