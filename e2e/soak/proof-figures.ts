import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

import type { Browser } from '@playwright/test'

import type { HostProcess, HostProcessOptions } from '#e2e/support/host-process.ts'

/** One figure that was measured, in the words of the report. */
export interface Figure {
  label: string
  value: number
  /** what it must be for the proof to hold; left out: it is only reported */
  expected?: Expectation
}

/** A figure, and what it must be. */
export function figure(label: string, value: number, expected?: Expectation): Figure {
  return { label, value, ...(expected !== undefined && { expected }) }
}

/** What a figure must be. */
type Expectation = { is: number } | { atLeast: number } | { atMost: number }

/** What a proof is given. */
export interface ProofSetting {
  browser: Browser
  startHost: (options?: HostProcessOptions) => Promise<HostProcess>
  seed: number
}

/** What a proof counted, and what was wrong. */
export interface ProofResult {
  figures: Figure[]
  problems: readonly unknown[]
}

/** What a proof saw, as scripts/prove.ts gathers it. */
export interface ProofFigures {
  title: string
  /** one sentence: what was done */
  done: string
  figures: readonly Figure[]
  seed: number
  /** ISO 8601 */
  startedAt: string
  seconds: number
  /** the browser's own version; left out: no browser took part */
  chromium?: string
}

const folder = path.resolve(import.meta.dirname, '../../.cache/proofs')

/** Writes what a proof saw where scripts/prove.ts finds it. */
export function writeFigures(name: string, figures: ProofFigures): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, `${name}.json`), `${JSON.stringify(figures, null, 2)}\n`)
}

/** The figures that are not what they must be, each as a line. */
export function brokenFigures(figures: readonly Figure[]): string[] {
  return figures.flatMap(({ label, value, expected }) => {
    if (expected === undefined) return []
    const { holds, wanted } = hold(value, expected)
    return holds ? [] : [`${label}: ${String(value)} instead of ${wanted}`]
  })
}

function hold(value: number, expected: Expectation): { holds: boolean; wanted: string } {
  if ('is' in expected) return { holds: value === expected.is, wanted: String(expected.is) }
  return 'atLeast' in expected
    ? { holds: value >= expected.atLeast, wanted: `at least ${String(expected.atLeast)}` }
    : { holds: value <= expected.atMost, wanted: `at most ${String(expected.atMost)}` }
}

/** A whole number of 1 or more from the environment: how often a proof does its work, or its seed. */
export function numberFromEnv(name: string, byDefault: number): number {
  const text = process.env[name] ?? ''
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : byDefault
}
