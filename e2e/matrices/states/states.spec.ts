import { waitForAllCode } from '#e2e/support/screens.ts'

import { expect, test, withMotion } from './fixtures.ts'
import { inspect } from './inspect.ts'
import { takeLayoutShifts, watchLayoutShifts } from '#e2e/matrices/states/inspections/stillness.ts'
import { openState } from './open-state.ts'
import { DEVICES } from './screens.ts'
import { states } from './states.ts'
import { visits } from './visits.ts'

/** By then the page loads all code ahead of time, in milliseconds. After 3 s a disk that is silent is given up. */
const AHEAD_OF_TIME = 2_500

for (const visit of visits) {
  const { state, language, device } = visit
  test.describe(() => {
    const [{ width, height, isTouched }] = DEVICES[device].screens
    test.use({
      ...withMotion,
      locale: language === 'en' ? 'en-GB' : language,
      viewport: { width, height },
      isMobile: isTouched,
      hasTouch: isTouched,
    })

    test(`${state.name} › ${language}, on a ${device}`, async ({
      page,
      openTab,
      expectConsole,
    }, testInfo) => {
      if (state.problem !== undefined) expectConsole(state.problem)
      await page.clock.install()
      await watchLayoutShifts(page)
      let shifts: string[] = []
      await openState(page, state, openTab, async () => {
        // What comes late comes now: totals, code of other screens. The disk has answered before.
        if (state.act === undefined) await page.waitForLoadState('networkidle')
        await page.clock.fastForward(AHEAD_OF_TIME)
        await waitForAllCode(page)
        shifts = await takeLayoutShifts(page)
      })
      // What people do may move things, however long the service takes over it.
      await takeLayoutShifts(page)
      await inspect(page, visit, { shifts, testInfo })
    })
  })
}

test('there is no motion where less is asked for', async ({ page, openTab }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const tasks = states.find(({ name }) => name === 'tasks')
  if (tasks === undefined) throw new Error('no state "tasks"')
  await openState(page, tasks, openTab)
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  // In its details, the badge of a task at work pulses for as long as it is there.
  await page.locator('tbody tr', { hasText: 'Processing' }).first().click()
  const pulses = () =>
    document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations === Infinity)
      .length
  await expect.poll(() => page.evaluate(pulses)).toBe(1)
})

for (const [what, html, count] of [
  [
    'grows to the left at the end of its line is no layout shift',
    'space-between"><b></b><time>now',
    0,
  ],
  ['is pushed by what stands before it is one', 'start"><b>1</b><time>now', 1],
] as const) {
  test(`a time that ${what}`, async ({ page }) => {
    await watchLayoutShifts(page)
    await page.goto(
      `data:text/html,<div style="display: flex; justify-content: ${html}</time></div>`,
    )
    await takeLayoutShifts(page)
    const grows = page.locator(count === 0 ? 'time' : 'b')
    await grows.evaluate((element) => {
      element.textContent = 'one minute ago'
    })
    expect(await takeLayoutShifts(page)).toHaveLength(count)
  })
}
