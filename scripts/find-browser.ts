import { spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

import { chromium } from '@playwright/test'

/** A browser to run the stories in, or the sentence that says what to do. */
export type BrowserSearch = { ok: true; path: string } | { ok: false; message: string }

/** Names under which systems install Chromium and Chrome. */
const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Longest time that one way of installing may take, in milliseconds: a stuck download must not hang a run. */
const INSTALL_LIMIT = 8 * 60_000

const NO_BROWSER =
  'No browser was found for the stories: install Chromium or Chrome, or set CHROMIUM_PATH to one, or run "npx playwright install --with-deps chromium".'

/**
 * Finds a browser without installing one: CHROMIUM_PATH, then Playwright's own, then one on PATH.
 *
 * @returns a refusal where CHROMIUM_PATH names no program, undefined where there is no browser
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

/** Finds a browser, or installs one: Playwright's own, or as root on Debian its chromium. */
export async function findOrInstallBrowser(env: NodeJS.ProcessEnv): Promise<BrowserSearch> {
  const found = findBrowser(env)
  if (found !== undefined) return found
  for (const [command, ...args] of waysToInstall(env)) {
    console.log(`No browser found; trying: ${[path.basename(command), ...args].join(' ')}`)
    await run(command, args, env)
    const installed = findBrowser(env)
    if (installed !== undefined) return installed
  }
  return { ok: false, message: NO_BROWSER }
}

function waysToInstall(env: NodeJS.ProcessEnv): [string, ...string[]][] {
  const playwright = path.resolve(import.meta.dirname, '../node_modules/playwright/cli.js')
  const ways: [string, ...string[]][] = [
    [process.execPath, playwright, 'install', '--with-deps', 'chromium'],
  ]
  const isRoot = process.getuid?.() === 0
  // Without root, the system's libraries may be there already although they cannot be installed.
  if (!isRoot) ways.push([process.execPath, playwright, 'install', 'chromium'])
  const aptGet = findOnPath(['apt-get'], env)
  if (isRoot && aptGet !== undefined) {
    const install = `"${aptGet}" update && "${aptGet}" install -y --no-install-recommends chromium`
    ways.push(['/bin/sh', '-c', install])
  }
  return ways
}

/** Runs a command to its end, or to the time limit. What it made is what counts, not its exit code. */
async function run(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(command, args, {
    // Nobody is there to answer a question about a password or a package.
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...env,
      DEBIAN_FRONTEND: 'noninteractive',
      PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000',
    },
    // A group of its own, so that the limit reaches what the command started in turn.
    detached: true,
  })
  const limit = setTimeout(() => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }, INSTALL_LIMIT)
  await new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  })
  clearTimeout(limit)
}

function findOnPath(programs: readonly string[], env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '')
  return programs
    .flatMap((program) => folders.map((folder) => path.join(folder, program)))
    .find(isProgram)
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
