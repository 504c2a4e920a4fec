// A real Redis for tests.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

import { freePort } from '#host/free-port.fixture.ts'

/** A running Redis with a folder of its own. */
export interface TestRedis {
  /** its address, such as redis://127.0.0.1:40123 */
  readonly url: string
  /** SIGKILL, as if the machine had failed. What it has acknowledged stays on disk. */
  kill(): Promise<void>
  /** Starts it again at the same address, after `kill`. */
  restart(): Promise<void>
  /** Stops the process, so that it answers nothing. */
  pause(): void
  resume(): void
  /** Ends it, and removes its folder. */
  end(): Promise<void>
}

/** What a store of creations needs. */
const DURABLE = { appendonly: 'yes', appendfsync: 'always' }

/**
 * Starts the `redis-server` of this machine, on a free port.
 *
 * @param settings names and values of its configuration
 * @param tls files of a certificate and its key: it then speaks TLS alone
 * @throws if it is not installed, or does not start
 */
export async function startRedis(
  settings: Readonly<Record<string, string>> = {},
  tls?: { certFile: string; keyFile: string },
): Promise<TestRedis> {
  const folder = mkdtempSync(path.join(tmpdir(), 'marquee-redis-'))
  const port = await freePort()
  const listening =
    tls === undefined ? { port } : { port: 0, 'tls-port': port, ...tlsSettings(tls) }
  const all = { ...DURABLE, save: '', bind: '127.0.0.1', dir: folder, ...listening, ...settings }
  const args = Object.entries(all).flatMap(([name, value]) => [`--${name}`, String(value)])
  const start = async () => {
    const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] })
    const lines: string[] = []
    const isReady = await new Promise<boolean>((resolve) => {
      child.once('error', () => resolve(false))
      child.once('exit', () => resolve(false))
      createInterface({ input: child.stdout }).on('line', (line) => {
        lines.push(line)
        if (line.includes('Ready to accept connections')) resolve(true)
      })
    })
    if (isReady) return child
    const why = lines.length === 0 ? 'install Redis ("apt-get install redis-server")' : ''
    throw new Error(`redis-server did not start: ${why}\n${lines.join('\n')}`)
  }
  let child = await start()
  async function kill() {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return {
    url: `${tls === undefined ? 'redis' : 'rediss'}://127.0.0.1:${String(port)}`,
    kill,
    async restart() {
      child = await start()
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async end() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function tlsSettings({ certFile, keyFile }: { certFile: string; keyFile: string }) {
  return { 'tls-cert-file': certFile, 'tls-key-file': keyFile, 'tls-auth-clients': 'no' }
}
