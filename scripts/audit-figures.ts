import type { Figure } from '#e2e/soak/proof-figures.ts'

import type { Scan } from './observatory.ts'
import type { PolicyFinding } from './policy-findings.ts'

/** The minimum score: all tests passed, with every point that needs no preload list. */
const LEAST_SCORE = 130

/** The results of the audits, and the required ones. */
export function auditFigures({ scan, tests }: Scan, findings: readonly PolicyFinding[]): Figure[] {
  const accepted = findings.filter((finding) => finding.accepted)
  return [
    {
      label: `Observatory: score (grade ${scan.grade})`,
      value: scan.score,
      expected: { atLeast: LEAST_SCORE },
    },
    {
      label: 'tests passed',
      value: scan.testsPassed,
      expected: { is: scan.testsQuantity },
    },
    ...Object.entries(tests).map(([name, { result, scoreModifier }]) => ({
      label: `points of ${name}: ${result}`,
      value: scoreModifier,
    })),
    {
      label: "CSP Evaluator: notes about what 'self' serves, and about old browsers",
      value: accepted.length,
    },
    {
      label: 'other findings',
      value: findings.length - accepted.length,
      expected: { is: 0 },
    },
  ]
}
