/** `npm run budget`: the JavaScript that a browser loads before the first row of /tasks is drawn, in each language. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { brotliCompressSync } from 'node:zlib'

import { firstChunks, type Manifest, readManifest } from './build-page.ts'
import { LANGUAGES } from './languages.ts'

/** The limit, in bytes after brotli at its best level, which is how the host serves the files. */
const BUDGET = 140 * 1024

const dist = path.resolve(import.meta.dirname, '../dist')
const isOfPosters = (name: string) => /^src\/web\/(?:routes\/)?posters[./]/.test(name)

function line(name: string, bytes: number): void {
  console.log(`${(bytes / 1024).toFixed(1).padStart(8)} KiB  ${name}`)
}

const bytesOf = (text: Buffer | string) => brotliCompressSync(text).length

/** Problems with the first load of a language's build. */
function problemsOf(language: string, manifest: Manifest): string[] {
  const first = firstChunks(manifest)
  const sizes = first
    .flatMap((name) => manifest[name]?.file ?? [])
    .map((file) => ({ file, bytes: bytesOf(readFileSync(path.join(dist, file))) }))
    .toSorted((a, b) => b.bytes - a.bytes)
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const { file, bytes } of sizes) line(file, bytes)
  line(`before the first row of /tasks, ${language}`, total)
  const posters = first.filter(isOfPosters)
  return [
    ...(Object.keys(manifest).some(isOfPosters) ? [] : ['The posters have no chunk of their own.']),
    ...(posters.length > 0 ? [`The tasks page loads the posters: ${posters.join(', ')}`] : []),
    ...(total > BUDGET ? [`${language} is ${total - BUDGET} bytes over the budget.`] : []),
  ]
}

const problems: string[] = []
for (const language of LANGUAGES) {
  problems.push(...problemsOf(language, await readManifest(dist, language)))
}
line('allowed', BUDGET)
line(
  'the page itself, with what chooses the language',
  bytesOf(readFileSync(path.join(dist, 'index.html'))),
)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
