import { isIP } from 'node:net'

import * as z from 'zod/mini'

import { checkImageUrl } from '#contract/image-url.ts'

const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?'
const NAME = `${LABEL}(?:\\.${LABEL})*`
const hostName = new RegExp(`^${NAME}$`, 'i')
// CSP has no host source for IPv6 addresses.
const mediaHost = new RegExp(`^(?:https?://)?(?:\\*\\.)?${NAME}(?::\\d{1,5})?$`, 'i')
const wholeOrigin = new RegExp(`^https?://(?:${NAME}|\\[[0-9a-f:.]+\\])(?::\\d{1,5})?/?$`, 'i')
const publicOrigin = new RegExp(`^https://${NAME}(?::\\d{1,5})?/?$`, 'i')
// Names with a space or a slash would become parts of an address.
const bucket = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/\w[\w.-]*)*\/?$/
const FOLDERS = '(?::\\d{1,5})?(?:/[\\w.~-]+)*/?$'
const endpointAddress = new RegExp(`^https?://${NAME}${FOLDERS}`, 'i')
const publicFolder = new RegExp(`^https://${NAME}${FOLDERS}`, 'i')
const allowedHost = new RegExp(`^(?:${NAME}|\\[[0-9a-f:.]+\\])(?::\\d{1,5})?$`, 'i')

const list = z.pipe(
  z.string(),
  z.transform((text) => text.split(/[\s,]+/).filter((item) => item !== '')),
)

/** The browser gives up after 30 s and a drain after 28 s. The host has to know the outcome before that. */
export const MAX_TIMEOUT_S = 25

/** A week. People come back to a poster within that time. */
export const MAX_KEEP_HOURS = 168
const [LEAST_MB, MOST_MB] = [10, 1_000_000]

const MAX_CONCURRENCY = 10_000

/** Longest DRAIN_DELAY, in seconds. Load balancers ask every few seconds; supervisors wait for it before they kill. */
export const MAX_DRAIN_DELAY_S = 60

const path = z.string().check(z.refine((text) => !text.includes('\0')))

/** What each variable accepts, in words. */
export const accepted = z.registry<{ accepts: string }>()

/** A variable that may be unset. */
function variable<Schema extends z.ZodMiniType>(accepts: string, schema: Schema) {
  const optional = z.optional(schema)
  accepted.add(optional, { accepts })
  return optional
}

const filePath = () => variable('the path of a PEM file', path)
const folderPath = () => variable('the path of a folder', path)

const region = () =>
  variable(
    'the name of a region, such as eu-central-1',
    z.string().check(z.regex(/^[a-z0-9-]{1,60}$/)),
  )

const endpoint = () =>
  variable(
    'the http:// or https:// address of an S3-compatible service, such as https://s3.example',
    z.pipe(
      z.string().check(z.regex(endpointAddress), z.refine(isPortInRange)),
      z.transform((text) => new URL(text).href.replace(/\/$/, '')),
    ),
  )

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

const portNumber = () =>
  variable('a port number from 0 to 65535 (0 takes any free port)', wholeNumber(0, 65_535))

function wholeNumberOf(units: string, least: number, most: number) {
  return variable(`a whole number of ${units} from ${least} to ${most}`, wholeNumber(least, most))
}

/** Every variable but those of a bucket. */
export const variables = z.object({
  PORT: portNumber(),
  METRICS_PORT: portNumber(),
  DRAIN_DELAY: wholeNumberOf('seconds', 0, MAX_DRAIN_DELAY_S),
  HOST: variable(
    'a host name or an IP address to listen on, such as 127.0.0.1',
    z.pipe(
      z.string().check(z.refine((text) => isIP(withoutBrackets(text)) !== 0 || isHostName(text))),
      z.transform(withoutBrackets),
    ),
  ),
  TLS_CERT: filePath(),
  TLS_KEY: filePath(),
  TASK_API_URL: variable(
    'an http:// or https:// address without user name, password, query or fragment, such as https://service.example/api',
    z.pipe(
      z.string().check(z.refine(isBaseUrl)),
      z.transform((text) => new URL(text).href.replace(/\/+$/, '')),
    ),
  ),
  TASK_API_TIMEOUT: wholeNumberOf('seconds', 1, MAX_TIMEOUT_S),
  TASK_API_CONCURRENCY: wholeNumberOf('requests', 1, MAX_CONCURRENCY),
  TASK_API_CONCURRENCY_PER_KEY: wholeNumberOf('requests', 1, MAX_CONCURRENCY),
  DATA_DIR: folderPath(),
  SCENE_SAMPLES: folderPath(),
  IDEMPOTENCY_URL: variable(
    'a redis:// or rediss:// address, such as rediss://user:password@redis.example:6379/0',
    z.string().check(z.refine(isRedisUrl)),
  ),
  MEDIA_HOSTS: variable(
    'hosts separated by blanks or commas, each like media.example, *.media.example or https://media.example:8443',
    z.pipe(list, z.array(z.string().check(z.regex(mediaHost), z.refine(isPortInRange)))),
  ),
  MEDIA_PROXY: variable(
    'hosts separated by blanks or commas, each a name like cdn.example or *.media.example, or an origin like https://cdn.example:8443, without a path',
    z.pipe(
      list,
      z.pipe(
        z.array(z.string().check(z.refine(isMediaEntry))),
        z.transform((items) =>
          items.map((item) => (item.includes('://') ? new URL(item).origin : item.toLowerCase())),
        ),
      ),
    ),
  ),
  // Its length is checked elsewhere: a wrong one would be printed.
  MEDIA_SECRET: variable('a secret', z.string()),
  ALLOWED_HOSTS: variable(
    'host names separated by blanks or commas, each like marquee.example or localhost:8080',
    z.pipe(
      z.pipe(
        list,
        z.transform((items) => items.map((item) => item.toLowerCase())),
      ),
      z.array(z.string().check(z.regex(allowedHost), z.refine(isPortInRange))),
    ),
  ),
  PUBLIC_URL: variable(
    'the https:// origin, without a path, under which this host is reached from everywhere, such as https://marquee.example',
    z.pipe(
      z.string().check(z.regex(publicOrigin), z.refine(isPortInRange), z.refine(isPublicUrl)),
      z.transform((text) => new URL(text).origin),
    ),
  ),
  UPLOADS: variable(
    'off, folder, or a bucket such as s3://bucket/prefix',
    z.pipe(
      z
        .string()
        .check(z.refine((text) => text === 'off' || text === 'folder' || bucket.test(text))),
      z.transform((text) => text.replace(/\/$/, '')),
    ),
  ),
  UPLOADS_KEEP: wholeNumberOf('hours', 1, MAX_KEEP_HOURS),
  UPLOADS_MAX_MB: wholeNumberOf('megabytes', LEAST_MB, MOST_MB),
  VIEWS: variable(
    `off, or a whole number of hours from 1 to ${MAX_KEEP_HOURS}`,
    z.union([z.literal('off'), wholeNumber(1, MAX_KEEP_HOURS)]),
  ),
  LOCAL_API_POSTERS: variable('listed or hidden', z.enum(['listed', 'hidden'])),
})

/** The variables of a bucket, which are read only with one. */
export const bucketVariables = z.object({
  UPLOADS_URL: variable(
    'the https:// address under which everyone can read the bucket, such as https://pictures.example',
    z.pipe(
      z.string().check(z.regex(publicFolder), z.refine(isPublicUrl)),
      z.transform((text) => new URL(text).href.replace(/\/+$/, '')),
    ),
  ),
  // Whatever these are: a wrong one would be printed.
  AWS_ACCESS_KEY_ID: variable('the ID of an access key', z.string()),
  AWS_SECRET_ACCESS_KEY: variable('the access key itself', z.string()),
  AWS_SESSION_TOKEN: variable('the token of temporary access keys', z.string()),
  AWS_REGION: region(),
  AWS_DEFAULT_REGION: region(),
  AWS_ENDPOINT_URL_S3: endpoint(),
  AWS_ENDPOINT_URL: endpoint(),
})

/** An IPv6 address as it is without the brackets of an address. */
export function withoutBrackets(text: string): string {
  return /^\[(.*)\]$/.exec(text)?.[1] ?? text
}

function isHostName(text: string): boolean {
  // Numbers and dots alone are a mistyped address, which would be looked up as a name.
  return hostName.test(text) && !/^[\d.]+$/.test(text)
}

function isPortInRange(text: string): boolean {
  const port = Number(/:(\d+)(?:\/|$)/.exec(text)?.[1] ?? 1)
  return port >= 1 && port <= 65_535
}

function isBaseUrl(text: string): boolean {
  // The URL parser forgives blanks, backslashes and missing slashes. Keys go to this address, so it must be exact.
  if (!/^https?:\/\/[^/\\]/i.test(text) || /[\s\\?#]/.test(text) || !URL.canParse(text))
    return false
  const { username, password } = new URL(text)
  return username === '' && password === '' && !text.includes('@')
}

/** A name with at least two labels, behind `*.` or not, and no IP address in any form; or a whole origin. */
function isMediaEntry(text: string): boolean {
  if (wholeOrigin.test(text)) return isPortInRange(text) && URL.canParse(text)
  const name = text.toLowerCase().replace(/^\*\./, '')
  const address = `http://${name}`
  // The URL parser turns 0x7f.1 into 127.0.0.1.
  const isName = hostName.test(name) && name.includes('.') && URL.canParse(address)
  return isName && isIP(name) === 0 && new URL(address).hostname === name
}

function isPublicUrl(text: string): boolean {
  return URL.canParse(text) && checkImageUrl(text).ok
}

function isRedisUrl(text: string): boolean {
  if (!/^rediss?:\/\/[^/\s\\?#]+(?:\/\d{0,5})?$/i.test(text) || !URL.canParse(text)) return false
  return new URL(text).hostname !== ''
}
