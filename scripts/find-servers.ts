import path from 'node:path'

import { findOnPath } from './find-program.ts'
import { aptInstallation, install } from './install-program.ts'

const NOT_FOUND =
  'No redis-server, or no nginx, was found for the tests: install both ("apt-get install redis-server nginx" on Debian and Ubuntu).'

/** Finds nginx: NGINX_PATH, or one on PATH or in the folders that Debian has on the PATH of root only. */
export function findNginx(env: NodeJS.ProcessEnv): string | undefined {
  const PATH = [env['PATH'], '/usr/sbin', '/usr/local/sbin'].join(path.delimiter)
  return env['NGINX_PATH'] ?? findOnPath(['nginx'], { PATH })
}

/**
 * Finds redis-server and nginx for the tests, or installs Debian's as root.
 *
 * @returns undefined, or a sentence that says what to do
 */
export async function findOrInstallServers(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const missing = () => [
    ...(findOnPath(['redis-server'], env) === undefined ? ['redis-server'] : []),
    ...(findNginx(env) === undefined ? ['nginx'] : []),
  ]
  const packages = missing()
  const apt = aptInstallation(packages, env)
  if (packages.length > 0 && apt !== undefined) {
    console.log(`Not found; trying: apt-get install ${packages.join(' ')}`)
    await install(apt, env)
  }
  return missing().length > 0 ? NOT_FOUND : undefined
}
