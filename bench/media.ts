/**
 * How fast one video goes through the host, beside nginx with `proxy_pass`: 512 MiB from a media host on this machine, in turns.
 * And how long a list takes while the host sends sixteen of them as fast as they are read.
 *
 *   npx tsx bench/media.ts [ROUNDS]    needs a build, curl, and NGINX_PATH
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'

import * as z from 'zod/mini'

import { MEDIA_PATH } from '#contract/media.ts'
import { startInjectionService } from '#e2e/injection/service.ts'
import { startHost } from '#e2e/support/host-process.ts'
import { startMediaHost } from '#e2e/support/nginx-process.ts'

const MIB = 1 << 20
const SIZE_MIB = 512

const run = promisify(execFile)
const WHAT = '%{size_download} %{speed_download}'

/** Loads an address once. @returns MiB a second */
async function speedOf(address: string): Promise<number> {
  // A reader in Node would be slower than nginx.
  const { stdout } = await run('curl', ['-s', '-o', '/dev/null', '-w', WHAT, address])
  const [bytes, speed] = stdout.split(' ').map(Number)
  if (bytes !== SIZE_MIB * MIB) throw new Error(`${address}: ${stdout}`)
  return (speed ?? 0) / MIB
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const folder = mkdtempSync(path.join(tmpdir(), 'marquee-media-'))
writeFileSync(path.join(folder, 'large.webm'), Buffer.alloc(SIZE_MIB * MIB, 'video'))
const media = await startMediaHost(folder)
const proxy = await startMediaHost(folder, media.origin)
const service = await startInjectionService()
const Authorization = 'Bearer bench'
const host = await startHost({ taskApiUrl: service.baseUrl, mediaProxy: [media.origin] })
const reply = await fetch(host.origin + MEDIA_PATH, {
  method: 'POST',
  headers: { Authorization, 'Content-Type': 'application/json' },
  body: JSON.stringify({ urls: [`${media.origin}/large.webm`] }),
})
const { paths } = z.object({ paths: z.array(z.string()) }).parse(await reply.json())
const addresses = {
  nginx: `${proxy.origin}/proxied/large.webm`,
  host: host.origin + (paths[0] ?? ''),
}
const speeds: Record<keyof typeof addresses, number[]> = { nginx: [], host: [] }
for (let round = 0; round <= Number(process.argv[2] ?? 5); round += 1)
  for (const name of ['nginx', 'host'] as const) {
    const speed = await speedOf(addresses[name])
    // The first round warms up.
    if (round > 0) speeds[name].push(speed)
  }
const [ofNginx, ofHost] = [median(speeds.nginx), median(speeds.host)]
console.log(
  `nginx ${ofNginx.toFixed(0)} MiB/s, host ${ofHost.toFixed(0)} MiB/s: ×${(ofHost / ofNginx).toFixed(2)}`,
)
/** @returns milliseconds */
async function timeOfLists(): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < 200; count += 1) {
    const start = performance.now()
    const list = await fetch(`${host.origin}/api/plugins/video/tasks`, {
      headers: { Authorization },
    })
    await list.text()
    times.push(performance.now() - start)
  }
  return median(times)
}
await timeOfLists()
const alone = await timeOfLists()
// One process: many would take the processor from the host.
const again = Array.from({ length: 16 * 40 }, () => ['-o', '/dev/null', addresses.host]).flat()
const readers = execFile('curl', [
  '-s',
  '-Z',
  '--parallel-immediate',
  '--parallel-max',
  '16',
  ...again,
])
const beside = await timeOfLists()
readers.kill()
console.log(`a list: ${alone.toFixed(1)} ms, beside sixteen videos ${beside.toFixed(1)} ms`)
await Promise.all([host.stop(), service.close(), media.stop(), proxy.stop()])
rmSync(folder, { recursive: true })
