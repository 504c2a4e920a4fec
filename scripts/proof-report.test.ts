import { describe, expect, it } from 'vitest'

import { describeProof, withSection } from './proof-report.ts'

const report = '# Proofs\n\nIntroduction.\n\n## One\n\nold one\n\n## Two\n\ntwo\n'

describe('a part of the report', () => {
  it('replaces the part with the same heading, and leaves the others', () => {
    expect(withSection(report, '## One\n\nnew one')).toBe(
      '# Proofs\n\nIntroduction.\n\n## One\n\nnew one\n\n## Two\n\ntwo\n',
    )
  })

  it('is appended if the report does not have it yet', () => {
    expect(withSection(report, '## On\n\nshort')).toBe(`${report}\n## On\n\nshort\n`)
  })

  it('changes nothing when it is written again', () => {
    const once = withSection(report, '## Three\n\nthree')
    expect(withSection(once, '## Three\n\nthree')).toBe(once)
  })

  it('lists for each figure what was counted and what is required', () => {
    const section = describeProof({
      title: 'It holds',
      done: 'Done.',
      figures: [
        { label: 'tries', value: 10_000, expected: { atLeast: 1000 } },
        { label: 'faults', value: 0, expected: { is: 0 } },
        { label: 'rest', value: 3 },
      ],
      seed: 0,
      startedAt: '2026-01-01T00:00:00Z',
      seconds: 1.6,
    })
    expect(section.split('\n')).toEqual([
      '## It holds',
      '',
      'Done.',
      '',
      'On 2026-01-01, with seed 0, in 2 s.',
      '',
      '| Counted | Seen | Must be |',
      '| --- | --- | --- |',
      '| tries | 10,000 | at least 1,000 |',
      '| faults | 0 | 0 |',
      '| rest | 3 |  |',
    ])
  })
})
