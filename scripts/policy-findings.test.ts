import { describe, expect, it } from 'vitest'

import { contentSecurityPolicy } from '#host/pages/security-headers.ts'

import { policyFindings } from './policy-findings.ts'

const hash = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
const served = contentSecurityPolicy({
  mediaHosts: [],
  delivery: 'https',
  page: '<script></script>',
})

function unaccepted(policy: string) {
  return policyFindings(policy)
    .filter(({ accepted }) => !accepted)
    .map(({ severity, directive }) => `${severity} ${directive}`)
}

describe('the policy of the pages', () => {
  it("has two findings in Google's CSP Evaluator: notes about old browsers, and about what 'self' serves", () => {
    expect(policyFindings(served)).toMatchObject([
      { severity: 'STRICT_CSP', directive: 'script-src', accepted: true },
      { severity: 'MEDIUM_MAYBE', directive: "script-src 'self'", accepted: true },
    ])
  })

  it('has no others with MEDIA_HOSTS', () => {
    const narrowed = contentSecurityPolicy({ mediaHosts: ['*.cdn.example'], delivery: 'https' })
    expect(unaccepted(narrowed)).toEqual([])
  })

  it('has one more in the page itself: a meta tag cannot ask for reports', () => {
    const inPage = contentSecurityPolicy({
      mediaHosts: [],
      connectOrigins: ['https://service.example'],
      delivery: 'meta',
    })
    expect(unaccepted(inPage)).toEqual(['INFO report-uri'])
  })
})

describe('a planted weakness is found:', () => {
  it.each([
    // Beside a hash it would be ignored.
    [hash, "'unsafe-inline'", "HIGH script-src 'unsafe-inline'"],
    [
      "script-src 'self'",
      "script-src 'self' 'unsafe-eval'",
      "MEDIUM_MAYBE script-src 'unsafe-eval'",
    ],
    ["script-src 'self'", "script-src 'self' https:", 'HIGH script-src https:'],
    ["script-src 'self'", "script-src 'self' cdn.example", 'MEDIUM_MAYBE script-src cdn.example'],
    ["require-trusted-types-for 'script'; ", '', 'INFO require-trusted-types-for'],
    ['; report-uri /csp-report', '', 'INFO report-to'],
  ])('%s becomes %s', (before, after, finding) => {
    expect(served).toContain(before)
    expect(unaccepted(served.replace(before, after))).toContain(finding)
  })
})
