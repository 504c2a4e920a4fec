import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

import type { LoadedServer } from './servers.ts'

const run = promisify(execFile)

/** What a server did in one run. */
export interface Run {
  perSecond: number
  /** in milliseconds */
  median: number
  p99: number
  /** processor time of its process for one request, in microseconds */
  cpu: number
  /** requests without an answer, or with another status than 2xx and 3xx */
  failed: number
}

/** A request to repeat. */
export interface LoadedRequest {
  name: string
  path: string
  /** each request creates a poster of its own */
  isCreation?: boolean
}

export const CONNECTIONS = 32

/**
 * Loads a server with wrk (Debian's package) over 32 connections.
 *
 * @param seconds how long
 */
export async function load(
  { origin, pid }: LoadedServer,
  { path: address, isCreation = false }: LoadedRequest,
  seconds: number,
): Promise<Run> {
  const script = path.join(import.meta.dirname, isCreation ? 'creations.lua' : 'reads.lua')
  const args = ['-t1', `-c${String(CONNECTIONS)}`, `-d${String(seconds)}s`, '-s', script]
  const before = processorTime(pid)
  const { stdout } = await run('wrk', [...args, `${origin}${address}`])
  const used = processorTime(pid) - before
  const [, requests = 0, failed = 0, micros = 1, median = 0, p99 = 0] = (
    /^RESULT (\d+) (\d+) (\d+) (\d+) (\d+)$/m.exec(stdout) ?? []
  ).map(Number)
  return {
    perSecond: (requests / micros) * 1_000_000,
    median: median / 1000,
    p99: p99 / 1000,
    cpu: used / requests,
    failed,
  }
}

/** Processor time that a process has used, in microseconds (proc(5): clock ticks of 10 ms). */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}
