import type { Page } from '@playwright/test'

/** The content of the document: text, attributes and typed values. */
export async function documentText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const typed = [...document.querySelectorAll('input, textarea')].map((box) =>
      'value' in box ? String(box.value) : '',
    )
    return [document.documentElement.outerHTML, document.title, location.href, ...typed].join('\n')
  })
}

/**
 * Everything this site stores in the browser, by storage.
 *
 * @param openKey the key of an account that is open in this tab: the one entry with it stands apart, as `openInTab`
 */
export async function stores(page: Page, openKey?: string): Promise<Record<string, string>> {
  return page.evaluate(async (key) => {
    const databases = await indexedDB.databases()
    const records = await Promise.all(
      databases.map(
        ({ name = '' }) =>
          new Promise<string>((resolve, reject) => {
            const opening = indexedDB.open(name)
            // It was deleted meanwhile, and must not come back empty.
            opening.addEventListener('upgradeneeded', () => {
              opening.transaction?.abort()
              resolve('')
            })
            opening.addEventListener('error', () => reject(opening.error ?? new Error(name)))
            opening.addEventListener('success', () => {
              const database = opening.result
              const found: unknown[] = []
              const reading = database.transaction([...database.objectStoreNames])
              for (const store of database.objectStoreNames) {
                const all = reading.objectStore(store).getAll()
                all.addEventListener('success', () => found.push(all.result))
              }
              reading.addEventListener('complete', () => {
                database.close()
                resolve(JSON.stringify(found))
              })
            })
          }),
      ),
    )
    const session = Object.entries<string>(sessionStorage)
    const withKey = session.filter(([, text]) => key !== undefined && text.includes(key))
    const open = withKey.length === 1 ? withKey : []
    return {
      openInTab: JSON.stringify(open),
      sessionStorage: JSON.stringify(session.filter((entry) => !open.includes(entry))),
      localStorage: JSON.stringify(Object.entries(localStorage)),
      indexedDB: records.join(),
      cookies: document.cookie,
      caches: (await caches.keys()).join(),
      windowName: window.name,
      history: JSON.stringify(history.state),
    }
  }, openKey)
}
