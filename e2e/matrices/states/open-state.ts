import type { Page } from '@playwright/test'

import type { Account } from '#e2e/support/fixtures.ts'
import { tabEntry } from '#e2e/support/screens.ts'
import type { NewTask } from '#local-api/tasks.ts'

/** A screen in a state in which somebody may meet it, reached without a word of any language. */
export interface ScreenState {
  readonly name: string
  /** accounts in the tab; left out: one with a task of every kind; history: of days that are long past */
  readonly keys?: 'none' | 'two' | 'read-only' | 'history' | { readonly apiKey: string }
  readonly address: string
  /** how to get there from the address */
  readonly act?: (page: Page) => Promise<void>
  /** what is on screen then, and nowhere else */
  readonly sign: string
  /** a request stays on its way */
  readonly isBusy?: true
  /** what the browser's console says of it, where it does */
  readonly problem?: RegExp
}

/** Opens a screen in a state. @param makeAccount makes an account that nobody else has */
export async function openState(
  page: Page,
  { keys, address, act, sign }: ScreenState,
  makeAccount: () => Account,
): Promise<void> {
  if (keys !== 'none') await keepKeys(page, keys, makeAccount)
  await page.goto(address)
  // The first thing that can be used is there: the form, or the rows.
  await page.locator('main h1').waitFor()
  await act?.(page)
  await page.locator(sign).first().waitFor()
}

const NOON = Date.UTC(2026, 2, 10, 11)
const DAY = 86_400_000

/** Tasks of three days, so that their plots are always the same. */
const history: readonly NewTask[] = [
  { status: 'completed', createdAt: NOON, completedAt: NOON + 12_000 },
  { status: 'completed', createdAt: NOON + DAY, completedAt: NOON + DAY + 44_000 },
  { status: 'failed', createdAt: NOON + DAY, errorMsg: 'No face in image 17 of job 8f3a2b91c.' },
  { status: 'failed', createdAt: NOON + DAY, errorMsg: 'No face in image 4 of job 1c44d0aa2.' },
  { status: 'failed', createdAt: NOON + 2 * DAY, errorMsg: 'The image is too dark.' },
  { status: 'pending', createdAt: NOON + 2 * DAY },
]

async function keepKeys(
  page: Page,
  keys: ScreenState['keys'],
  makeAccount: () => Account,
): Promise<void> {
  const own = () => {
    const account = makeAccount()
    if (keys === 'history') {
      account.addTasks(history)
      return account.apiKey
    }
    account.addTasks([
      { status: 'completed' },
      { status: 'failed', errorMsg: 'No face found in the image. Use a picture of one person.' },
      { status: 'processing' },
      { status: 'pending' },
    ])
    return account.apiKey
  }
  const isGiven = typeof keys === 'object'
  const apiKeys = isGiven ? [keys.apiKey] : [own(), ...(keys === 'two' ? [own()] : [])]
  const accounts = apiKeys.map((apiKey, index) => ({
    profileId: `p${String(index)}`,
    name: index === 0 ? 'Shop' : 'Mill',
    apiKey,
    isReadOnly: keys === 'read-only',
  }))
  const [first] = accounts
  if (first === undefined) return
  const [entry, text] = tabEntry(first)
  await page.addInitScript(
    ([name, kept]) => {
      sessionStorage.setItem(name, kept)
    },
    [entry, JSON.stringify({ ...JSON.parse(text), accounts })] as const,
  )
}
