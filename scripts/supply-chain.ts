/** `npm run check`, supply chain: checks package.json and the lock files, without a network. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

import { LICENCE_EXCEPTIONS, supplyChainProblems } from './supply-chain-rules.ts'

const root = path.resolve(import.meta.dirname, '..')

/** The project itself, and the packages of `npm run audit:web`. */
const projects = ['.', 'scripts/audit'].map((folder) => ({
  name: path.join(folder, 'package.json'),
  manifest: readJson(folder, 'package.json'),
  lock: readJson(folder, 'package-lock.json'),
}))

const problems = supplyChainProblems(projects, LICENCE_EXCEPTIONS)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1

function readJson(folder: string, file: string): unknown {
  return JSON.parse(readFileSync(path.join(root, folder, file), 'utf8'))
}
