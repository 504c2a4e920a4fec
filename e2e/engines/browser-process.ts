import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as after } from 'node:timers/promises'

/** Longest wait for a program, in milliseconds. */
const LIMIT = 20_000
/** Interval between checks, in milliseconds. */
const ASK_EVERY = 50

/** A new folder for a browser's data. */
export function newFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'marquee-engine-'))
}

/** A running browser program, and its output. */
export interface BrowserProcess {
  /** both of its streams so far */
  written(): string
  /** Waits until the function finds something. @throws if the program ends, or after the limit */
  until<Found>(find: () => Promise<Found | undefined> | Found | undefined): Promise<Found>
  /** SIGKILL to it and to what it started; waits for its end. */
  kill(): Promise<void>
}

/** Groups of processes that have not ended. */
const running = new Set<number>()
// An aborted test leaves none of them running.
process.once('exit', () => {
  for (const group of running) process.kill(-group, 'SIGKILL')
})

/**
 * Starts a program of a browser.
 *
 * @param folder its home, which the caller removes
 */
export function startProcess(
  program: string,
  args: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>> = {},
): BrowserProcess {
  const child: ChildProcess = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A new process group, so that killing it also ends the processes of its pages.
    detached: true,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      // A time zone that is never UTC.
      TZ: 'Europe/Berlin',
      LANG: 'C.UTF-8',
      ...env,
    },
  })
  let written = ''
  const write = (text: string) => {
    written += text
  }
  child.stdout?.setEncoding('utf8').on('data', write)
  child.stderr?.setEncoding('utf8').on('data', write)
  const { pid } = child
  if (pid !== undefined) running.add(pid)
  const hasEnded = () => pid === undefined || !running.has(pid)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      if (pid !== undefined) running.delete(pid)
      resolve()
    })
    child.once('error', (error) => {
      written += String(error)
      resolve()
    })
  })
  return {
    written: () => written,
    async until(find) {
      const limit = performance.now() + LIMIT
      while (!hasEnded() && performance.now() < limit) {
        const found = await find()
        if (found !== undefined) return found
        await after(ASK_EVERY)
      }
      throw new Error(`${program} did not get that far:\n${written}`)
    },
    async kill() {
      if (pid !== undefined && !hasEnded()) process.kill(-pid, 'SIGKILL')
      await ended
    },
  }
}

/** Removes a browser's data. Retries, because processes of its pages may still write while they end. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
