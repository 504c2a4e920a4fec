import type { Page } from '@playwright/test'

/** All strings in the page's JavaScript heap after garbage collection. */
export async function heapText(page: Page): Promise<string> {
  const client = await page.context().newCDPSession(page)
  const chunks: string[] = []
  client.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await client.send('HeapProfiler.enable')
  // Weak references and finalizers need more than one round.
  for (let round = 0; round < 3; round += 1) await client.send('HeapProfiler.collectGarbage')
  await client.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await client.detach()
  return chunks.join('')
}
