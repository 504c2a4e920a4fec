/** `npm run budget`: the JavaScript that a browser loads before the first row of /tasks is drawn. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { brotliCompressSync } from 'node:zlib'

import * as z from 'zod/mini'

/** The limit, in bytes after brotli at its best level, which is how the host serves the files. */
const BUDGET = 115 * 1024

const dist = path.resolve(import.meta.dirname, '../dist')

/** Vite's build manifest: a chunk's name → its file and what it imports at once. */
const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    src: z.optional(z.string()),
    isEntry: z.optional(z.boolean()),
    imports: z.optional(z.array(z.string())),
  }),
)
type Manifest = z.infer<typeof manifestSchema>

function readManifest(): Manifest {
  try {
    const text = readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')
    return manifestSchema.parse(JSON.parse(text))
  } catch (error) {
    return stop(`dist/.vite/manifest.json cannot be read (run "npm run build"): ${String(error)}`)
  }
}

/** The chunks and all that they import before they run. */
function withImports(manifest: Manifest, starts: readonly string[]): Set<string> {
  const reached = new Set<string>()
  const visit = (chunk: string) => {
    if (reached.has(chunk)) return
    reached.add(chunk)
    for (const imported of manifest[chunk]?.imports ?? []) visit(imported)
  }
  for (const start of starts) visit(start)
  return reached
}

function stop(message: string): never {
  console.error(message)
  process.exit(1)
}

const manifest = readManifest()
const chunks = Object.entries(manifest)
const isOf = (folder: string) => new RegExp(`^src/web/(?:routes/)?${folder}[./]`)
// What the route itself loads later (an empty list, a dialog) comes after its rows.
const isTasksRoute = (name: string) => name.startsWith('src/web/routes/tasks.')
const starts = chunks
  .filter(([, { src, isEntry }]) => isEntry === true || isTasksRoute(src ?? ''))
  .map(([name]) => name)
if (!starts.some((name) => isTasksRoute(name))) {
  stop('The tasks route has no chunk of its own: what its first row costs cannot be told.')
}
if (!chunks.some(([name]) => isOf('posters').test(name))) {
  stop('The posters route has no chunk of its own: the tasks page would load it.')
}

const loaded = withImports(manifest, starts)
const files = [...loaded]
  .flatMap((name) => manifest[name]?.file ?? [])
  .filter((file) => file.endsWith('.js'))
const sizes = files
  .map((file) => ({ file, bytes: brotliCompressSync(readFileSync(path.join(dist, file))).length }))
  .toSorted((a, b) => b.bytes - a.bytes)
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)

const line = (name: string, bytes: number) =>
  console.log(`${(bytes / 1024).toFixed(1).padStart(8)} KiB  ${name}`)
for (const { file, bytes } of sizes) line(file, bytes)
line('before the first row of /tasks', total)
line('allowed', BUDGET)

const posters = [...loaded].filter((name) => isOf('posters').test(name))
if (posters.length > 0) stop(`The tasks page loads the posters: ${posters.join(', ')}`)
if (total > BUDGET) stop(`That is ${total - BUDGET} bytes over the budget.`)
