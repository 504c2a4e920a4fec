import type { Page } from '@playwright/test'

/**
 * Keeps the page's database busy, as a slow disk does, so that reads and writes wait. The page must have
 * opened it.
 *
 * @returns releases the database
 */
export async function holdDisk(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(async () => {
    const [database] = await indexedDB.databases()
    await new Promise<void>((resolve) => {
      const opening = indexedDB.open(database?.name ?? '')
      opening.addEventListener('success', () => {
        const [table = ''] = opening.result.objectStoreNames
        const writing = opening.result.transaction(table, 'readwrite')
        let isOver = false
        const goOn = () => {
          if (!isOver) writing.objectStore(table).get('x').addEventListener('success', goOn)
        }
        document.addEventListener('write-over', () => {
          isOver = true
        })
        goOn()
        resolve()
      })
    })
  })
  return () => page.evaluate(() => document.dispatchEvent(new Event('write-over')))
}
