import { expect, test } from 'vitest'

import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import type { Outcome, Submission } from '#web/submissions/submission.ts'
import { lastBalance } from '#web/submissions/submission-log.ts'

test('returns the balance of the last created poster, whatever came after it', () => {
  const [prompt] = POSTER_SCENES
  const recorded = (outcome: Outcome | null): Submission => ({
    id: 'x',
    owner: 'mine',
    request: { image_url: 'https://example.com/a.png', prompt },
    startedAt: 1,
    outcome,
  })
  const created = (remainingPoints: number | bigint | null, at: number) =>
    recorded({
      kind: 'created',
      at,
      created: { uuid: 'd3f1', remainingPoints, taskType: null, message: null },
    })
  const refused = recorded({
    kind: 'refused',
    failure: { kind: 'refused', code: 402, message: '' },
  })
  const onItsWay = recorded(null)
  expect(lastBalance([])).toBeNull()
  expect(lastBalance([refused, onItsWay])).toBeNull()
  expect(lastBalance([created(90, 1), created(0, 2), created(null, 3), refused, onItsWay])).toEqual(
    { points: 0, at: 2 },
  )
  expect(lastBalance([created(2n ** 60n, 1)])).toEqual({ points: 2n ** 60n, at: 1 })
  // Two tabs: what was sent first was answered last.
  expect(lastBalance([created(80, 9), created(90, 5)])).toEqual({ points: 80, at: 9 })
})
