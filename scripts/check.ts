/** `npm run check`: all checks that do not run the app, fastest first. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'

/** Name of a check → its command. Warnings are failures. */
const steps: readonly (readonly [string, ...string[]])[] = [
  ['format', 'oxfmt', '--check'],
  ['supply chain', 'tsx', 'scripts/supply-chain.ts'],
  ['messages', 'npm', 'run', '--silent', 'messages'],
  ['lint', 'npm', 'run', '--silent', 'lint'],
  ['types', 'tsc', '-b'],
  ['unused code', 'knip', '--no-progress', '--treat-config-hints-as-errors'],
  ['connections', 'tsx', 'scripts/connections.ts'],
  ['architecture', 'vitest', 'run', 'src/architecture.test.ts', '--reporter=dot'],
]

const root = path.resolve(import.meta.dirname, '..')
const bin = path.join(root, 'node_modules/.bin')
const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}` }

for (const [step, command = '', ...args] of steps) {
  const started = performance.now()
  const { status } = spawnSync(command, args, { cwd: root, env, stdio: 'inherit' })
  if (status !== 0) {
    console.error(`check failed at: ${step} (${[command, ...args].join(' ')})`)
    process.exit(1)
  }
  console.log(`✓ ${step} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
}
