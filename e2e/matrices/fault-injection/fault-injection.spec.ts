import { cover } from '#e2e/matrices/cover.ts'
import { isFull, seed } from '#e2e/support/sampling.ts'

import { test } from './fixtures.ts'
import { situations } from './situations.ts'
import { type Fault, FAULTS } from './table.ts'

const cells = FAULTS.flatMap((fault) =>
  situations.map(([situation, play]) => ({ fault, situation, play })),
)

/** What a cell of the matrix shows: its fault, and each trait of that in its situation. */
function marksOf({ fault, situation }: { fault: Fault; situation: string }): string[] {
  const { name, where, family, read, creates, requests } = fault
  // "refused 404" is one more refusal, and "paused 120 s" one more pause that was told.
  const kind = read.replaceAll(/\d+/g, 'N')
  // The same outcome reaches the page by another way: from the host, or as a network error.
  const outcome = `${creates}, told by the ${where}`
  const traits = { where, family, kind, outcome, requests: String(requests) }
  return [
    name,
    ...Object.entries(traits).map(([trait, value]) => `${trait} ${value} × ${situation}`),
  ]
}

for (const { fault, situation, play } of isFull ? cells : cover(cells, marksOf, seed)) {
  test(`${fault.name} › ${situation}`, async ({ page, rig, expectConsole }) => {
    const { browser } = fault
    if (browser !== undefined) {
      expectConsole(
        typeof browser === 'number'
          ? new RegExp(`status of ${String(browser)}`)
          : new RegExp(browser),
      )
    }
    await play({ page, rig, fault })
  })
}
