import { expect, it } from 'vitest'

import { contentSecurityPolicy, securityHeaders } from '#host/security-headers.ts'

it('allows nothing but its own files, and outside media over https', () => {
  expect(contentSecurityPolicy({ mediaHosts: [], delivery: 'header' })).toBe(
    "default-src 'none'; script-src 'self'; script-src-attr 'none'; style-src 'self'; " +
      "img-src 'self' https:; media-src 'self' https:; connect-src 'self'; font-src 'self'; " +
      "manifest-src 'self'; worker-src 'self'; frame-src 'none'; object-src 'none'; " +
      "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; " +
      "trusted-types 'none'; frame-ancestors 'none'; report-uri /csp-report; report-to csp",
  )
})

it('narrows images and videos to the configured hosts', () => {
  const policy = contentSecurityPolicy({
    mediaHosts: ['media.example', '*.cdn.example'],
    delivery: 'header',
  })
  expect(policy).toContain("img-src 'self' media.example *.cdn.example;")
  expect(policy).toContain("media-src 'self' media.example *.cdn.example;")
  expect(policy).not.toContain('https:')
})

it('leaves out of a meta tag what browsers ignore there, and names the outside service', () => {
  const policy = contentSecurityPolicy({
    mediaHosts: [],
    connectOrigins: ['https://service.example'],
    delivery: 'meta',
  })
  expect(policy).not.toMatch(/frame-ancestors|report-uri|report-to/)
  expect(policy).toContain("connect-src 'self' https://service.example;")
})

it('never sends Strict-Transport-Security over plain HTTP', () => {
  const names = Object.keys(securityHeaders([])).map((name) => name.toLowerCase())
  expect(names).not.toContain('strict-transport-security')
  expect(names).toEqual(
    expect.arrayContaining(['x-content-type-options', 'referrer-policy', 'permissions-policy']),
  )
})
