import type { Page } from '@playwright/test'

import type { ConnectedTab } from '#e2e/support/connected-tab.ts'
import { openConnected } from '#e2e/support/connected-tab.ts'

/** Which accounts the tab of a state has. Those that are not "own" are shared by the states of a worker. */
export type StateAccounts =
  | 'none'
  /** one with a task of every kind */
  | 'one'
  | 'two'
  | 'read-only'
  /** one with tasks of days that are long past */
  | 'history'
  /** one of this state's own, which spends points */
  | 'own'
  /** sentinels of the local API, see docs/local-api.md */
  | 'odd'
  | 'empty'
  | 'html'

/** A connected tab, and the service behind it. */
export interface StateTab extends ConnectedTab {
  /** Ends the tasks that the tab has created. If there are several, the last one fails. */
  readonly finishTasks: () => void
}

/** A screen in one of its states, reached without a word of any language. */
export interface ScreenState {
  readonly name: string
  /** left out: one */
  readonly accounts?: StateAccounts
  readonly address: string
  /** how to get there from the address */
  readonly act?: (page: Page, service: Pick<StateTab, 'finishTasks'>) => Promise<void>
  /** what is on screen then, and nowhere else */
  readonly sign: string
  /** what the browser's console says of it, where it does */
  readonly problem?: RegExp
}

/**
 * Opens a screen in a state.
 *
 * @param settle waits until everything has come that comes by itself; called before the screen is acted on
 */
export async function openState(
  page: Page,
  { accounts = 'one', address, act, sign }: ScreenState,
  openTab: (accounts: Exclude<StateAccounts, 'none'>) => Promise<StateTab>,
  settle?: () => Promise<void>,
): Promise<void> {
  const tab = accounts === 'none' ? undefined : await openTab(accounts)
  if (tab !== undefined) await openConnected(page, tab)
  await page.goto(address)
  // The first thing that can be used is there: the form, or the rows.
  await page.locator('main h1').waitFor()
  await settle?.()
  await act?.(page, { finishTasks: () => tab?.finishTasks() })
  await page.locator(sign).first().waitFor()
  // While a dialog grows out of what was pressed, a picture of the page covers it.
  await page.waitForFunction(() => document.activeViewTransition === null)
}
