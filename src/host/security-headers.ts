/** What a content security policy is built for. */
export interface PolicyOptions {
  /** CSP host sources images and videos may come from; empty: any https */
  mediaHosts: readonly string[]
  /** hash sources of the scripts that stand in the page itself; see inlineScriptHashes */
  scriptHashes?: readonly string[]
  /** origins beside its own that the page may talk to (a Task API hosted elsewhere) */
  connectOrigins?: readonly string[]
  /** how the page comes; a policy in a meta tag may not say who frames it, nor where reports go */
  delivery: 'https' | 'http' | 'meta'
}

/** Where browsers report violations of the policy, and the name under which the header knows it. */
export const CSP_REPORT_PATH = '/csp-report'
const REPORTING_GROUP = 'csp'

/** The policy of the app's pages. */
export function contentSecurityPolicy(options: PolicyOptions): string {
  const media = options.mediaHosts.length === 0 ? ['https:'] : options.mediaHosts
  const isHeader = options.delivery !== 'meta'
  // Over plain HTTP browsers take no Reporting-Endpoints, and with report-to no report-uri either.
  const reportsTo = options.delivery === 'https'
  const directives = [
    ["default-src 'none'"],
    ["script-src 'self'", ...(options.scriptHashes ?? [])],
    ["script-src-attr 'none'"],
    ["style-src 'self'"],
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
    // The one policy there is makes the address of the service worker, and nothing else.
    ['trusted-types app-worker'],
    ...(isHeader ? [[`report-uri ${CSP_REPORT_PATH}`]] : []),
    ...(reportsTo ? [[`report-to ${REPORTING_GROUP}`]] : []),
  ]
  return directives.map((directive) => directive.join(' ')).join('; ')
}

/** Features of the browser that no page of ours uses. Unknown names would be console errors. */
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

/** Results are played, also full screen and apart; task IDs are copied. */
const USED_FEATURES = ['autoplay', 'clipboard-write', 'fullscreen', 'picture-in-picture']

const permissionsPolicy = [
  ...UNUSED_FEATURES.map((feature) => `${feature}=()`),
  ...USED_FEATURES.map((feature) => `${feature}=(self)`),
].join(', ')

/** The headers of every answer of the host; over TLS there is strictTransportSecurity, too. */
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

const TWO_YEARS_S = 63_072_000

/**
 * Strict-Transport-Security, for an answer over TLS; over plain HTTP it has no meaning. Without
 * subdomains and without preload: docs/decisions/0016.
 *
 * @param host the request's Host header
 * @returns undefined for localhost, where it would close every other server of this machine to plain HTTP
 */
export function strictTransportSecurity(host: string | undefined): string | undefined {
  return /^(?:.+\.)?localhost\.?(?::\d+)?$/i.test(host ?? '') ? undefined : `max-age=${TWO_YEARS_S}`
}

/** The headers of everything that is data and never a page: /api, /host and refusals. */
export const DATA_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
}
