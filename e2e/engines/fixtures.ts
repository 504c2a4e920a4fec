import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'

import { expect, test as base } from '@playwright/test'

import { createAccount, type NewAccount } from '#local-api/accounts.ts'
import { openStore } from '#local-api/store.ts'
import { insertTasks, type NewTask } from '#local-api/tasks.ts'
import { type HostProcess, type HostProcessOptions, startHost } from '#e2e/support/host-process.ts'

import type { Engine } from './engine.ts'
import { startFirefox } from './firefox.ts'
import { Tab } from './tab.ts'
import { startWebKit, type WebKitPrograms } from './webkit.ts'

/** The programs of the project's browser: one of the two is set. */
export interface EngineOptions {
  firefox: string | undefined
  webkit: WebKitPrograms | undefined
}

interface Fixtures {
  /** how that host is started */
  hostOptions: HostProcessOptions
  /** a host for this test, with the local API */
  host: HostProcess
  /** makes an account with these tasks, and gives its key */
  newKey: (tasks?: readonly NewTask[], options?: Partial<NewAccount>) => string
  /** the browser, started for this test */
  engine: Engine
  /** its first tab, in desktop size */
  tab: Tab
  /** saves a screenshot of the viewport with the test results */
  takeScreenshot: (tab: Tab, name: string) => Promise<void>
}

export const DESK = [1280, 800] as const
export const PHONE = [390, 844] as const

export const test = base.extend<Fixtures, EngineOptions>({
  firefox: [undefined, { option: true, scope: 'worker' }],
  webkit: [undefined, { option: true, scope: 'worker' }],

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  hostOptions: async ({}, use) => {
    await use({})
  },

  host: async ({ hostOptions }, use) => {
    const host = await startHost(hostOptions)
    await use(host)
    const lines = host.log().split('\n')
    await host.kill()
    rmSync(host.folder, { recursive: true, force: true })
    // Both browsers report violations of the policy to the host.
    const reports = lines.filter((line) => line.includes('"directive":'))
    expect(reports, 'violations of the content security policy').toEqual([])
  },

  newKey: async ({ host }, use) => {
    const store = openStore(host.dataDir)
    await use((tasks = [], options = {}) => {
      const { id, apiKey } = createAccount(store, { name: 'Test', points: 1000, ...options })
      insertTasks(store, id, tasks)
      return apiKey
    })
    store.close()
  },

  engine: async ({ firefox, webkit, host: _first }, use) => {
    if (firefox === undefined && webkit === undefined) throw new Error('no browser was named')
    const engine =
      webkit === undefined ? await startFirefox(firefox ?? '') : await startWebKit(webkit)
    await use(engine)
    const problems = await engine.consoleProblems()
    await engine.stop()
    expect(problems, 'errors and warnings in the console').toEqual([])
  },

  tab: async ({ engine }, use) => {
    await engine.resize(...DESK)
    await use(await Tab.first(engine))
  },

  // oxlint-disable-next-line no-empty-pattern -- as above
  takeScreenshot: async ({}, use, testInfo) => {
    const folder = path.join(testInfo.config.rootDir, '../../test-results/engines')
    mkdirSync(folder, { recursive: true })
    await use(async (tab, name) => {
      await tab.takeScreenshot(path.join(folder, `${testInfo.project.name}-${name}.png`))
    })
  },
})

export { expect }
