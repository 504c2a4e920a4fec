/**
 * An account of 100,000 tasks exported whole, in the built app before the real host: how long that takes beside
 * a loop that only fetches the same pages, four at once, in the same page, over a network that takes 50 ms; what is in memory while it goes on; the
 * longest task; and how soon a cancel is done. Build first, then, with the browser that you have:
 *
 *   CHROMIUM_PATH=/path/to/chromium npx tsx bench/whole-list.ts
 */
import process from 'node:process'

import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'

import { startHost } from '#e2e/host-process.ts'
import { keepKeyInTab } from '#e2e/screens.ts'
import { createAccount } from '#local-api/accounts.ts'
import { openStore } from '#local-api/store.ts'

import { fillAccount } from './filled-account.ts'

const TASKS = 100_000
const PAGES = TASKS / 100
const MIB = 2 ** 20
/** of each request, in milliseconds: a service is not on the same machine */
const LATENCY = 50

/** What the issue asks for: times the plain loop, MiB above idle, milliseconds. */
const LIMITS = { time: 1.2, memory: 60, task: 50, cancel: 100 }

declare global {
  interface Window {
    /** durations of tasks over 50 ms so far */
    longTasks: number[]
  }
}

/** A page of the app whose large files go to the browser's own file system, as nobody is there to name a place. */
async function openApp(browser: Browser, origin: string, apiKey: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: origin, locale: 'en-GB' })
  // tsx names functions by one of its own, which the page does not have.
  await page.addInitScript({ content: 'globalThis.__name = (it) => it' })
  await keepKeyInTab(page, apiKey)
  await page.addInitScript(() => {
    window.longTasks = []
    const note = (list: PerformanceObserverEntryList) => {
      window.longTasks.push(...list.getEntries().map(({ duration }) => duration))
    }
    new PerformanceObserver(note).observe({ type: 'longtask' })
    Object.defineProperty(window, 'showSaveFilePicker', {
      value: async () => {
        const folder = await navigator.storage.getDirectory()
        return folder.getFileHandle('export', { create: true })
      },
    })
  })
  await page.goto('/tasks')
  await page.getByRole('button', { name: 'Export', exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  return page
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export tasks' })

/** Begins an export of everything. */
async function begin(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await dialog(page).getByRole('radio', { name: 'Everything under this filter' }).check()
  await dialog(page).getByRole('button', { name: 'Export' }).click()
}

const end = (page: Page) => dialog(page).getByText('Exported').waitFor({ timeout: 600_000 })

/** Milliseconds of a loop in the page that fetches every page, four at once, and reads it as text. */
function fetchAll(page: Page, apiKey: string): Promise<number> {
  return page.evaluate(
    async ([key, pages]) => {
      const start = performance.now()
      let next = 1
      const work = async () => {
        while (next <= pages) {
          const address = `/api/plugins/video/tasks?page=${next}&page_size=100`
          next += 1
          const reply = await fetch(address, { headers: { authorization: `Bearer ${key}` } })
          await reply.text()
        }
      }
      await Promise.all([work(), work(), work(), work()])
      return performance.now() - start
    },
    [apiKey, PAGES] as const,
  )
}

/** What the page holds after a collection, in MiB. */
async function heap(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize, embedderHeapUsedSize, backingStorageSize } =
    await devtools.send('Runtime.getHeapUsage')
  return (usedSize + embedderHeapUsedSize + backingStorageSize) / MIB
}

async function measureTime(browser: Browser, origin: string, apiKey: string) {
  const page = await openApp(browser, origin, apiKey)
  const network = { offline: false, latency: LATENCY, downloadThroughput: -1, uploadThroughput: -1 }
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', network)
  const before = await fetchAll(page, apiKey)
  await page.evaluate(() => void window.longTasks.splice(0))
  const start = performance.now()
  await begin(page)
  await end(page)
  const ours = performance.now() - start
  const longest = Math.max(0, ...(await page.evaluate(() => window.longTasks)))
  const after = await fetchAll(page, apiKey)
  await page.close()
  return { ours, plain: (before + after) / 2, longest }
}

async function measureMemory(browser: Browser, origin: string, apiKey: string): Promise<number> {
  const page = await openApp(browser, origin, apiKey)
  const devtools = await page.context().newCDPSession(page)
  const idle = await heap(devtools)
  await begin(page)
  let most = 0
  const saved = dialog(page).getByText('Exported')
  while (!(await saved.isVisible())) most = Math.max(most, (await heap(devtools)) - idle)
  most = Math.max(most, (await heap(devtools)) - idle)
  await page.close()
  return most
}

async function measureCancel(browser: Browser, origin: string, apiKey: string): Promise<number> {
  const page = await openApp(browser, origin, apiKey)
  await begin(page)
  const cancel = dialog(page).getByRole('button', { name: 'Cancel' })
  await dialog(page)
    .getByText(/[2-9],\d{3} of/)
    .waitFor()
  const took = await cancel.evaluate((button) => {
    const start = performance.now()
    const gone = new Promise<number>((resolve) => {
      new MutationObserver((_changes, observer) => {
        if (button.isConnected) return
        observer.disconnect()
        resolve(performance.now() - start)
      }).observe(document, { childList: true, subtree: true })
    })
    if (button instanceof HTMLElement) button.click()
    return gone
  })
  await page.close()
  return took
}

function print(what: string, value: number, limit: number, unit: string): void {
  const line = `${what.padEnd(44)} ${value.toFixed(2).padStart(8)} ${unit.padEnd(4)} limit ${limit}`
  process.stdout.write(`${line}\n`)
  if (value > limit) process.exitCode = 1
}

const executablePath = process.env['CHROMIUM_PATH']
const host = await startHost()
const store = openStore(host.dataDir)
const browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  args: ['--no-sandbox', '--disable-background-networking'],
})
try {
  const { id, apiKey } = createAccount(store, { points: 0 })
  fillAccount(store, id, TASKS)
  const { ours, plain, longest } = await measureTime(browser, host.origin, apiKey)
  process.stdout.write(`${(ours / 1000).toFixed(1)} s, plain loop ${(plain / 1000).toFixed(1)} s\n`)
  print('export / plain loop of the same requests', ours / plain, LIMITS.time, 'x')
  print('longest task', longest, LIMITS.task, 'ms')
  print(
    'memory above idle',
    await measureMemory(browser, host.origin, apiKey),
    LIMITS.memory,
    'MiB',
  )
  print('cancel', await measureCancel(browser, host.origin, apiKey), LIMITS.cancel, 'ms')
} finally {
  await browser.close()
  store.close()
  await host.stop()
}
