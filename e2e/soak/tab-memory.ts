import type { CDPSession, Page } from '@playwright/test'

/** What a tab holds after a garbage collection. */
export interface TabMemory {
  heapKiB: number
  /** nodes of documents, attached or not */
  nodes: number
  listeners: number
  objects: number
}

/** Opens a probe of a page. It holds no object of the page between two calls. */
export async function openMemoryProbe(page: Page): Promise<() => Promise<TabMemory>> {
  const client = await page.context().newCDPSession(page)
  return async () => {
    // Weak references and finalizers need more than one round.
    for (let round = 0; round < 4; round += 1) await client.send('HeapProfiler.collectGarbage')
    const { nodes, jsEventListeners } = await client.send('Memory.getDOMCounters')
    const { usedSize } = await client.send('Runtime.getHeapUsage')
    const objects = await countObjects(client)
    return { heapKiB: usedSize / 1024, nodes, listeners: jsEventListeners, objects }
  }
}

async function countObjects(client: CDPSession): Promise<number> {
  const objectGroup = 'counted'
  const expression = 'Object.prototype'
  const { result } = await client.send('Runtime.evaluate', { expression, objectGroup })
  const { objects } = await client.send('Runtime.queryObjects', {
    prototypeObjectId: result.objectId ?? '',
    objectGroup,
  })
  const { result: counted } = await client.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: 'function () { return this.length }',
    returnByValue: true,
  })
  await client.send('Runtime.releaseObjectGroup', { objectGroup })
  return Number(counted.value)
}
