import { expect, it } from 'vitest'

import {
  contentSecurityPolicy,
  inlineHashes,
  securityHeaders,
} from '#host/pages/security-headers.ts'

const POLICY =
  "default-src 'none'; script-src 'self'; script-src-attr 'none'; style-src 'self'; " +
  "img-src 'self' https:; media-src 'self' https:; connect-src 'self'; font-src 'self'; " +
  "manifest-src 'self'; worker-src 'self'; frame-src 'none'; object-src 'none'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types app-worker picture-worker; report-uri /csp-report"

const over = (delivery: 'http' | 'https') => ({ mediaHosts: [], delivery })

it('allows nothing but its own files, and outside media over https', () => {
  expect(contentSecurityPolicy({ mediaHosts: [], delivery: 'https' })).toBe(
    `${POLICY}; report-to csp`,
  )
})

it('uses the only way of reporting that works over plain HTTP', () => {
  expect(securityHeaders(over('http'))['Content-Security-Policy']).toBe(POLICY)
  expect(securityHeaders(over('http'))).not.toHaveProperty('Reporting-Endpoints')
  expect(securityHeaders(over('https'))['Reporting-Endpoints']).toBe('csp="/csp-report"')
})

it('allows inline scripts and styles by their hashes', () => {
  const page = '<script>x</script><style>y</style>'
  const { scripts, styles } = inlineHashes(page)
  const policy = contentSecurityPolicy({ ...over('http'), page })
  expect(policy).toContain(`script-src 'self' ${scripts.join()};`)
  expect(policy).toContain(`style-src 'self' ${styles.join()};`)
})

it('narrows images and videos to the configured hosts', () => {
  const policy = contentSecurityPolicy({
    mediaHosts: ['media.example', '*.cdn.example'],
    delivery: 'http',
  })
  expect(policy).toContain("img-src 'self' media.example *.cdn.example;")
  expect(policy).toContain("media-src 'self' media.example *.cdn.example;")
  expect(policy).not.toContain('https:')
})

it('omits in a meta tag what browsers ignore there, and names the external service', () => {
  const policy = contentSecurityPolicy({
    mediaHosts: [],
    connectOrigins: ['https://service.example'],
    delivery: 'meta',
  })
  expect(policy).not.toMatch(/frame-ancestors|report-uri|report-to/)
  expect(policy).toContain("connect-src 'self' https://service.example;")
})

it('turns off every feature that no page uses, and allows the others for our own pages', () => {
  const policy = securityHeaders(over('http'))['Permissions-Policy']?.split(', ') ?? []
  expect(policy).toEqual(
    expect.arrayContaining(['camera=()', 'microphone=()', 'geolocation=()', 'unload=()']),
  )
  expect(policy.filter((feature) => !feature.endsWith('=()'))).toEqual([
    'autoplay=(self)',
    'clipboard-write=(self)',
    'fullscreen=(self)',
    'picture-in-picture=(self)',
  ])
})
