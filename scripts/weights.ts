/**
 * `npm run weights`: what each package weighs in the built app, in KiB after brotli.
 *
 * A file is compressed as a whole, so the weight of a package is its share: the characters that the source
 * map assigns to it, times the compression rate of the file.
 */
import { SourceMap } from 'node:module'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'

import { createBuilder, type Rolldown } from 'vite'

const outDir = path.resolve(import.meta.dirname, '../.cache/weights')
const OWN = 'Marquee itself'

const weights = new Map<string, number>()
for (const chunk of await buildWithMaps()) {
  const compressed = brotliCompressSync(chunk.code).length
  const characters = charactersByPackage(chunk)
  for (const [name, count] of characters) {
    weights.set(name, (weights.get(name) ?? 0) + (compressed * count) / chunk.code.length)
  }
}

const line = (name: string, bytes: number) =>
  console.log(`${(bytes / 1024).toFixed(1).padStart(8)} KiB  ${name}`)
for (const [name, bytes] of [...weights].toSorted(([, a], [, b]) => b - a)) line(name, bytes)
line(
  'all JavaScript of the app',
  [...weights.values()].reduce((sum, bytes) => sum + bytes, 0),
)

/** The production build of the app, with source maps, beside the one in dist/. */
async function buildWithMaps(): Promise<Rolldown.OutputChunk[]> {
  const build = { outDir, emptyOutDir: true, sourcemap: 'hidden' } as const
  const builder = await createBuilder({ logLevel: 'warn', environments: { client: { build } } })
  const { client } = builder.environments
  if (client === undefined) throw new Error('the client environment is missing')
  const built = await builder.build(client)
  if (!('output' in built)) throw new Error('the build wrote more than one output')
  return built.output.filter((file) => file.type === 'chunk')
}

/** How many characters of a file come from each package. */
function charactersByPackage({ code, map }: Rolldown.OutputChunk): Map<string, number> {
  // Code of the bundler has no source.
  if (map === null) return new Map([[OWN, code.length]])
  const sourceMap = new SourceMap({ ...map, sourceRoot: '', sourcesContent: [] })
  const counts = new Map<string, number>()
  for (const [row, text] of code.split(/(?<=\n)/).entries()) {
    for (let column = 0; column < text.length; column += 1) {
      const entry = sourceMap.findEntry(row, column)
      const name = packageOf('originalSource' in entry ? entry.originalSource : '')
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  return counts
}

function packageOf(source: string): string {
  return /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? OWN
}
