import process from 'node:process'

import type { FullConfig } from '@playwright/test'

import { startHost } from './host-process.ts'
import { IMAGE_HOST, startImageServer } from './outside-world.ts'
import { isFull, seed } from './sampling.ts'

/**
 * Starts the two hosts of the run: one with the local API, and one whose service is the first one's
 * /api. Tests read their addresses from the environment, which workers inherit.
 */
export default async function startHosts(config: FullConfig): Promise<() => Promise<void>> {
  if (config.projects[0]?.use.launchOptions?.executablePath === undefined) {
    throw new Error('No browser was found: "npm test" finds or installs one, or set CHROMIUM_PATH.')
  }
  if (!isFull)
    console.log(
      `matrices are sampled with seed ${String(seed)}: E2E_SEED=${String(seed)} repeats it`,
    )
  const stopImageServer = await startImageServer()
  const direct = await startHost()
  const proxied = await startHost({
    taskApiUrl: `${direct.origin}/api`,
    mediaHosts: [direct.origin, IMAGE_HOST],
  }).catch(async (error: unknown) => {
    await direct.stop()
    throw error
  })
  process.env['MARQUEE_DIRECT'] = direct.origin
  process.env['MARQUEE_PROXIED'] = proxied.origin
  process.env['MARQUEE_DATA_DIR'] = direct.dataDir
  process.env['MARQUEE_DEMO_KEY'] = direct.demoKey
  return async () => {
    // The proxy stops first. Each must drain and exit cleanly.
    try {
      await proxied.stop()
    } finally {
      await direct.stop()
      await stopImageServer()
    }
  }
}
