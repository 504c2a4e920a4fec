import type { IncomingMessage } from 'node:http'

import { IDEMPOTENCY_HEADER } from '#contract/idempotency.ts'

/** The names under which the host may be reached. */
export interface HostNames {
  /** the scheme of the host itself, even if a proxy in front of it ends TLS */
  scheme: 'http' | 'https'
  /** the configured name or address to listen on, an IPv6 one without brackets */
  host: string
  /** the port listened on */
  port: number
  /** further names, lower case; one without a port is valid for every port */
  allowedHosts: readonly string[]
}

/** Addresses that mean "every interface", each with the address under which the host is reached then. */
const LOCAL_FOR_WILDCARD: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
])

/** The default port of each scheme. */
const DEFAULT_PORT = { http: 80, https: 443 } as const

/** Writes a host for an address: IPv6 goes in brackets. */
export function addressHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** The address to print and to open. */
export function hostAddress({ scheme, host, port }: Omit<HostNames, 'allowedHosts'>): string {
  const shown = LOCAL_FOR_WILDCARD.get(host) ?? host
  return `${scheme}://${addressHost(shown)}:${port}`
}

/**
 * Whether a Host header names this host. Another site can point its own name at this machine (DNS
 * rebinding), and its pages then count as same-origin. Only the Host header gives it away.
 */
export function isAllowedHost(header: string | undefined, names: HostNames): boolean {
  const sent = (header ?? '').toLowerCase()
  const local = ['127.0.0.1', 'localhost', '::1']
  const own = LOCAL_FOR_WILDCARD.has(names.host) ? local : [...local, names.host.toLowerCase()]
  const withPort = own.map((host) => `${addressHost(host)}:${names.port}`)
  if (withPort.includes(sent)) return true
  if (names.port === DEFAULT_PORT[names.scheme] && own.map(addressHost).includes(sent)) return true
  return names.allowedHosts.includes(sent) || names.allowedHosts.includes(withoutPort(sent))
}

/** isAllowedHost for one host. Remembers the last header that was allowed: nearly all requests have the same. */
export function hostCheck(names: HostNames): (header: string | undefined) => boolean {
  let allowed: string | undefined
  return (header) => {
    if (header !== undefined && header === allowed) return true
    if (!isAllowedHost(header, names)) return false
    allowed = header
    return true
  }
}

/**
 * Whether an Origin header names a page of this host. If a proxy ends TLS in front of a host that speaks
 * plain HTTP, the pages have https origins with a name of ALLOWED_HOSTS.
 */
export function isOwnOrigin(origin: string, names: HostNames): boolean {
  const [, scheme, authority = ''] = /^(https?):\/\/([^/?#@\s]+)$/.exec(origin) ?? []
  if (scheme !== 'https' && (scheme !== 'http' || names.scheme === 'https')) return false
  // An origin leaves out the default port of its scheme; ALLOWED_HOSTS may name it.
  return [authority, `${authority}:${DEFAULT_PORT[scheme]}`].some((name) =>
    isAllowedHost(name, names),
  )
}

function withoutPort(host: string): string {
  return host.replace(/:\d{1,5}$/, '')
}

/**
 * Whether a request target is a path in its plain form. Servers disagree about dot segments, doubled or encoded
 * slashes and whole addresses, and no link of ours has them.
 */
export function isPlainTarget(target: string): boolean {
  const path = target.replace(/\?.*$/s, '')
  return (
    // Browsers encode all other characters, even in a query. Some versions of Node accept them.
    /^[\x21-\x7e]*$/.test(target) &&
    path.startsWith('/') &&
    !path.includes('//') &&
    !/[\\#]/.test(path) &&
    !/%(?:2f|5c|00|25)/i.test(path) &&
    !/\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path)
  )
}

/**
 * Whether a header has an invalid name (RFC 9110, 5.1), such as one with a blank before its colon. Some versions
 * of Node accept it, and a proxy in front may have read another name.
 *
 * @param rawHeaders names and values in turn
 */
export function hasBrokenName(rawHeaders: readonly string[]): boolean {
  // No name can contain a colon. One test of all names is cheaper than a test of each.
  const names = rawHeaders.filter((_, index) => index % 2 === 0).join(':')
  return !/^(?:[!#$%&'*+.^_`|~\w-]+(?::(?!$)|$))*$/.test(names)
}

/** Headers that a request may have once. Of two, this host and the next server could pick different ones. */
const SINGLE_HEADERS = [
  'host',
  'authorization',
  'content-type',
  'content-encoding',
  'origin',
  'sec-fetch-site',
  IDEMPOTENCY_HEADER,
]

/** Finds a header that is repeated although it must be unique. @returns its name in lower case */
function repeatedHeader(
  request: Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'headersDistinct'>,
): string | undefined {
  // Nearly always no name is repeated. `headersDistinct` is expensive.
  if (Object.keys(request.headers).length * 2 === request.rawHeaders.length) return undefined
  const values = request.headersDistinct
  return SINGLE_HEADERS.find((name) => (values[name]?.length ?? 0) > 1)
}

/**
 * Whether a browser says that the request comes from a page of ours. Other programs, and browsers on
 * plain HTTP, do not send the header.
 */
export function isOwnSite(secFetchSite: string | undefined): boolean {
  return secFetchSite === undefined || secFetchSite === 'same-origin'
}

/** What a request is refused with. */
export type Refusal = [status: number, message: string, headers?: Readonly<Record<string, string>>]

/** Not 421, although that is its meaning: Chromium repeats a POST on a 421. */
export const UNKNOWN_NAME: Refusal = [
  403,
  'The Host header names another host. Further names are set with ALLOWED_HOSTS.',
]

/** Checks a request before it is routed. @returns the refusal; undefined: it may be handled */
export function refusalFor(
  request: IncomingMessage,
  isAllowed: ReturnType<typeof hostCheck>,
): Refusal | undefined {
  if (!['1.0', '1.1'].includes(request.httpVersion)) {
    return [505, 'Only HTTP/1.0 and HTTP/1.1 are supported.', { Connection: 'close' }]
  }
  // A proxy that does not know chunks would see another end of the body (RFC 9112, 6.1).
  if (request.httpVersion === '1.0' && request.headers['transfer-encoding'] !== undefined) {
    return [400, 'HTTP/1.0 has no chunks.', { Connection: 'close' }]
  }
  if (hasBrokenName(request.rawHeaders)) return [400, 'The name of a header is broken.']
  const repeated = repeatedHeader(request)
  if (repeated !== undefined) return [400, `The header ${repeated} stands more than once.`]
  if (!isAllowed(request.headers.host)) {
    return UNKNOWN_NAME
  }
  if (!isPlainTarget(request.url ?? '')) return [400, 'The path is not in its plain form.']
  // A Request object cannot carry this method.
  if (request.method === 'TRACE') {
    return [405, 'TRACE is not taken.', { Allow: 'GET, HEAD, POST, DELETE' }]
  }
  return undefined
}
