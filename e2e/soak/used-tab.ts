import type { Page } from '@playwright/test'

import { createAccount } from '#local-api/accounts.ts'
import { CLIPS } from '#local-api/outcomes.ts'
import { openStore } from '#local-api/store.ts'
import { insertTasks, type NewTask } from '#local-api/tasks.ts'

import { addAccount, connectOnDevice, switchTo } from '#e2e/support/account-screens.ts'
import type { HostProcess } from '#e2e/support/host-process.ts'
import { SECOND } from '#e2e/support/live-screen.ts'
import { waitForAllCode } from '#e2e/support/screens.ts'

import type { ProofSetting } from './proof-figures.ts'
import { openMemoryProbe, type TabMemory } from './tab-memory.ts'

/** The accounts of the tab: the first is at work between errands. */
export const OWN = 'Shop'
export const OTHER = 'Mill'

/** A tab with two accounts, a host, and the service behind it. */
export interface UsedTab {
  readonly page: Page
  readonly readMemory: () => Promise<TabMemory>
  readonly host: HostProcess
  /** the key of an account that is not in the tab */
  readonly otherKey: string
  close(): Promise<void>
}

/** More than a page of a scan has. */
const TASKS = 250

/** What comes in turns. */
const KINDS: readonly NewTask[] = [
  { status: 'failed', errorMsg: 'No face found in the image.' },
  // Without an end: the list goes on refreshing itself.
  { status: 'pending' },
  { status: 'completed', clip: CLIPS[0] },
  { status: 'completed', clip: CLIPS[0] },
]

/**
 * Opens a tab at the list of tasks, with its clock in the hands of the proof and its worker at work. Both accounts are in
 * its vault. The files of service and host are apart: the service keeps tasks for ever.
 */
export async function openUsedTab({ browser, startHost }: ProofSetting): Promise<UsedTab> {
  const service = await startHost()
  const host = await startHost({ taskApiUrl: `${service.origin}/api`, isMeasured: true })
  const store = openStore(service.dataDir)
  const [own, other, third] = [OWN, OTHER, 'Third'].map((name) => {
    const { id, apiKey } = createAccount(store, { name, points: 10_000_000 })
    const tasks = Array.from({ length: TASKS / KINDS.length }, () => KINDS)
    insertTasks(store, id, tasks.flat())
    return apiKey
  })
  store.close()
  const context = await browser.newContext({ baseURL: host.origin, serviceWorkers: 'allow' })
  const page = await context.newPage()
  await page.clock.install()
  await connectOnDevice(page, OWN, own ?? '')
  await addAccount(page, OTHER, other ?? '', true)
  await switchTo(page, OWN)
  await page.clock.runFor(3 * SECOND)
  await waitForAllCode(page)
  return {
    page,
    readMemory: await openMemoryProbe(page),
    host,
    otherKey: third ?? '',
    close: () => context.close(),
  }
}
