/**
 * An account of 100,000 tasks exported whole, in the built app before the real host: how long that takes beside
 * a loop that only fetches the same pages, four at once, in the same page, over a network that takes 50 ms; what is in memory while it goes on; the
 * longest task; and how soon a cancel is done. Build first, then, with the browser that you have:
 *
 *   CHROMIUM_PATH=/path/to/chromium npx tsx bench/whole-list.ts
 */
import process from 'node:process'

import type { Page } from '@playwright/test'

import {
  type Bench,
  measureMemory,
  measureTime,
  openApp,
  print,
  timeUntilGone,
  withLargeAccount,
} from './large-account.ts'

/** Targets: times the plain loop, MiB above idle, milliseconds, milliseconds. */
const LIMITS = { time: 1.2, memory: 60, task: 50, cancel: 100 }

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export tasks' })
const open = (page: Page) => page.getByRole('button', { name: 'Export', exact: true })
const ended = (page: Page) => dialog(page).getByText('Exported')

/** Begins an export of everything. */
async function begin(page: Page): Promise<void> {
  await open(page).click()
  await dialog(page).getByRole('radio', { name: 'Everything' }).check()
  await dialog(page).getByRole('button', { name: 'Export' }).click()
}

async function run(bench: Bench): Promise<void> {
  const openTasks = () => openApp(bench, '/tasks', open)
  const timed = await openTasks()
  const { ours, plain, longest } = await measureTime(timed, bench.apiKey, async () => {
    await begin(timed)
    await ended(timed).waitFor({ timeout: 600_000 })
  })
  process.stdout.write(`${(ours / 1000).toFixed(1)} s, plain loop ${(plain / 1000).toFixed(1)} s\n`)
  print('export / plain loop of the same requests', ours / plain, LIMITS.time, 'x')
  print('longest task', longest, LIMITS.task, 'ms')
  const held = await openTasks()
  const memory = await measureMemory(held, () => begin(held), ended(held))
  print('memory above idle', memory, LIMITS.memory, 'MiB')
  const cancelled = await openTasks()
  await begin(cancelled)
  await dialog(cancelled)
    .getByText(/[2-9],\d{3} of/)
    .waitFor()
  const cancel = dialog(cancelled).getByRole('button', { name: 'Cancel' })
  print('cancel', await timeUntilGone(cancel), LIMITS.cancel, 'ms')
}

await withLargeAccount(run)
