import { describe, expect, it } from 'vitest'

import { brokenFigures } from '#e2e/soak/proof-figures.ts'

import { auditFigures } from './audit-figures.ts'

const scan = { score: 130, grade: 'A+', testsPassed: 10, testsQuantity: 10, responseHeaders: {} }
const note = {
  severity: 'MEDIUM_MAYBE',
  directive: "script-src 'self'",
  description: "'self' can be problematic",
  accepted: true,
}

function broken(changed: Partial<typeof scan>, findings = [note]) {
  return brokenFigures(auditFigures({ scan: { ...scan, ...changed }, tests: {} }, findings))
}

describe('the minimum results of the audit', () => {
  it("are met by 130 points, all tests passed, and the note about 'self'", () => {
    expect(broken({})).toEqual([])
  })

  it.each([
    ['fewer points', { score: 125 }, [note], 'score (grade A+): 125 instead of at least 130'],
    ['a failed test', { testsPassed: 9 }, [note], 'tests passed: 9 instead of 10'],
    ['a finding', {}, [note, { ...note, accepted: false }], 'other findings: 1 instead of 0'],
  ])('are missed by %s', (_title, changed, findings, line) => {
    expect(broken(changed, findings).join('\n')).toContain(line)
  })

  it('show what each test of the Observatory gave', () => {
    const tests = { 'x-frame-options': { result: 'via-csp', pass: true, scoreModifier: 5 } }
    expect(auditFigures({ scan, tests }, [])).toContainEqual({
      label: 'points of x-frame-options: via-csp',
      value: 5,
    })
  })
})
