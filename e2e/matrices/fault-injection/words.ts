import type { Locator } from '@playwright/test'

import { expect } from '#e2e/support/fixtures.ts'
import type { ReadResult } from './results.ts'

/** How far the time on screen may lie from the one that is expected, in seconds. */
const TOLERANCE = 15
const DAY = 24 * 60 * 60

const PAUSE = 'Too many requests. The service asks for a pause.'

/** Expects the sentence for a word of the table. */
export async function expectWords(alert: Locator, result: ReadResult): Promise<void> {
  await expect(alert).toContainText(sentence(result))
  const seconds = /paused (?<seconds>\d+) s/.exec(result)?.groups?.['seconds']
  if (seconds !== undefined) await expectTime(alert, Number(seconds))
  else await expect(alert).not.toContainText('Try again after')
}

function sentence(result: ReadResult): string {
  const [kind = '', number = ''] = result.replace(/,.*/, '').split(' ')
  switch (kind) {
    case 'unreachable':
      return 'The service could not be reached.'
    case 'timeout':
      return 'The service did not answer in time.'
    case 'unreadable':
      return 'The answer could not be read.'
    case 'key':
      return 'The key was not accepted.'
    case 'forbidden':
      return 'The key is not allowed to do this.'
    case 'sign-in':
      return 'Something in front of this page wants you to sign in.'
    case 'paused':
      return number === '' ? `${PAUSE} Wait a moment` : PAUSE
    case 'refused':
      return `The service refused the request (code ${number}).`
    case 'server':
      return `The service has a problem (${number}).`
    default:
      throw new Error(`no words for ${result}`)
  }
}

/** Expects "Try again after 14:05:30" to lie so many seconds from the page's now. */
async function expectTime(alert: Locator, seconds: number): Promise<void> {
  const shown = /Try again after (?<time>\d\d:\d\d:\d\d)/.exec(await alert.innerText())
  const now = await alert.page().evaluate(() => new Date().toTimeString().slice(0, 8))
  const wait = secondOfDay(shown?.groups?.['time'] ?? '') - secondOfDay(now)
  expect(Math.abs(((wait + DAY) % DAY) - seconds)).toBeLessThan(TOLERANCE)
}

/** @param clock like 14:05:30 */
function secondOfDay(clock: string): number {
  const [hours = Number.NaN, minutes = 0, rest = 0] = clock.split(':').map(Number)
  return (hours * 60 + minutes) * 60 + rest
}
