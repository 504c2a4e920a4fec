/**
 * `npm run test:engines`: the main tests in Firefox and in WebKitGTK, and the stories of the first screens in older Chromiums.
 * With `--where-possible` it succeeds if some are missing and cannot be installed. `--smoke` runs a story in each: enough to
 * see that the app starts there.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'

import { ENGINE_PACKAGES, findOrInstallEngines } from './find-engines.ts'
import { findOrInstallChromium, OLDER_CHROMIUMS } from './older-chromiums.ts'

const OPTIONAL = '--where-possible'
const SMOKE = '--smoke'

/** Connecting, the list, the first rows before React, and a phone with its sheets. */
const FIRST_SCREENS = [
  ...['accounts/connect', 'tasks/tasks', 'tasks/early-request', 'app/phone'].map(
    (story) => `e2e/screens/${story}.spec.ts`,
  ),
  // Older Chromiums cannot be given a notch.
  '--grep-invert=under the notch',
]

/** One story: a key, the rows, and what is there after a reload. */
const SMOKE_STORY = ['--grep', 'a key (connects, is gone|opens the requested)']

const root = path.resolve(import.meta.dirname, '..')
const isOptional = process.argv.includes(OPTIONAL)
const isSmoke = process.argv.includes(SMOKE)

const { firefox, webkit } = await findOrInstallEngines(process.env)
const missing = [
  ...(firefox === undefined ? ['Firefox'] : []),
  ...(webkit === undefined ? ['WebKitGTK with its WebDriver, or Xvfb,'] : []),
].join(' and ')
if (missing !== '') {
  console.error(
    `${missing} cannot be found: "apt-get install ${ENGINE_PACKAGES.join(' ')}" on Debian and Ubuntu.`,
  )
  if (!isOptional) process.exit(1)
}

run('npx', ['tsx', 'scripts/ensure-build.ts', 'app'])
const forPlaywright = isSmoke
  ? SMOKE_STORY
  : process.argv.slice(2).filter((argument) => argument !== OPTIONAL)
if (firefox !== undefined || webkit !== undefined) {
  run('npx', ['playwright', 'test', '--config', 'playwright.engines.config.ts', ...forPlaywright])
}
// Who names tests means those of the other engines.
const olderOnes = forPlaywright.length === 0 ? OLDER_CHROMIUMS : []
for (const older of isSmoke ? OLDER_CHROMIUMS.slice(0, 1) : olderOnes) {
  const found = await findOrInstallChromium(older, path.join(root, '.cache/chromium'))
  if (found === undefined) {
    console.error(`Chromium ${older.version}: skipped, as npm cannot load it or it does not start.`)
    if (!isOptional) process.exit(1)
  } else {
    console.log(`Chromium ${older.version}:`)
    const stories = [...FIRST_SCREENS, ...(isSmoke ? SMOKE_STORY : [])]
    run('npx', ['playwright', 'test', ...stories], { CHROMIUM_PATH: found })
  }
}

/** Runs a program, and exits if it fails. @param more what it finds in its environment */
function run(program: string, args: string[], more: Readonly<Record<string, string>> = {}): void {
  const env = { ...process.env, ...more }
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit', env })
  if (status !== 0) process.exit(1)
}
