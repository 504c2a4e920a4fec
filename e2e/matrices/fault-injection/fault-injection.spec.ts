import { test } from './fixtures.ts'
import { situations } from './situations.ts'
import { FAULTS } from './table.ts'

// Hundreds of short tests: writing down each for the one that may fail takes longer than they do.
test.use({ trace: 'off' })

for (const fault of FAULTS) {
  for (const [situation, play] of situations) {
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
}
