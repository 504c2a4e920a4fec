import { findOnPath } from './find-program.ts'
import { aptInstallation, install } from './install-program.ts'

const NO_REDIS =
  'No redis-server was found for the tests: install Redis ("apt-get install redis-server" on Debian and Ubuntu).'

/**
 * Finds a Redis for the tests on PATH, or installs Debian's as root.
 *
 * @returns undefined, or a sentence that says what to do
 */
export async function findOrInstallRedis(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const isThere = () => findOnPath(['redis-server'], env) !== undefined
  const apt = aptInstallation(['redis-server'], env)
  if (!isThere() && apt !== undefined) {
    console.log('No redis-server found; trying: apt-get install redis-server')
    await install(apt, env)
  }
  return isThere() ? undefined : NO_REDIS
}
