import { createHash } from 'node:crypto'

import { HOST_MARK_HEADER } from '#contract/host-error-code.ts'

/** Options of a content security policy. */
export interface PolicyOptions {
  /** CSP host sources images and videos may come from; empty: any https */
  mediaHosts: readonly string[]
  /** the page itself: its own scripts and styles are allowed, and nothing else inline */
  page?: string
  /** further origins that the page may connect to (a Task API on another host) */
  connectOrigins?: readonly string[]
  /** how the page is delivered; a policy in a meta tag cannot set frame-ancestors or reporting */
  delivery: 'https' | 'http' | 'meta'
}

/** Where browsers report violations of the policy, and the name of this endpoint in the header. */
export const CSP_REPORT_PATH = '/csp-report'
const REPORTING_GROUP = 'csp'

/** The policy of the app's pages. */
export function contentSecurityPolicy(options: PolicyOptions): string {
  const media = options.mediaHosts.length === 0 ? ['https:'] : options.mediaHosts
  const { scripts, styles } = inlineHashes(options.page ?? '')
  const isHeader = options.delivery !== 'meta'
  // Over plain HTTP browsers ignore Reporting-Endpoints, and beside report-to also report-uri.
  const reportsTo = options.delivery === 'https'
  const directives = [
    ["default-src 'none'"],
    ["script-src 'self'", ...scripts],
    ["script-src-attr 'none'"],
    ["style-src 'self'", ...styles],
    ["img-src 'self'", ...media],
    ["media-src 'self'", ...media],
    ["connect-src 'self'", ...(options.connectOrigins ?? [])],
    ["font-src 'self'"],
    ["manifest-src 'self'"],
    ["worker-src 'self'"],
    ["frame-src 'none'"],
    ["object-src 'none'"],
    ["base-uri 'none'"],
    ["form-action 'none'"],
    ...(isHeader ? [["frame-ancestors 'none'"]] : []),
    ["require-trusted-types-for 'script'"],
    // The only policies of ours: each makes the address of one worker, the service worker and the one for pictures.
    ['trusted-types app-worker picture-worker'],
    ...(isHeader ? [[`report-uri ${CSP_REPORT_PATH}`]] : []),
    ...(reportsTo ? [[`report-to ${REPORTING_GROUP}`]] : []),
  ]
  return directives.map((directive) => directive.join(' ')).join('; ')
}

/**
 * The hash sources of the scripts and styles that stand in a page itself, such as `'sha256-…'`. Data blocks are no scripts.
 *
 * @param html a page of our own build, where attributes are quoted
 */
export function inlineHashes(html: string): { scripts: string[]; styles: string[] } {
  const scripts = [...html.matchAll(/<script(\s[^>]*)?>([\s\S]*?)<\/script>/g)].filter(
    ([, attributes = '']) => !/\s(?:src|type="application\/json")(?=[\s=]|$)/.test(attributes),
  )
  const styles = [...html.matchAll(/<style>()([\s\S]*?)<\/style>/g)]
  return { scripts: scripts.map(hashOf), styles: styles.map(hashOf) }
}

function hashOf([, , text = '']: RegExpExecArray): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** Browser features that no page of ours uses. Unknown names would cause console errors. */
const UNUSED_FEATURES = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'compute-pressure',
  'display-capture',
  'encrypted-media',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'sync-xhr',
  'unload',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

/** Videos play, also in full screen and picture-in-picture; task IDs are copied. */
const USED_FEATURES = ['autoplay', 'clipboard-write', 'fullscreen', 'picture-in-picture']

const permissionsPolicy = [
  ...UNUSED_FEATURES.map((feature) => `${feature}=()`),
  ...USED_FEATURES.map((feature) => `${feature}=(self)`),
].join(', ')

/**
 * The security headers of a page, and of every other answer but scripts and style sheets (PART_HEADERS, WORKER_HEADERS). Answers with data replace
 * some of them with DATA_HEADERS. Over TLS, strictTransportSecurity is added.
 */
export function securityHeaders(
  options: PolicyOptions & { delivery: 'https' | 'http' },
): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(options),
    ...(options.delivery === 'https' && {
      'Reporting-Endpoints': `${REPORTING_GROUP}="${CSP_REPORT_PATH}"`,
    }),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Origin-Agent-Cluster': '?1',
    'Permissions-Policy': permissionsPolicy,
  }
}

/**
 * The security headers of a script or a style sheet. Browsers apply the page's policies to it, so sending all of them (1.3 KB) with
 * each file would be useless. This policy blocks everything if the file is opened as a page or as a worker.
 */
export const PART_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/**
 * The security headers of a worker's script, whose policy is that of the worker. Ours loads nothing. By the standard
 * a worker in a sandbox does not start.
 */
export const WORKER_HEADERS: Readonly<Record<string, string>> = {
  ...PART_HEADERS,
  'Content-Security-Policy': "default-src 'none'",
}

const TWO_YEARS_S = 63_072_000

/**
 * Strict-Transport-Security, for an answer over TLS; over plain HTTP it has no meaning. Without
 * subdomains and without preload: docs/decisions/0016.
 *
 * @param host the request's Host header
 * @returns undefined for localhost, where it would block plain HTTP for every other server of this machine
 */
export function strictTransportSecurity(host: string | undefined): string | undefined {
  return /^(?:.+\.)?localhost\.?(?::\d+)?$/i.test(host ?? '') ? undefined : `max-age=${TWO_YEARS_S}`
}

/** The headers of data, which is never a page: /api, /host and refusals. The last one says that it is an answer of this host. */
export const DATA_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  [HOST_MARK_HEADER]: '1',
}
