import { rmSync } from 'node:fs'
import process from 'node:process'

import { expect, test as base } from '@playwright/test'

import {
  createAccount,
  generateApiKey,
  type NewAccount,
  replaceApiKey,
  updateBehaviour,
} from '#local-api/accounts.ts'
import type { Behaviour } from '#local-api/sentinels.ts'
import { openStore, type Store } from '#local-api/store.ts'
import { insertTasks, type NewTask } from '#local-api/tasks.ts'

import { finishTasks } from './finish-tasks.ts'
import { type HostProcess, type HostProcessOptions, startHost } from './host-process.ts'
import { createPageGuard, type PageGuard } from './page-guard.ts'

/** `test.use(withMotion)`: animations and view transitions run, as they do for most people. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const

/** Which of the run's two hosts a test visits: `test.use({ via: 'proxied' })`. */
export interface HostOptions {
  via: 'direct' | 'proxied'
}

/** An account of this test only, in the database of both hosts. */
export interface Account {
  readonly name: string
  readonly apiKey: string
  /** Puts tasks into it, the last one as its newest, without taking points. */
  addTasks(tasks: readonly NewTask[]): { id: number; uuid: string }[]
  /** Ends the tasks that were created with its key. If there are several, the last one fails. */
  finishTasks(): void
  /** Makes the service refuse its key from now on. */
  revokeKey(): void
  /** Changes how the service answers this account from now on; null: as specified. */
  behave(behaviour: Behaviour | null): void
}

export interface Fixtures {
  guard: PageGuard
  /** Announces a console message, page error or failed request that this test causes on purpose. */
  expectConsole: (pattern: RegExp) => void
  /** a fresh account with 1,000 points and no tasks */
  account: Account
  /** makes more accounts */
  newAccount: (options?: Partial<NewAccount>) => Account
  /** starts hosts for this test, which it can kill and restart; stopped at its end */
  startOwnHost: (options?: HostProcessOptions) => Promise<HostProcess>
  /** starts a service for this test, and a host that forwards to it */
  startOwnService: () => Promise<{ service: HostProcess; proxy: HostProcess; apiKey: string }>
}

export interface WorkerFixtures {
  store: Store
  demoKey: string
}

const START_POINTS = 1000

/** What global-setup.ts left in the environment. */
function fromSetup(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set: global-setup.ts did not run`)
  return value
}

export const test = base.extend<Fixtures & HostOptions, WorkerFixtures>({
  via: ['direct', { option: true }],

  baseURL: async ({ via }, use) => {
    await use(fromSetup(via === 'direct' ? 'MARQUEE_DIRECT' : 'MARQUEE_PROXIED'))
  },

  store: [
    // The host has the same file open, which SQLite supports.
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const store = openStore(fromSetup('MARQUEE_DATA_DIR'))
      await use(store)
      store.close()
    },
    { scope: 'worker' },
  ],

  demoKey: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      await use(fromSetup('MARQUEE_DEMO_KEY'))
    },
    { scope: 'worker' },
  ],

  guard: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const guard = createPageGuard()
      await use(guard)
      // The context is closed: no more messages can come.
      guard.verify()
    },
    { auto: true },
  ],

  // After the test the page closes before its hosts, so that its requests do not fail.
  context: async ({ context, guard, startOwnHost: _hosts }, use) => {
    await guard.watch(context)
    await use(context)
    await context.close()
  },

  expectConsole: async ({ guard }, use) => {
    await use((pattern) => guard.announce(pattern))
  },

  newAccount: async ({ store, guard }, use, testInfo) => {
    const ids: number[] = []
    await use(({ name = testInfo.title, points = START_POINTS, ...rest } = {}) => {
      const { id, apiKey } = createAccount(store, { name, points, ...rest })
      guard.keepSecret(apiKey)
      ids.push(id)
      return {
        name,
        apiKey,
        addTasks: (tasks) => insertTasks(store, id, tasks),
        finishTasks: () => finishTasks(store, id),
        revokeKey: () => replaceApiKey(store, id, generateApiKey('mq_')),
        behave: (behaviour) => updateBehaviour(store, id, behaviour),
      }
    })
    // A failed test must not leave a waiting creation, or the host could not stop.
    for (const id of ids) updateBehaviour(store, id, null)
  },

  account: async ({ newAccount }, use) => {
    await use(newAccount())
  },

  // oxlint-disable-next-line no-empty-pattern -- as above
  startOwnHost: async ({}, use) => {
    const hosts: HostProcess[] = []
    await use(async (options) => {
      const host = await startHost(options)
      hosts.push(host)
      return host
    })
    await Promise.all(hosts.map((host) => host.kill()))
    for (const { folder } of hosts) rmSync(folder, { recursive: true, force: true })
  },

  startOwnService: async ({ startOwnHost }, use) => {
    await use(async () => {
      const service = await startOwnHost()
      const proxy = await startOwnHost({ taskApiUrl: `${service.origin}/api` })
      return { service, proxy, apiKey: service.demoKey ?? '' }
    })
  },
})

export { expect }
