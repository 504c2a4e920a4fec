import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { expect, type Page } from '@playwright/test'

/** What differs from run to run, each with what stands for it. */
const CHANGING: readonly [RegExp, string][] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UUID'],
  [/"?\b[0-9a-f]{8}\b"?/g, 'ID'],
  [/\b\d{16}\b/g, 'ID'],
  [/#[\d,]+/g, '#N'],
  [/••••\w+/g, '••••KEY'],
  [/\d+ \w+ \d{4}, [\d:]+ (?:CES?T|UTC)/g, 'DATE'],
  [/until \d+ \w+ \d{4}, [\d:]+/g, 'until DATE'],
  [/uploads\/mq-[\da-f]{32}-\w+/g, 'uploads/NAME'],
  [/\d+ \w+\.? ago|\bnow\b|\bthis minute\b|\d\d:\d\d(?::\d\d)?/g, 'TIME'],
  [/(?:\d+[hms] ?)+(?=so far|in total)/g, 'TIME '],
  [/Marquee [\d.]+, built [^"\n]+/g, 'Marquee VERSION, built TIME'],
  [/127\.0\.0\.1:\d+/g, 'HOST'],
  // What was said before it, less than half a second ago or more.
  [/[^"]+ the whole list\. (?=Tasks below)/g, ''],
]

const SNAPSHOTS = path.resolve(import.meta.dirname, '../snapshots')

/** The accessibility tree of the page: roles and names, one per line. */
async function namesOf(page: Page): Promise<string> {
  let names = await page.locator('body').ariaSnapshot()
  for (const [pattern, word] of CHANGING) names = names.replaceAll(pattern, word)
  return `${names}\n`
}

/**
 * Compares roles and names with the accessibility snapshot of a state. `npm run snapshots` updates
 * the snapshots. Review a change of them like a change of the product.
 *
 * @param where which variant of the state it is, for the message
 */
export async function compareNames(
  page: Page,
  state: string,
  { where, isUpdating }: { where: string; isUpdating: boolean },
): Promise<void> {
  const file = path.join(SNAPSHOTS, `${state.replaceAll(/[^a-z]+/g, '-')}.yml`)
  if (isUpdating) writeFileSync(file, await namesOf(page))
  const wanted = existsSync(file) ? readFileSync(file, 'utf8') : ''
  // What is announced leaves its live region after a while.
  await expect.soft.poll(() => namesOf(page), `${where} › names`).toBe(wanted)
}
