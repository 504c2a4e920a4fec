/**
 * `npm run prove`: the long proofs, and .cache/proofs.md with what they counted.
 *
 *   npm run prove                    all of it; takes more than an hour
 *   npm run prove -- --quick         1 % of everything; prints, and writes nothing
 *   npm run prove -- --percent=5     another share, as --quick
 *   npm run prove -- --again=injection-strings
 *                                    that proof in the browser alone; the rest of the report stays
 *   PROVE_SEED=7 npm run prove       with the random choices of an earlier run
 */
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import path from 'node:path'
import process from 'node:process'

import * as z from 'zod/mini'

import { brokenFigures, type ProofFigures } from '#e2e/soak/proof-figures.ts'

import { findOrInstallBrowser } from './find-browser.ts'
import { findOrInstallServers } from './find-servers.ts'
import { describeProof, REPORT, table, updateReport } from './proof-report.ts'

/** How often each proof repeats its work in a full run. */
const FULL = {
  PROVE_SUBMISSIONS: 10_000,
  PROVE_CLUSTER: 20_000,
  PROVE_SWITCHES: 1000,
  PROVE_FUZZ_BODIES: 1_000_000,
  PROVE_SEARCHES: 50_000,
  PROVE_STRINGS: 300,
  PROVE_HOURS: 8,
}

/** The proofs that need no browser: a unit test each. */
const unitProofs = ['src/web/tasks/replies.fuzz.test.ts', 'src/web/routes/-odd-search.test.ts']

/** How many proofs must leave figures: one for each size. */
const PROOFS = Object.keys(FULL).length

const expectation = z.union([
  z.object({ is: z.number() }),
  z.object({ atLeast: z.number() }),
  z.object({ atMost: z.number() }),
])
const figuresSchema: z.ZodMiniType<ProofFigures> = z.object({
  title: z.string(),
  done: z.string(),
  figures: z.array(
    z.object({
      label: z.string(),
      value: z.number(),
      expected: z.exactOptional(expectation),
    }),
  ),
  seed: z.number(),
  startedAt: z.string(),
  seconds: z.number(),
  chromium: z.exactOptional(z.string()),
})

/** Vitest's JSON report, as far as it is read: each test with what it has left in its meta. */
const unitSchema = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({ meta: z.object({ proof: z.exactOptional(figuresSchema) }) }),
      ),
    }),
  ),
})

const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, '.cache/proofs')
const unitReport = path.join(folder, 'unit.report')

const percent = readPercent(process.argv.slice(2))
/** the one proof to repeat, by its name or that of its file; undefined: all */
const again = readAgain(process.argv.slice(2))
const seed = Number(process.env['PROVE_SEED'] ?? randomInt(1, 2 ** 31))
const sizes = Object.fromEntries(
  Object.entries(FULL).map(([name, full]) => [name, String(Math.ceil((full * percent) / 100))]),
)
const env = { ...process.env, ...sizes, PROVE: '1', PROVE_SEED: String(seed) }

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const browser = await findOrInstallBrowser(process.env)
if (!browser.ok) throw new Error(browser.message)
const noServers = await findOrInstallServers(process.env)
if (noServers !== undefined) throw new Error(noServers)
if (!(await run('npm', ['run', '--silent', 'build', '--', '--logLevel', 'warn']))) {
  throw new Error('the build failed')
}

const unitProofsHeld =
  again !== undefined ||
  (await run('node_modules/.bin/vitest', [
    'run',
    ...unitProofs,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unitReport}`,
  ]))
const only = again === undefined ? [] : ['--grep', `[ /]${again}(?:: |\\.soak)`]
const browserProofsHeld = await run(
  'node_modules/.bin/playwright',
  ['test', '--workers=1', ...only],
  { CHROMIUM_PATH: browser.path },
)
const proofs = [...readBrowserProofs(), ...(again === undefined ? readUnitProofs() : [])]
const broken = proofs.flatMap(({ title, figures }) =>
  brokenFigures(figures).map((line) => `${title}: ${line}`),
)
const wanted = again === undefined ? PROOFS : 1
if (proofs.length !== wanted) {
  broken.push(`only ${String(proofs.length)} of ${String(wanted)} proofs left figures`)
}
if (percent < 100) console.log(`\n${describe(proofs)}`)
else if (again === undefined) {
  writeFileSync(REPORT, describe(proofs))
  // It adds its own part to the report.
  if (!(await run('npm', ['run', '--silent', 'audit:web']))) broken.push('the audit: see above')
  // Its tests are none of the proofs, which PROVE would run.
  const engines = ['run', '--silent', 'test:engines', '--', '--where-possible']
  if (!(await run('npm', engines, { PROVE: '' }))) broken.push('another engine: see above')
} else {
  updateReport(proofs)
}
if (!unitProofsHeld) broken.push('a proof by unit test failed: see above')
if (!browserProofsHeld) broken.push('a proof in the browser failed: see above')
for (const line of broken) console.error(`does not hold: ${line}`)
process.exitCode = broken.length === 0 ? 0 : 1

function readPercent(args: readonly string[]): number {
  if (args.includes('--quick')) return 1
  const given = args.find((arg) => arg.startsWith('--percent='))
  const share = given === undefined ? 100 : Number(given.slice('--percent='.length))
  if (share > 0 && share <= 100) return share
  throw new Error('--percent takes a number above 0, up to 100')
}

function readAgain(args: readonly string[]): string | undefined {
  const given = args.find((arg) => arg.startsWith('--again='))
  return given?.slice('--again='.length)
}

/** Runs a program with its output on this terminal. @returns whether it succeeded */
async function run(program: string, args: string[], more: NodeJS.ProcessEnv = {}) {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...env, ...more } })
  return new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
}

/** Each proof in the browser leaves a file of its figures. */
function readBrowserProofs(): ProofFigures[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map((file) => figuresSchema.parse(readJson(path.join(folder, file))))
}

/** Unit tests write no files: their figures come from Vitest's report. */
function readUnitProofs(): ProofFigures[] {
  const tests = unitSchema
    .parse(readJson(unitReport))
    .testResults.flatMap(({ assertionResults }) => assertionResults)
  return tests.flatMap(({ meta: { proof } }) => proof ?? [])
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** The report: one table for each proof, with figures that were counted only. */
function describe(all: readonly ProofFigures[]): string {
  const chromium = all.find((proof) => proof.chromium !== undefined)?.chromium ?? 'none'
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown CPU'}`
  return [
    '# Proofs by number',
    'Written by `npm run prove`. Each figure was counted by the proof under whose heading it stands. The decision records explain the rules; the proofs are in `e2e/soak` and in two unit tests. The last part holds the results of public audits of the served app; `npm run audit:web` updates it.',
    table(
      ['Measured with', ''],
      [
        ['Node', process.version],
        ['Chromium', chromium],
        ['machine', machine],
      ],
    ),
    ...all.map(describeProof),
    '',
  ].join('\n\n')
}
