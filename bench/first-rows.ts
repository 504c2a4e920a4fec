/**
 * `npm run bench`: how soon the tasks page shows its rows, beside the least that a page can be (`floor.html`) and beside plain
 * React with TanStack Query (`plain.tsx`), on the same host, in turns. It writes "First rows" of docs/benchmarks.md. `npm run bench` builds
 * first. The browser is that of CHROMIUM_PATH, or Playwright's.
 */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import path from 'node:path'
import process from 'node:process'

import { type Browser, chromium, type Page } from '@playwright/test'
import reactPlugin from '@vitejs/plugin-react'
import { version as reactVersion } from 'react'
import { build } from 'vite'

import { connectTab, openConnected } from '#e2e/support/connected-tab.ts'
import { startHost } from '#e2e/support/host-process.ts'

const ROUNDS = 7
const here = import.meta.dirname
const project = path.resolve(here, '..')
const builds = path.join(project, '.cache/bench')

/** The pages that are measured. The floor is what they are compared with. */
const APPS = ['floor', 'plain', 'Marquee'] as const
type App = (typeof APPS)[number]

/**
 * Network and processor of each profile: latency in milliseconds, throughputs in bytes per second (-1: no limit), `rate` times
 * slower processor.
 */
const PROFILES = [
  { name: 'desktop', latency: 50, downloadThroughput: -1, uploadThroughput: -1, rate: 1 },
  {
    name: 'slow 4G, CPU 4x',
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 94_000,
    rate: 4,
  },
]

/** Figure → app → a value for each round. */
const results = new Map<string, Map<App, number[]>>()

function note(figure: string, app: App, value: number): void {
  const ofFigure = results.get(figure) ?? new Map<App, number[]>()
  results.set(figure, ofFigure.set(app, [...(ofFigure.get(app) ?? []), value]))
}

declare global {
  /** resolves when a row with an ID is painted, to the time since the navigation */
  var firstRow: Promise<number>
}

/** Runs in the page. */
function watchRows(): void {
  globalThis.firstRow = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const texts = Array.from(document.querySelectorAll('tbody tr'), (row) => row.textContent)
      if (!texts.some((text) => /[\da-f]{8}/.test(text))) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
    })
    observer.observe(document, { childList: true, subtree: true })
  })
}

async function openPage(browser: Browser, app: App, origin: string, key: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, locale: 'en-GB' })
  const page = await context.newPage()
  // tsx inserts calls of its helper `__name`, which the page does not have.
  await page.addInitScript({ content: 'globalThis.__name = (it) => it' })
  if (app === 'Marquee') {
    tab ??= await connectTab(browser, origin, [{ name: 'Shop', apiKey: key }])
    await openConnected(page, tab)
  } else await page.addInitScript((text) => localStorage.setItem('bench.key', text), key)
  await page.addInitScript(watchRows)
  return page
}
let tab: Awaited<ReturnType<typeof connectTab>> | undefined

/** One cold load, and then a filter. */
async function measure(
  page: Page,
  app: App,
  { name: profile, rate, ...network }: (typeof PROFILES)[number],
): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...network })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
  let requests = 0
  page.on('request', () => {
    requests += 1
  })
  await page.goto('/tasks', { waitUntil: 'commit' })
  note(`first row, ${profile} (ms)`, app, await page.evaluate(() => globalThis.firstRow))
  note(`requests until then, ${profile}`, app, requests)
  note(`first contentful paint, ${profile} (ms)`, app, await page.evaluate(firstPaint))
  const filtered = page.evaluate(watchFilter)
  const failed = page.locator('input[name=status][value=failed]')
  if (app === 'Marquee') await failed.click()
  else await page.locator('select[name=status]').selectOption('failed')
  note(`filter at once, ${profile}: page to row (ms)`, app, await filtered)
}

/** Runs in the page. The browser reports the paint a moment after it. */
function firstPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntriesByName('first-contentful-paint'))
        resolve(startTime)
    }).observe({ type: 'paint', buffered: true })
  })
}

/** Runs in the page: resolves when its rows have changed. */
function watchFilter(): Promise<number> {
  const ids = () => /[\da-f]{8}/.exec(document.querySelector('tbody tr')?.textContent ?? '')?.[0]
  const before = ids()
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const now = ids()
      if (now === undefined || now === before) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
    })
    observer.observe(document, { childList: true, subtree: true, characterData: true })
  })
}

function median(values: readonly number[] = []): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** The pages to compare with, as builds that the host can serve. */
async function buildPeers(): Promise<void> {
  await rm(builds, { recursive: true, force: true })
  await build({
    root: path.join(here, 'first-rows'),
    configFile: false,
    logLevel: 'warn',
    plugins: [reactPlugin()],
    build: {
      outDir: path.join(builds, 'plain/dist'),
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: path.join(here, 'first-rows/plain.html') },
    },
  })
  await cp(path.join(builds, 'plain/dist/plain.html'), path.join(builds, 'plain/dist/index.html'))
  await mkdir(path.join(builds, 'floor/dist'), { recursive: true })
  await cp(path.join(here, 'first-rows/floor.html'), path.join(builds, 'floor/dist/index.html'))
  for (const peer of ['plain', 'floor']) {
    await cp(path.join(project, 'public/favicon.svg'), path.join(builds, peer, 'dist/favicon.svg'))
    await cp(path.join(project, 'dist-host'), path.join(builds, peer, 'dist-host'), {
      recursive: true,
    })
  }
}

/** The part of docs/benchmarks.md that this writes. */
const PART = '## First rows'

/** That part: medians, and how many times the floor they are. */
function report(browser: Browser): string {
  const rows = [...results].map(([figure, values]) => {
    const least = median(values.get('floor'))
    const cells = APPS.map((app) => {
      const value = median(values.get(app))
      return app === 'floor'
        ? value.toFixed(0)
        : `${value.toFixed(0)} (×${(value / least).toFixed(2)})`
    })
    return `| ${[figure, ...cells].join(' | ')} |`
  })
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`
  return `${PART}

\`npm run bench\` wrote this part on ${new Date().toISOString().slice(0, 10)}: Chromium ${browser.version()}, Node ${process.version}, React ${reactVersion},
${machine}. Medians of ${ROUNDS} cold loads in turns, on the host of this project; in brackets, how many times the floor.

| | ${APPS.join(' | ')} |
|---|${APPS.map(() => '---:').join('|')}|
${rows.join('\n')}

- **floor** is one HTML file with a script of thirty lines (\`bench/first-rows/floor.html\`): the least that a browser needs.
- **plain** is React with TanStack Query and a table without styles (\`bench/first-rows/plain.tsx\`).
- "filter at once" presses the filter when the first row is painted.
`
}

const executablePath = process.env['CHROMIUM_PATH']
await buildPeers()
const browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  args: ['--no-sandbox', '--disable-background-networking'],
})
const hosts = new Map(
  await Promise.all(
    APPS.map(async (app) => {
      const buildDir = app === 'Marquee' ? project : path.join(builds, app)
      return [app, await startHost({ buildDir })] as const
    }),
  ),
)
async function measureAll(profile: (typeof PROFILES)[number]): Promise<void> {
  for (const [app, { origin, demoKey = '' }] of hosts) {
    const page = await openPage(browser, app, origin, demoKey)
    await measure(page, app, profile)
    await page.context().close()
  }
}

try {
  for (let round = 0; round <= ROUNDS; round += 1) {
    // The first round only warms up.
    if (round === 1) results.clear()
    for (const profile of PROFILES) await measureAll(profile)
  }
  const text = report(browser)
  const file = path.join(project, 'docs/benchmarks.md')
  const parts = (await readFile(file, 'utf8')).split(/^(?=## )/m)
  await writeFile(file, parts.map((part) => (part.startsWith(PART) ? `${text}\n` : part)).join(''))
  process.stdout.write(text)
} finally {
  await browser.close()
  await Promise.all([...hosts.values()].map((host) => host.stop()))
}
