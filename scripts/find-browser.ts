import path from 'node:path'
import process from 'node:process'

import { type Browser, chromium } from '@playwright/test'

import { findOnPath, isProgram } from './find-program.ts'
import { aptInstallation, type Installation, install } from './install-program.ts'

/** A browser for the tests, or a sentence that says what to do. */
export type BrowserSearch = { ok: true; path: string } | { ok: false; message: string }

/** Names under which systems install Chromium and Chrome. */
const WINDOWED_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The headless shell comes first, as in Playwright: tests take a quarter less processor time. */
const SYSTEM_NAMES = ['chromium-headless-shell', ...WINDOWED_NAMES]

const NO_BROWSER =
  'No browser was found for the tests: install Chromium or Chrome, or set CHROMIUM_PATH to one, or run "npx playwright install --with-deps chromium".'

/**
 * Finds a browser without installing one: CHROMIUM_PATH, then Playwright's own, then one on PATH.
 *
 * @returns a refusal if CHROMIUM_PATH is not a program, undefined if there is no browser
 */
export function findBrowser(env: NodeJS.ProcessEnv): BrowserSearch | undefined {
  const named = env['CHROMIUM_PATH']
  if (named !== undefined && named !== '') {
    return isProgram(named)
      ? { ok: true, path: named }
      : { ok: false, message: `CHROMIUM_PATH is ${named}, but there is no program at that path.` }
  }
  const own = chromium.executablePath()
  if (isProgram(own)) return { ok: true, path: own }
  const onPath = findOnPath(SYSTEM_NAMES, env)
  return onPath === undefined ? undefined : { ok: true, path: onPath }
}

/** Starts Chromium for a script. @throws if none is installed */
export async function launchBrowser(env: NodeJS.ProcessEnv): Promise<Browser> {
  const browser = findBrowser(env)
  if (browser?.ok !== true) throw new Error(browser?.message ?? NO_BROWSER)
  return chromium.launch({
    executablePath: browser.path,
    chromiumSandbox: process.getuid?.() !== 0,
  })
}

/** Finds a full Chromium, which supports more than the headless shell. Tests open no windows in it either. */
export function findWindowedBrowser(env: NodeJS.ProcessEnv): string | undefined {
  return findOnPath(WINDOWED_NAMES, env)
}

/** Finds a browser, or installs one: Playwright's own, or as root on Debian its chromium. */
export async function findOrInstallBrowser(env: NodeJS.ProcessEnv): Promise<BrowserSearch> {
  const found = findBrowser(env)
  if (found !== undefined) return found
  for (const [command, ...args] of waysToInstall(env)) {
    console.log(`No browser found; trying: ${[path.basename(command), ...args].join(' ')}`)
    await install([command, ...args], env)
    const installed = findBrowser(env)
    if (installed !== undefined) return installed
  }
  return { ok: false, message: NO_BROWSER }
}

function waysToInstall(env: NodeJS.ProcessEnv): Installation[] {
  const playwright = path.resolve(import.meta.dirname, '../node_modules/playwright/cli.js')
  const ways: Installation[] = [
    [process.execPath, playwright, 'install', '--with-deps', 'chromium'],
  ]
  const isRoot = process.getuid?.() === 0
  // Without root, the system's libraries cannot be installed, but they may exist already.
  if (!isRoot) ways.push([process.execPath, playwright, 'install', 'chromium'])
  const apt = aptInstallation(['chromium-headless-shell', 'chromium'], env)
  if (apt !== undefined) ways.push(apt)
  return ways
}
