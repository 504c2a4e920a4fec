import process from 'node:process'

import { defineConfig } from '@playwright/test'

import type { HostOptions } from './e2e/support/fixtures.ts'
import { findBrowser } from './scripts/find-browser.ts'

// Where there is none, global-setup.ts says so; other tools read this file without a browser.
const browser = findBrowser(process.env)

const e2eReport = process.env['E2E_REPORT']

// The long proofs run only when "npm run prove" asks for them.
const isProving = process.env['PROVE'] === '1'

export default defineConfig<HostOptions>({
  testDir: './e2e',
  testMatch: isProving ? '**/*.soak.ts' : '**/*.spec.ts',
  // Not every machine has an nginx: "npm run test:nginx" says where it is.
  testIgnore: [
    // Of browsers that Playwright does not drive: "npm run test:engines".
    '**/e2e/engines/**',
    ...(process.env['NGINX_PATH'] === undefined ? ['**/nginx/**'] : []),
  ],
  outputDir: './test-results',
  globalSetup: './e2e/support/global-setup.ts',
  fullyParallel: true,
  // Two cores: the browser of one test works while the other's waits.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // A test takes a few seconds; what takes longer hangs.
  timeout: 30_000,
  expect: { timeout: 7_000 },
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
    actionTimeout: 7_000,
    navigationTimeout: 15_000,
    // Tests of the kept shell allow it; in all others each request reaches the host that they look at.
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1280, height: 800 },
    // A trace of ten thousand steps fills the disk.
    trace: isProving ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
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
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      ],
      // Chromium refuses to start its sandbox as root; nobody else gives it up.
      chromiumSandbox: process.getuid?.() !== 0,
    },
  },
})
