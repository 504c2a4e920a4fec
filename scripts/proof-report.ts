import type { ProofFigures } from '#e2e/soak/proof-figures.ts'

/** The part of docs/proofs.md for one proof: heading, what was done, a table of figures. */
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
