import { expect, test } from 'vitest'

import { FailureGroups } from '#web/video-task/failure/failure-groups.ts'

test('of a very long message the start is kept, and a sign that there is more', () => {
  const groups = new FailureGroups()
  groups.add('x'.repeat(2_000))
  groups.add('y'.repeat(2_001))
  const samples = groups.figures().groups.map(({ sample }) => sample)
  expect(samples).toEqual(['x'.repeat(2_000), `${'y'.repeat(2_000)}…`])
})
