/**
 * `tsx scripts/ensure-build.ts app design`: builds what tests run against, unless a build from
 * the same files exists. `npm start`, tests, checks and budgets share one build in this way.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

const root = path.resolve(import.meta.dirname, '..')

// The `runner` loads the configuration without a bundle, which on a busy machine prints how long it took.
const QUIETLY = ['--logLevel', 'warn', '--configLoader', 'runner']

/** The builds: the files that they write, and their commands. */
const BUILDS = {
  app: { made: ['dist/index.html', 'dist-host/main.js'], args: ['build', ...QUIETLY] },
  design: {
    made: ['.cache/design/en/index.html'],
    args: ['build', '--mode', 'design', ...QUIETLY],
  },
} as const

/** The sources of a build that exist. */
const SOURCES = [
  'src',
  'design',
  'public',
  'scripts',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  // May contain the address that is built in.
  '.env',
  '.env.local',
  '.env.production',
  '.env.production.local',
]
const NOT_SOURCES = /\.(?:test|fixture)\.tsx?$|\/generated[^/]*\/|\.gen\.ts$/

function filesBelow(name: string): string[] {
  const found = statSync(path.join(root, name), { throwIfNoEntry: false })
  if (found === undefined) return []
  if (!found.isDirectory()) return [name]
  return readdirSync(path.join(root, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
}

/** A fingerprint of the sources, of Node's version, and of the address that is built in. */
function stampOfSources(): string {
  const hash = createHash('sha256')
  hash.update(`${process.version} ${process.env['VITE_TASK_API_BASE_URL'] ?? ''}`)
  const files = SOURCES.flatMap(filesBelow).filter((file) => !NOT_SOURCES.test(file))
  for (const file of files.toSorted()) {
    hash.update(`\0${file}\0`).update(readFileSync(path.join(root, file)))
  }
  return hash.digest('hex')
}

const stamp = stampOfSources()
const vite = path.join(root, 'node_modules/.bin/vite')
for (const name of process.argv.slice(2)) {
  if (name !== 'app' && name !== 'design') throw new Error(`nothing to build is called ${name}`)
  const { made, args } = BUILDS[name]
  const stampFile = path.join(root, `.cache/built/${name}`)
  // The same sources may have been built with other options since, such as for another host.
  const madeAt = (file: string) =>
    statSync(path.join(root, file), { throwIfNoEntry: false })?.mtimeMs
  const marks = () => [stamp, ...made.map((file) => String(madeAt(file)))].join(' ')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === marks()) continue
  const { status } = spawnSync(vite, args, {
    cwd: root,
    // The output of a build must not mix with that of the caller.
    stdio: ['ignore', process.stderr, process.stderr],
    // Log warnings and errors only. Otherwise the message compiler logs each step.
    env: { CONSOLA_LEVEL: '1', ...process.env },
  })
  if (status !== 0) process.exit(1)
  mkdirSync(path.dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, marks())
}
