/**
 * `npm test`: the unit tests, then the tests in a browser on the production build, with matrices
 * sampled. `npm run test:full`: every cell of each matrix, and the stories with the tag `@release`.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

import * as z from 'zod/mini'

import { findOrInstallBrowser } from './find-browser.ts'
import { findOrInstallServers } from './find-servers.ts'

/** The result of a suite. If it did not run to its end, that is one failure. */
interface Outcome {
  passed: number
  failed: number
  skipped: number
  flaky: number
}

const root = path.resolve(import.meta.dirname, '..')
const reports = path.join(root, '.cache/test')
const unitReport = path.join(reports, 'unit.json')
const e2eReport = path.join(reports, 'e2e.json')

const CRASHED: Outcome = { passed: 0, failed: 1, skipped: 0, flaky: 0 }

/** The counted part of Vitest's JSON report. */
const unitSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
})

/** The counted part of Playwright's JSON report. */
const e2eSchema = z.object({
  stats: z.object({
    expected: z.int(),
    unexpected: z.int(),
    flaky: z.int(),
    skipped: z.int(),
  }),
})

/** Runs a program of node_modules/.bin with its output on this terminal. @returns whether it succeeded */
async function run(program: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const bin = path.join(root, 'node_modules/.bin', program)
  const child = spawn(bin, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  return new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
}

/** The time of each step, in order. */
const times: string[] = []

/** Runs a step and notes its time. */
async function timed<Result>(name: string, step: () => Promise<Result>): Promise<Result> {
  const started = performance.now()
  const result = await step()
  times.push(`${((performance.now() - started) / 1000).toFixed(0).padStart(5)} s  ${name}`)
  return result
}

async function runNpm(script: string): Promise<boolean> {
  const child = spawn('npm', ['run', '--silent', script], { cwd: root, stdio: 'inherit' })
  return new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
}

function readReport<Report>(file: string, schema: z.ZodMiniType<Report>): Report | undefined {
  try {
    return schema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
  } catch {
    return undefined
  }
}

async function runUnitTests(): Promise<Outcome> {
  // Texts are compiled from the catalogue; tests of the browser app import them.
  if (!(await runNpm('messages'))) return CRASHED
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]
  const succeeded = await run('vitest', ['run', ...reporters])
  const report = readReport(unitReport, unitSchema)
  if (report === undefined) return CRASHED
  // A file that could not be loaded has no tests. It counts as one failure.
  const notLoaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return atLeastOneFailure(succeeded, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + notLoaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
    flaky: 0,
  })
}

async function runE2eTests(): Promise<Outcome> {
  const browser = await findOrInstallBrowser(process.env)
  if (!browser.ok) {
    console.error(browser.message)
    return CRASHED
  }
  if (!(await timed('build', () => runNpm('build:e2e')))) return CRASHED
  const env = { CHROMIUM_PATH: browser.path, E2E_REPORT: e2eReport }
  const succeeded = await timed('tests in a browser', () => run('playwright', ['test'], env))
  const stats = readReport(e2eReport, e2eSchema)?.stats
  if (stats === undefined) return CRASHED
  return atLeastOneFailure(succeeded, {
    passed: stats.expected,
    // A flaky test counts as failed.
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    flaky: stats.flaky,
  })
}

/** A suite that ends with an error although no test failed did not run to its end. */
function atLeastOneFailure(succeeded: boolean, outcome: Outcome): Outcome {
  return succeeded || outcome.failed > 0 ? outcome : { ...outcome, failed: 1 }
}

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

if (process.argv.includes('--full')) process.env['TEST_FULL'] = '1'

const noServers = await findOrInstallServers(process.env)
if (noServers !== undefined) throw new Error(noServers)

const unit = await timed('unit tests', runUnitTests)
const e2e = await runE2eTests()
console.log(`\n${times.join('\n')}`)
const sum = (field: keyof Outcome) => unit[field] + e2e[field]
console.log(`\nunit tests: ${unit.passed} passed, ${unit.failed} failed, ${unit.skipped} skipped`)
console.log(
  `tests in a browser: ${e2e.passed} passed, ${e2e.failed} failed, ${e2e.skipped} skipped, ${e2e.flaky} flaky`,
)
process.exitCode = sum('failed') === 0 ? 0 : 1
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
