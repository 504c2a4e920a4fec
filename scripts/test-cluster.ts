/**
 * `npm run test:cluster`: two hosts behind nginx with one Redis, with kills and drains: that proof of `npm run prove`, as short
 * as a test. As root it installs what is missing.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'

import { findOrInstallBrowser } from './find-browser.ts'
import { findOrInstallServers } from './find-servers.ts'

const cwd = path.resolve(import.meta.dirname, '..')
const browser = await findOrInstallBrowser(process.env)
if (!browser.ok) throw new Error(browser.message)
const noServers = await findOrInstallServers(process.env)
if (noServers !== undefined) throw new Error(noServers)

const env = { ...process.env, CHROMIUM_PATH: browser.path, PROVE: '1' }
for (const command of [
  ['npm', 'run', '--silent', 'build:e2e'],
  ['npx', 'playwright', 'test', '--grep', 'several-hosts'],
]) {
  const [program = '', ...args] = command
  const { status } = spawnSync(program, args, { cwd, env, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
