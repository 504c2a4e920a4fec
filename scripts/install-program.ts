import { spawn } from 'node:child_process'
import process from 'node:process'

import { findOnPath } from './find-program.ts'

/** Longest time that one way of installing may take, in milliseconds: a stuck download must not hang a run. */
const INSTALL_LIMIT = 8 * 60_000

/** A command that installs something, and its arguments. */
export type Installation = [command: string, ...args: string[]]

/** How Debian packages are installed; undefined without root, or on another system. */
export function aptInstallation(
  packages: readonly string[],
  env: NodeJS.ProcessEnv,
): Installation | undefined {
  const aptGet = findOnPath(['apt-get'], env)
  if (process.getuid?.() !== 0 || aptGet === undefined) return undefined
  const get = `"${aptGet}" install -y --no-install-recommends ${packages.join(' ')}`
  return ['/bin/sh', '-c', `"${aptGet}" update && ${get}`]
}

/** Runs a command to its end, or to the time limit. Callers check the result and not its exit code. */
export async function install(
  [command, ...args]: Installation,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const child = spawn(command, args, {
    // Without an input, the program cannot wait for an answer to a question.
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...env,
      DEBIAN_FRONTEND: 'noninteractive',
      PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000',
    },
    // A new process group, so that the limit also ends child processes.
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
