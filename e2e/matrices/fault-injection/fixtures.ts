import { randomUUID } from 'node:crypto'

import { test as base } from '#e2e/support/fixtures.ts'
import type { FaultServer } from './server.ts'
import { type FaultService, startFaultFront, startFaultService } from './service.ts'
import { startHost } from '#e2e/support/host-process.ts'
import { type ConnectedTab, connectTab, openConnected } from '#e2e/support/connected-tab.ts'

/** browser → front → host → service: both ends can misbehave, and all four are real. */
export interface FaultRig {
  readonly service: FaultService
  readonly front: FaultServer
  /** Origin of a host before the same service, without a front, that waits for it for a short time only. */
  readonly impatient: string
  /** connected with a key that the service takes */
  readonly tab: ConnectedTab
}

interface FaultWorld {
  faultyWorld: FaultRig
}

interface FaultStory {
  /** The world of this worker, as new for each test; the page is connected with an account. */
  rig: FaultRig
}

/** What hangs behind the impatient host is over so soon, in seconds. */
const IMPATIENT = 2

export const test = base.extend<FaultStory, FaultWorld>({
  faultyWorld: [
    async ({ browser }, use) => {
      const service = await startFaultService()
      const taskApiUrl = service.origin
      const [host, impatient] = await Promise.all([
        startHost({ taskApiUrl, allowedHosts: ['127.0.0.1'] }),
        startHost({ taskApiUrl, taskApiTimeout: IMPATIENT }),
      ])
      const front = await startFaultFront(host)
      const account = { name: 'Shop', apiKey: `key-${randomUUID()}` }
      const tab = await connectTab(browser, front.origin, [account])
      await use({ service, front, impatient: impatient.origin, tab })
      await Promise.all([front.close(), service.close()])
      await Promise.all([host.stop(), impatient.stop()])
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ faultyWorld }, use) => {
    await use(faultyWorld.front.origin)
  },

  rig: async ({ faultyWorld, page }, use) => {
    const { service, front, tab } = faultyWorld
    await Promise.all([service.reset(), front.reset()])
    await openConnected(page, tab)
    // Back-off and the page's own time limit are skipped, not waited for.
    await page.clock.install()
    await use(faultyWorld)
  },
})
