import type { CDPSession, Page } from '@playwright/test'

/** What a tab holds after a garbage collection. */
export interface TabMemory {
  heapBytes: number
  /** nodes of documents, attached or not */
  nodes: number
  listeners: number
}

/** Prototypes whose instances are counted by name. Everything else counts as an object of no name. */
const COUNTED = ['Node', 'Function', 'Map', 'Set', 'Promise', 'AbortController'] as const

/** How many objects of each kind a tab holds, and nodes that are in no document. */
export type ObjectCounts = Readonly<
  Record<'objects' | 'detached nodes' | (typeof COUNTED)[number], number>
>

/** Looks into the memory of a tab. */
export interface MemoryProbe {
  read(): Promise<TabMemory>
  countObjects(): Promise<ObjectCounts>
}

/** Opens a probe of a page. It holds no object of the page between two calls. */
export async function openMemoryProbe(page: Page): Promise<MemoryProbe> {
  const client = await page.context().newCDPSession(page)
  return {
    async read() {
      await collectGarbage(client)
      const { nodes, jsEventListeners } = await client.send('Memory.getDOMCounters')
      const { usedSize } = await client.send('Runtime.getHeapUsage')
      return { heapBytes: usedSize, nodes, listeners: jsEventListeners }
    },
    async countObjects() {
      await collectGarbage(client)
      const count = (name: string, filter = 'true') => countInstances(client, name, filter)
      return {
        objects: await count('Object'),
        'detached nodes': await count(
          'Node',
          "!Object.hasOwn(one, 'constructor') && !one.isConnected",
        ),
        Node: await count('Node'),
        Function: await count('Function'),
        Map: await count('Map'),
        Set: await count('Set'),
        Promise: await count('Promise'),
        AbortController: await count('AbortController'),
      }
    },
  }
}

/** Weak references and finalizers need more than one round. */
async function collectGarbage(client: CDPSession): Promise<void> {
  for (let round = 0; round < 4; round += 1) await client.send('HeapProfiler.collectGarbage')
}

/** @param filter an expression over `one` */
async function countInstances(client: CDPSession, name: string, filter: string): Promise<number> {
  const objectGroup = 'counted'
  const { result } = await client.send('Runtime.evaluate', {
    expression: `${name}.prototype`,
    objectGroup,
  })
  const { objects } = await client.send('Runtime.queryObjects', {
    prototypeObjectId: result.objectId ?? '',
    objectGroup,
  })
  const { result: counted } = await client.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: `function () { let n = 0; for (const one of this) if (${filter}) n += 1; return n }`,
    returnByValue: true,
  })
  await client.send('Runtime.releaseObjectGroup', { objectGroup })
  return Number(counted.value)
}
