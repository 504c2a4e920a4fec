/** Measures an account of 100,000 tasks in the built app with the real host. */
import process from 'node:process'

import { type Browser, type CDPSession, chromium, type Locator, type Page } from '@playwright/test'

import { fillAccount } from '#e2e/support/filled-account.ts'
import { startHost } from '#e2e/support/host-process.ts'
import { connectTab, openConnected } from '#e2e/support/connected-tab.ts'
import { createAccount } from '#local-api/accounts.ts'
import { openStore, type Store } from '#local-api/store.ts'

const TASKS = 100_000
/** Requests that read it whole. */
export const PAGES = TASKS / 100
const MIB = 2 ** 20
/** Delay of each request in milliseconds, as for a service on another machine. */
export const LATENCY = 50
/** Concurrent requests. */
export const AT_ONCE = 4

declare global {
  interface Window {
    /** durations of tasks over 50 ms so far */
    longTasks: number[]
    /** milliseconds from the last event of a press until what the probe says is painted */
    untilPainted: Promise<number>
  }
}

/** Where an account is measured. */
export interface Bench {
  browser: Browser
  origin: string
  apiKey: string
}

/** Starts host and browser, fills an account and measures it. @param tasks that it has */
export async function withLargeAccount(
  measure: (bench: Bench) => Promise<void>,
  change?: (store: Store, accountId: number) => void,
  tasks = TASKS,
): Promise<void> {
  const executablePath = process.env['CHROMIUM_PATH']
  const host = await startHost()
  const store = openStore(host.dataDir)
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  try {
    const { id, apiKey } = createAccount(store, { points: 0 })
    fillAccount(store, id, tasks)
    change?.(store, id)
    await measure({ browser, origin: host.origin, apiKey })
  } finally {
    await browser.close()
    store.close()
    await host.stop()
  }
}

/**
 * Opens a page of the app and waits until `ready` is visible and the network idle. Exports go to the browser's private file system,
 * as a save dialog cannot be answered here.
 */
export async function openApp(
  { browser, origin, apiKey }: Bench,
  address: string,
  ready: (page: Page) => Locator,
): Promise<Page> {
  const page = await browser.newPage({ baseURL: origin, locale: 'en-GB' })
  // tsx inserts calls of its helper `__name`, which the page does not have.
  await page.addInitScript({ content: 'globalThis.__name = (it) => it' })
  await openConnected(page, await connectTab(browser, origin, [{ name: 'Shop', apiKey }]))
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
  await page.goto(address)
  await ready(page).waitFor()
  await page.waitForLoadState('networkidle')
  return page
}

/** Runs the plain loop: it fetches every page of the list, AT_ONCE at a time, as text. @returns its milliseconds */
function fetchAll(page: Page, apiKey: string): Promise<number> {
  return page.evaluate(
    async ([key, pages, atOnce]) => {
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
      await Promise.all(Array.from({ length: atOnce }, work))
      return performance.now() - start
    },
    [apiKey, PAGES, AT_ONCE] as const,
  )
}

/**
 * Runs some work over a network with LATENCY, between two runs of the plain loop, and closes the page.
 *
 * @returns in milliseconds: `ours` of the work, `plain` the mean of both loops, `longest` the longest task during the work
 */
export async function measureTime(page: Page, apiKey: string, work: () => Promise<void>) {
  const network = { offline: false, latency: LATENCY, downloadThroughput: -1, uploadThroughput: -1 }
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', network)
  const before = await fetchAll(page, apiKey)
  await page.evaluate(() => void window.longTasks.splice(0))
  const start = performance.now()
  await work()
  const ours = performance.now() - start
  const longest = Math.max(0, ...(await page.evaluate(() => window.longTasks)))
  const after = await fetchAll(page, apiKey)
  await page.close()
  return { ours, plain: (before + after) / 2, longest }
}

/** What the page holds after a collection, in MiB. */
async function heap(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize, embedderHeapUsedSize, backingStorageSize } =
    await devtools.send('Runtime.getHeapUsage')
  return (usedSize + embedderHeapUsedSize + backingStorageSize) / MIB
}

/** The most memory above idle that a page holds, from `begin` until `end` is visible, in MiB. Closes the page. */
export async function measureMemory(
  page: Page,
  begin: () => Promise<void>,
  end: Locator,
): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  const idle = await heap(devtools)
  await begin()
  let most = 0
  while (!(await end.isVisible())) most = Math.max(most, (await heap(devtools)) - idle)
  most = Math.max(most, (await heap(devtools)) - idle)
  await page.close()
  return most
}

/** Milliseconds from a click until the button that was clicked is gone. */
export function timeUntilGone(button: Locator): Promise<number> {
  return button.evaluate((element) => {
    const start = performance.now()
    const gone = new Promise<number>((resolve) => {
      new MutationObserver((_changes, observer) => {
        if (element.isConnected) return
        observer.disconnect()
        resolve(performance.now() - start)
      }).observe(document, { childList: true, subtree: true })
    })
    if (element instanceof HTMLElement) element.click()
    return gone
  })
}

/** What is pressed. */
export interface Press {
  readonly name: string
  /** the most that it may take, in milliseconds */
  readonly limit: number
  /** brings the page to where it can be pressed */
  readonly prepare?: (page: Page) => Promise<void>
  readonly press: (page: Page) => Promise<void>
  /** an expression in the page: it has another value as soon as the press shows */
  readonly probe: string
}

/** Runs in the page. */
function watch(read: () => unknown): void {
  const before = read()
  let pressed = 0
  const note = ({ timeStamp }: Event) => {
    pressed = timeStamp
  }
  for (const type of ['pointerdown', 'keydown', 'click', 'change'])
    addEventListener(type, note, true)
  window.untilPainted = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`nothing shows of ${read.toString()}`)), 20_000)
    const observer = new MutationObserver(() => {
      const now = read()
      if (now === before || now === undefined || now === false || pressed === 0) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)))
    })
    const everything = { attributes: true, characterData: true, childList: true, subtree: true }
    observer.observe(document, everything)
  })
}

/**
 * Milliseconds from a press until what it asked for is painted.
 *
 * @param slowness of the processor: 4 is a quarter of its speed
 */
export async function measurePress(
  page: Page,
  { prepare, press, probe }: Pick<Press, 'prepare' | 'press' | 'probe'>,
  slowness: number,
): Promise<number> {
  await prepare?.(page)
  // Before a person presses, the pointer moves.
  await page.mouse.move(1, 1)
  await page.waitForLoadState('networkidle')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  // Texts, as the policy of the page forbids it to evaluate any.
  await page.evaluate(`(${watch.toString()})(() => ${probe})`)
  await press(page)
  const time = await page.evaluate(() => window.untilPainted)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await devtools.detach()
  return time
}

/** Prints a figure beside its limit. The program fails if the figure is larger. */
export function print(what: string, value: number, limit: number, unit: string): void {
  const line = `${what.padEnd(44)} ${value.toFixed(2).padStart(8)} ${unit.padEnd(4)} limit ${limit}`
  process.stdout.write(`${line}\n`)
  if (value > limit) process.exitCode = 1
}
