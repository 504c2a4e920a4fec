import type { Locator, Page } from '@playwright/test'

import { operations } from '#contract/operations.ts'

import { expect } from '#e2e/support/fixtures.ts'
import type { FaultRig } from './fixtures.ts'
import { type Requests, watchRequests } from './requests.ts'
import type { Fault } from './table.ts'

/** What a situation is played with. */
export interface Scene {
  page: Page
  rig: FaultRig
  fault: Fault
}

/** The page's requests for a list, and how many of them the server that misbehaves has got. */
interface Reads extends Requests {
  arrived: () => number
}

/** The server that the fault strikes. */
export function strickenServer({ rig, fault }: Pick<Scene, 'rig' | 'fault'>) {
  return fault.where === 'service' ? rig.service : rig.front
}

/** Counts the page's requests for the list with this query string. */
export function watchReads({ page, rig, fault }: Scene, search: string): Reads {
  const { path } = operations.listVideoTasks
  const requests = watchRequests(page, (url) => {
    return url.pathname === `/api${path}` && url.search === search
  })
  const arrived = () => {
    const got = strickenServer({ rig, fault }).received('listVideoTasks')
    return got.filter(({ target }) => target.endsWith(`${path}${search}`)).length
  }
  return { ...requests, arrived }
}

/** Lets time pass for retries, and for what hangs for ever, until something is shown. */
export async function pass(
  { page, fault }: Pick<Scene, 'page' | 'fault'>,
  reads: Reads,
  shown: Locator,
): Promise<void> {
  // That a request has ended is heard of later than it happens: its time is let pass once only.
  let passedFor = 0
  await expect(async () => {
    if (!(await shown.isVisible()) && reads.count() > 0) {
      // After the last expected try, do not skip time: a further try is an error.
      const isBetweenTries = reads.inFlight() === 0 && reads.count() < fault.requests
      // A request counts before it has left: one that is given up on too early never arrives.
      const isHanging = reads.count() > passedFor && reads.arrived() >= reads.count()
      if (isHanging && fault.where === 'front' && fault.isEndless) {
        passedFor = reads.count()
        await page.clock.fastForward(30_000)
      } else if (isBetweenTries) await page.clock.fastForward(1_500)
    }
    await expect(shown).toBeVisible({ timeout: 50 })
  }).toPass({ intervals: [0] })
}
