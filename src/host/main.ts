import { join } from 'node:path'

import { lineBatches } from '#host/access-log.ts'
import { runHost } from '#host/run-host.ts'

// The idempotency store holds replies, the database tasks: other users of the machine must not read them.
process.umask(0o077)

// A terminal that was closed cannot be written to. That must not end the drain that its SIGHUP has begun.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
const log = lineBatches((text) => process.stderr.write(text))
process.on('exit', () => log.flush())

const host = await runHost({
  env: process.env,
  // Built to dist-host/main.js, beside the app in dist/.
  distDir: join(import.meta.dirname, '../dist'),
  openLocalApi: async (options) => (await import('#local-api/local-api.ts')).openLocalApi(options),
  writeOut: (line) => process.stdout.write(`${line}\n`),
  writeError: (line) => log.writeLine(line),
})

if (host === undefined) {
  process.exitCode = 1
} else {
  let stopping = false
  const stop = () => {
    if (stopping) process.exit(1)
    stopping = true
    void host.stop().finally(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // Without TLS there is nothing to read again. Node would end the process at once, without a drain.
  process.on('SIGHUP', host.renewTls ?? stop)
}
