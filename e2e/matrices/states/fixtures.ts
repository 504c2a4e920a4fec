import process from 'node:process'

import { connectTab, type TabAccount } from '#e2e/support/connected-tab.ts'
import { test as base } from '#e2e/support/fixtures.ts'
import { finishTasks } from '#e2e/support/finish-tasks.ts'
import { createAccount } from '#local-api/accounts.ts'
import type { Store } from '#local-api/store.ts'
import { insertTasks, type NewTask } from '#local-api/tasks.ts'

import type { StateAccounts, StateTab } from './open-state.ts'

type OpenTab = (accounts: Exclude<StateAccounts, 'none'>) => Promise<StateTab>

const NOON = Date.UTC(2026, 2, 10, 11)
const DAY = 86_400_000

/** A task of every kind. */
const every: readonly NewTask[] = [
  { status: 'completed' },
  { status: 'failed', errorMsg: 'No face found in the image. Use a picture of one person.' },
  { status: 'processing' },
  { status: 'pending' },
]

/** Tasks of three days, so that their plots are always the same. */
const history: readonly NewTask[] = [
  { status: 'completed', createdAt: NOON, completedAt: NOON + 12_000 },
  { status: 'completed', createdAt: NOON + DAY, completedAt: NOON + DAY + 44_000 },
  { status: 'failed', createdAt: NOON + DAY, errorMsg: 'No face in image 17 of job 8f3a2b91c.' },
  { status: 'failed', createdAt: NOON + DAY, errorMsg: 'No face in image 4 of job 1c44d0aa2.' },
  { status: 'failed', createdAt: NOON + 2 * DAY, errorMsg: 'The image is too dark.' },
  { status: 'pending', createdAt: NOON + 2 * DAY },
]

/** The names that the accounts of states are given. */
export const NAMES = ['Shop', 'Mill']

/** An account of a state; the sentinels have no id. */
interface StateAccount extends TabAccount {
  readonly id?: number
}

function accountsFor(store: Store, kind: Exclude<StateAccounts, 'none'>): StateAccount[] {
  const make = (name: string, tasks: readonly NewTask[]): StateAccount => {
    const { id, apiKey } = createAccount(store, { name, points: 1000 })
    insertTasks(store, id, tasks)
    return { id, name, apiKey }
  }
  switch (kind) {
    case 'one':
    case 'own':
      return [make('Shop', every)]
    case 'two':
      return [make('Mill', every), make('Shop', every)]
    case 'read-only':
      return [{ ...make('Shop', every), isReadOnly: true }]
    case 'history':
      return [make('Shop', history)]
    case 'odd':
    case 'empty':
      return [{ name: 'Shop', apiKey: `mq_${kind}` }]
    case 'html':
      return [{ name: 'Shop', apiKey: 'mq_html', isUnconfirmed: true }]
  }
}

export const test = base.extend<object, { openTab: OpenTab }>({
  openTab: [
    async ({ browser, store }, use) => {
      const origin = process.env['MARQUEE_DIRECT'] ?? ''
      const connect = async (kind: Exclude<StateAccounts, 'none'>) => {
        const accounts = accountsFor(store, kind)
        const tab = await connectTab(browser, origin, accounts)
        return { ...tab, finishTasks: () => finishTasks(store, accounts.at(-1)?.id ?? 0) }
      }
      const tabs = new Map<StateAccounts, Promise<StateTab>>()
      await use(async (kind) => {
        if (kind === 'own') return connect(kind)
        const tab = tabs.get(kind) ?? connect(kind)
        tabs.set(kind, tab)
        return tab
      })
    },
    { scope: 'worker' },
  ],
})

export { expect, withMotion } from '#e2e/support/fixtures.ts'
