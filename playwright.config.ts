import { randomInt } from 'node:crypto'
import process from 'node:process'

import { defineConfig } from '@playwright/test'

import type { HostOptions } from './e2e/support/fixtures.ts'
import { outsideWorldArguments } from './e2e/support/outside-world.ts'
import { findBrowser, findWindowedBrowser } from './scripts/find-browser.ts'
import { findNginx } from './scripts/find-servers.ts'

// Where there is none, global-setup.ts says so; other tools read this file without a browser.
const browser = findBrowser(process.env)

const windowed = findWindowedBrowser(process.env)
if (windowed !== undefined) process.env['MARQUEE_WINDOWED_BROWSER'] = windowed

const nginxPath = findNginx(process.env)
if (nginxPath !== undefined) process.env['NGINX_PATH'] = nginxPath

const e2eReport = process.env['E2E_REPORT']

// Matrices are sampled by a seed, which global-setup.ts prints: workers inherit it.
process.env['E2E_SEED'] ??= String(randomInt(2 ** 31))

// The long proofs run only when "npm run prove" asks for them.
const isProving = process.env['PROVE'] === '1'

// Stories of rare circumstances, whose rules have unit tests, run before a release: "npm run test:full".
const isFull = process.env['TEST_FULL'] === '1'

// Chromium’s headless shell has no notifications.
const NEEDS_WINDOWS = ['screens/tasks/notifications.spec.ts']

/** Animations take a sixth of a test's time. Tests of whole errands have them: withMotion in fixtures.ts. */
const CALM = { reducedMotion: 'reduce' } as const

const launchOptions = {
  ...(browser?.ok === true && { executablePath: browser.path }),
  args: [
    // Nothing but the page under test talks, and it reaches this machine only.
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-domain-reliability',
    '--disable-sync',
    '--no-default-browser-check',
    '--no-first-run',
    '--no-pings',
    // Reports of violations leave at once, not after a minute.
    '--short-reporting-delay',
    ...outsideWorldArguments(),
  ],
  // Chromium refuses to start its sandbox as root; nobody else gives it up.
  chromiumSandbox: process.getuid?.() !== 0,
}

// They need a second build: "npm run test:nginx" says where it is.
const nginx = process.env['NGINX_FILES'] === undefined ? [] : ['nginx']

export default defineConfig<HostOptions>({
  testDir: './e2e',
  // The longest come first: no worker waits for them at the end.
  projects: isProving
    ? [{ name: 'proofs', testMatch: 'soak/*.soak.ts' }]
    : [
        ...['injection', 'matrices', 'screens', ...nginx].map((folder) => ({
          name: folder,
          testMatch: `${folder}/**/*.spec.ts`,
          use: { contextOptions: CALM },
          ...(windowed !== undefined && { testIgnore: NEEDS_WINDOWS }),
        })),
        ...(windowed === undefined
          ? []
          : [
              {
                name: 'windowed',
                testMatch: NEEDS_WINDOWS,
                use: { launchOptions: { ...launchOptions, executablePath: windowed } },
              },
            ]),
      ],
  ...(!isFull && { grepInvert: /@release/ }),
  outputDir: './test-results',
  globalSetup: './e2e/support/global-setup.ts',
  fullyParallel: true,
  // Two cores: while one test waits for an answer, the others use them.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Limits for what hangs. Nothing waits for them, so they fit the slowest machine.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  // "npm run snapshots" takes them, and writes the names down.
  snapshotPathTemplate: 'e2e/{arg}{ext}',
  updateSnapshots: 'none',
  reporter: [
    ['list'],
    ...(e2eReport === undefined
      ? []
      : [['json', { outputFile: e2eReport }] satisfies [string, object]]),
  ],
  use: {
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    // Tests of the kept shell allow it; in all others each request reaches the host that they look at.
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1280, height: 800 },
    // A trace takes a fifth of the time: "npm run test:e2e -- --trace on FILE" where a failure needs one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions,
  },
})
