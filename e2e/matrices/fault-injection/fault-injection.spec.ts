import { cover } from './cover.ts'
import { isFull, seed } from '#e2e/support/sampling.ts'

import { test } from './fixtures.ts'
import { situations } from './situations.ts'
import { type Fault, FAULTS } from './table.ts'

const cells = FAULTS.flatMap((fault) =>
  situations.map(([situation, play]) => ({ fault, situation, play })),
)

/**
 * What a cell of the matrix shows. The unit tests of `upstream` and of `outcome` have each fault by its name; here each kind of it
 * is met once where its words are shown, and each outcome of a creation from both sides.
 */
function marksOf({ fault, situation }: { fault: Fault; situation: string }): string[] {
  const { where, family, read, creates, requests, isEndless, isOnReused } = fault
  // "refused 404" is one more refusal, and "paused 120 s" one more pause that was told.
  const kind = read.replaceAll(/\d+/g, 'N')
  const traits = {
    'first load': [kind, family, `${String(requests)} requests`, ...(isEndless ? ['endless'] : [])],
    'rows on screen': [read === 'rows' || kind === 'key' ? kind : `${String(requests)} requests`],
    // The same outcome reaches the page by another way: from the host, or as a network error.
    'creation in flight': [creates, family, ...(isOnReused ? ['reused'] : [])],
  }[situation]
  return (traits ?? []).map((trait) => `${situation}: ${trait}, from the ${where}`)
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
