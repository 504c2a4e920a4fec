import process from 'node:process'

import { defineConfig } from '@playwright/test'

import type { EngineOptions } from './e2e/engines/fixtures.ts'
import { findEngines } from './scripts/find-engines.ts'

// "npm run test:engines" has said what is missing.
const { firefox, webkit } = findEngines(process.env)

/** Playwright runs these tests and compares; the browsers are driven by e2e/engines. */
export default defineConfig<object, EngineOptions>({
  testDir: './e2e/engines',
  outputDir: './test-results/engines-failed',
  // One of each browser at a time.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // A browser is started for each test.
  timeout: 60_000,
  reporter: 'list',
  projects: [
    ...(firefox === undefined ? [] : [{ name: 'firefox', use: { firefox } }]),
    ...(webkit === undefined ? [] : [{ name: 'webkit', use: { webkit } }]),
  ],
})
