import { expect, type Page, type TestInfo } from '@playwright/test'

import { isFull } from '#e2e/support/sampling.ts'

import { NAMES } from './fixtures.ts'
import { axeFindings } from '#e2e/support/axe.ts'
import { textsOfReact } from '#e2e/support/translation.ts'
import { layoutProblems } from '#e2e/support/layout.ts'
import { documentProblems } from '#e2e/matrices/states/inspections/document.ts'
import { compareNames } from '#e2e/matrices/states/inspections/names.ts'
import { takeLayoutShifts } from '#e2e/matrices/states/inspections/stillness.ts'
import {
  cutTexts,
  lengthenTexts,
  untranslatedTexts,
} from '#e2e/matrices/states/inspections/texts.ts'
import { DEVICES, openScreens, type Screen } from './screens.ts'
import { hasNames, type Visit } from './visits.ts'

/**
 * Inspects the page as it is, in one variant after the other: theme, size and preferences change in
 * place. A finding names state, variant and inspection.
 *
 * @param shifts layout shifts of the load
 */
export async function inspect(
  page: Page,
  visit: Visit,
  { shifts, testInfo }: { shifts: readonly string[]; testInfo: TestInfo },
): Promise<void> {
  const { state, language, device, theme } = visit
  const show = await openScreens(page)
  const findings: string[] = []
  const note = (variant: string, inspection: string, found: readonly string[]) => {
    const where = [state.name, language, `opened on a ${device}`, variant, inspection]
    findings.push(...found.map((finding) => `${where.join(' › ')}: ${finding}`))
  }

  note('as it was opened', 'stillness', shifts)
  note('as it was opened', 'texts', await untranslatedTexts(page, language, NAMES))
  if (hasNames(visit)) {
    const isUpdating = testInfo.config.updateSnapshots === 'all'
    await compareNames(page, state.name, {
      where: `${state.name} › en › opened on a desk`,
      isUpdating,
    })
    if (isUpdating) return
  }
  note('once it was reached', 'stillness', await takeLayoutShifts(page))
  note('once it was reached', 'document', await documentProblems(page))
  note('once it was reached', 'texts beside elements', await textsOfReact(page))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const screen of screensOf(visit)) {
    await show(screen)
    note(screen.name, 'layout', await layoutProblems(page))
  }
  await show(DEVICES[device].screens[0])
  // Both languages have the same colours.
  const themes = isFull || language === 'en' ? themesOf(theme) : [theme]
  for (const colorScheme of themes) {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
    const rules = isFull || colorScheme === theme ? 'all' : 'contrast'
    note(`${device}, ${colorScheme}`, 'axe', await axeFindings(page, rules))
  }
  if (language === 'en') {
    await lengthenTexts(page)
    for (const { screens } of Object.values(DEVICES)) {
      await show(screens[0])
      note(screens[0].name, 'longer texts', await cutTexts(page))
    }
  }
  expect(findings).toEqual([])
}

/** All sizes once for each state; one that is opened elsewhere, too, has those of that device. */
function screensOf(visit: Visit): readonly Screen[] {
  if (isFull || hasNames(visit)) return Object.values(DEVICES).flatMap(({ screens }) => screens)
  return DEVICES[visit.device].screens
}

/** Both themes, the one with all rules first. */
function themesOf(first: 'light' | 'dark'): readonly ('light' | 'dark')[] {
  return first === 'light' ? ['light', 'dark'] : ['dark', 'light']
}
