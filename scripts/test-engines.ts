/**
 * `npm run test:engines`: the main tests in Firefox and in WebKitGTK. With `--where-possible` it
 * succeeds if they are missing and cannot be installed.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'

import { ENGINE_PACKAGES, findOrInstallEngines } from './find-engines.ts'

const OPTIONAL = '--where-possible'

const root = path.resolve(import.meta.dirname, '..')
const isOptional = process.argv.includes(OPTIONAL)

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
if (firefox === undefined && webkit === undefined) process.exit(0)

run('npx', ['tsx', 'scripts/ensure-build.ts', 'app'])
const forPlaywright = process.argv.slice(2).filter((argument) => argument !== OPTIONAL)
run('npx', ['playwright', 'test', '--config', 'playwright.engines.config.ts', ...forPlaywright])

/** Runs a program, and exits if it fails. */
function run(program: string, args: string[]): void {
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
