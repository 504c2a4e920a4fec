import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import type { Page } from '@playwright/test'

import { expect, test } from '#e2e/support/fixtures.ts'

import { openState } from './open-state.ts'
import { states } from './states.ts'

/** What differs from run to run, each with what stands for it. */
const CHANGING: readonly [RegExp, string][] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UUID'],
  [/"?\b[0-9a-f]{8}\b"?/g, 'ID'],
  [/#[\d,]+/g, '#N'],
  [/••••\w+/g, '••••KEY'],
  [/\d+ \w+ \d{4}, [\d:]+ (?:CES?T|UTC)/g, 'DATE'],
  [/\d+ \w+\.? ago|\bnow\b|\bthis minute\b|\d\d:\d\d(?::\d\d)?/g, 'TIME'],
  [/Marquee [\d.]+, built [^"\n]+/g, 'Marquee VERSION, built TIME'],
  [/127\.0\.0\.1:\d+/g, 'HOST'],
  // What was said before it, less than half a second ago or more.
  [/[^"]+ all there are\. (?=Tasks below)/g, ''],
]

const NAMES = path.resolve(import.meta.dirname, 'snapshots')

/** What a screen reader is told of the whole page: roles and names, one a line. */
async function namesOf(page: Page): Promise<string> {
  let names = await page.locator('body').ariaSnapshot()
  for (const [pattern, word] of CHANGING) names = names.replaceAll(pattern, word)
  return `${names}\n`
}

/** Waits until a page does not change any more. */
async function settledNames(page: Page): Promise<string> {
  let before = ''
  const isSettled = async () => {
    const names = await namesOf(page)
    const isSame = names === before
    before = names
    return isSame
  }
  await expect.poll(isSettled, { intervals: [2_000], timeout: 15_000 }).toBe(true)
  return before
}

/** Read a change of these files as one of the product; "npm run snapshots" writes them. */
for (const state of states) {
  test(`names of ${state.name}`, async ({ page, newAccount, expectConsole }, { config }) => {
    if (state.problem !== undefined) expectConsole(state.problem)
    await openState(page, state, newAccount)
    const file = path.join(NAMES, `${state.name.replaceAll(/[^a-z]+/g, '-')}.yml`)
    if (config.updateSnapshots === 'all') writeFileSync(file, await settledNames(page))
    // Parts of a screen come one after the other.
    else await expect.poll(() => namesOf(page)).toBe(readFileSync(file, 'utf8'))
  })
}
