import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { generateApiKey } from '#local-api/accounts.ts'

const DEMO_KEY = /^mq_demo_[0-9A-Za-z]{24}$/

/**
 * The demo account's key; each data folder has a different one. It is printed at the start, so it is
 * kept in plain text, in a file that only its owner can read. A missing or invalid file is replaced.
 * Call this with the store's write lock held.
 */
export function keepDemoKey(dataDir: string): string {
  const file = join(dataDir, 'demo-key')
  const kept = readIfThere(file)?.trim() ?? ''
  if (DEMO_KEY.test(kept)) return kept
  const made = generateApiKey('mq_demo_')
  // Renamed into place, so that a crash never leaves half a key.
  const draft = `${file}.new`
  writeFileSync(draft, `${made}\n`, { mode: 0o600 })
  renameSync(draft, file)
  return made
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
