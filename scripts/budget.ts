/** `npm run budget`: limits for what a browser loads, in bytes after brotli and in files. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { brotliCompressSync } from 'node:zlib'

import { firstChunks, type Manifest, PICTURE_WORKER, readManifest } from './build-page.ts'
import { LANGUAGES } from './languages.ts'

/** In KiB after brotli at its best level, which is how the host serves the files; the start is what is compiled and run. Why they are what they are: decision 8. */
const LIMITS = {
  /** in one language, the code that runs before the tasks screen is alive, without compression */
  start: 492.05,
  /** the page itself, with the screen before React in all languages */
  page: 16.5,
  /** in one language, everything that the tasks screen needs to be complete: code, dialogs, styles, icons; what reads the whole list comes once it is asked for */
  tasks: 208.65,
  /** in one language, what reads, searches and exports the whole list, also for insights */
  wholeList: 21.85,
  /** in one language, the whole app; 4 of it read lists from files (decision 53), 14 take pictures from a device and crop them (decisions 65 to 67), 5 lend views (decision 75), and 5 save, pack and share videos through the host (decision 76) */
  app: 302.85,
}

/** Files of one language. Many small ones compress worse, and each costs a request. */
const MOST_FILES = 15

/** Chunks that the tasks screen as it opens does without. */
const ELSEWHERE =
  /\/(?:posters|insights|task-gallery|picture-worker|picture-crop|whole-list|lend|video)-/

const dist = path.resolve(import.meta.dirname, '../dist')
const problems: string[] = []

/** The hash in the name of a file, and the time of the build. Without them, the same code always has the same weight. */
const NOISE = /(?<=-)[\w-]{8}(?=\.(?:js|css|webp)\b)|\d{4}-\d\d-\d\dT[\d:.]+Z/g
const bytesOf = (file: string) =>
  Buffer.from(readFileSync(path.join(dist, file), 'latin1').replaceAll(NOISE, '00000000'), 'latin1')
const kibOf = (file: string) => brotliCompressSync(bytesOf(file)).length / 1024

function check(what: string, kib: number, limit: number): void {
  console.log(`${kib.toFixed(2).padStart(8)} KiB of ${limit}  ${what}`)
  if (kib > limit) problems.push(`${what}: ${(kib - limit).toFixed(2)} KiB over the budget.`)
}

function checkLanguage(language: string, manifest: Manifest): void {
  const chunks = Object.values(manifest)
  const worker = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) =>
    PICTURE_WORKER.test(file),
  )
  const named = chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets])
  const files = [...new Set([...named, ...worker])]
  const sizes = files.map((file) => ({ file, kib: kibOf(file) })).toSorted((a, b) => b.kib - a.kib)
  for (const { file, kib } of sizes) console.log(`${kib.toFixed(1).padStart(8)} KiB  ${file}`)
  const start = firstChunks(manifest).map((name) => manifest[name]?.file ?? '')
  const started = start.reduce((before, file) => before + bytesOf(file).length / 1024, 0)
  check(`the code that starts, ${language}`, started, LIMITS.start)
  const sum = (all: typeof sizes) => all.reduce((before, { kib }) => before + kib, 0)
  check(
    `the tasks screen, ${language}`,
    sum(sizes.filter(({ file }) => !ELSEWHERE.test(file))),
    LIMITS.tasks,
  )
  check(
    `the whole list, ${language}`,
    sum(sizes.filter(({ file }) => file.includes('/whole-list-'))),
    LIMITS.wholeList,
  )
  check(`the app, ${language}`, sum(sizes), LIMITS.app)
  if (files.length > MOST_FILES)
    problems.push(`${language}: ${files.length} files, not ${MOST_FILES}.`)
  const isSplit = ['posters', 'insights'].every((screen) =>
    files.some((file) => file.includes(`/${screen}-`)),
  )
  if (!isSplit) problems.push('Posters or insights have no chunk of their own.')
  for (const [name, { imports = [] }] of Object.entries(manifest)) {
    const back = imports.filter((one) => manifest[one]?.imports?.includes(name) === true)
    // Which of the two runs first then depends on the screen that is opened.
    if (back.length > 0) problems.push(`${language}: ${name} and ${back.join()} import each other.`)
  }
}

for (const language of LANGUAGES) checkLanguage(language, await readManifest(dist, language))
check('the page itself', kibOf('index.html'), LIMITS.page)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
