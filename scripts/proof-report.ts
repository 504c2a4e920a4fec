import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import type { ProofFigures } from '#e2e/soak/proof-figures.ts'

/** The report of the last runs. Git ignores it; docs/benchmarks.md has a summary of it. */
export const REPORT = path.resolve(import.meta.dirname, '../.cache/proofs.md')

/** Writes the parts of some proofs into the report, and leaves the other parts. */
export function updateReport(proofs: readonly ProofFigures[]): void {
  const report = existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : '# Proofs by number\n'
  writeFileSync(REPORT, proofs.map(describeProof).reduce(withSection, report))
}

/** The part of the report for one proof: heading, what was done, a table of figures. */
export function describeProof(proof: ProofFigures): string {
  const { title, done, figures, seconds, seed, startedAt } = proof
  const rows = figures.map(({ label, value, expected }) => [
    label,
    value.toLocaleString('en'),
    describeExpectation(expected),
  ])
  return [
    `## ${title}`,
    done,
    `On ${startedAt.slice(0, 10)}, with seed ${String(seed)}, in ${seconds.toFixed(0)} s.`,
    table(['Counted', 'Seen', 'Must be'], rows),
  ].join('\n\n')
}

function describeExpectation(expected: ProofFigures['figures'][number]['expected']): string {
  if (expected === undefined) return ''
  if ('is' in expected) return expected.is.toLocaleString('en')
  return 'atLeast' in expected
    ? `at least ${expected.atLeast.toLocaleString('en')}`
    : `at most ${expected.atMost.toLocaleString('en')}`
}

/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/**
 * Replaces the part of a report with the same heading, or appends it.
 *
 * @param section starts with its heading, such as `## Title`
 */
export function withSection(report: string, section: string): string {
  const [heading = ''] = section.split('\n', 1)
  const parts = report.trimEnd().split(/\n(?=## )/)
  const others = parts.map((part) => (part.split('\n', 1)[0] === heading ? section : `${part}\n`))
  const replaced = others.includes(section) ? others : [...others, section]
  return `${replaced.map((part) => part.trimEnd()).join('\n\n')}\n`
}
