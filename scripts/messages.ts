/** `npm run messages`: compiles the changed catalogues of src/web/messages, for tools without the bundler. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { type Language, LANGUAGES, messageOptions } from './languages.ts'

/** The file that records what was compiled from which catalogue. */
const MARKS = '.cache/messages'

/** A fingerprint of a language's sources and of its compiled files. */
function markOf(language: Language): string {
  const { project, outdir } = messageOptions(language)
  const compiled = existsSync(outdir)
    ? readdirSync(outdir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => path.join(parentPath, name))
    : []
  const files = [
    path.join(project, 'settings.json'),
    path.join(project, `../${language}.json`),
    path.join(import.meta.dirname, 'languages.ts'),
    // The compiler.
    'package-lock.json',
    ...compiled.toSorted(),
  ]
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(file))
  return hash.digest('hex')
}

mkdirSync(MARKS, { recursive: true })
for (const language of LANGUAGES) {
  const mark = path.join(MARKS, language)
  if (existsSync(mark) && readFileSync(mark, 'utf8') === markOf(language)) continue
  // Loaded late, because it takes longer to load than everything else.
  const { compile } = await import('@inlang/paraglide-js')
  await compile(messageOptions(language))
  writeFileSync(mark, markOf(language))
}
