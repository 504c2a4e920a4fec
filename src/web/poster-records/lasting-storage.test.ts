import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Opens a page in a browser that gives these answers. */
async function openPage(answers: { persisted?: boolean; persist?: boolean } | 'plain http') {
  vi.resetModules()
  const persist = vi.fn<() => Promise<boolean>>(() =>
    Promise.resolve(answers !== 'plain http' && answers.persist === true),
  )
  const persisted = () => Promise.resolve(answers !== 'plain http' && answers.persisted === true)
  vi.stubGlobal('navigator', answers === 'plain http' ? {} : { storage: { persist, persisted } })
  const { askToKeepStorage } = await import('#web/poster-records/lasting-storage.ts')
  return { ask: askToKeepStorage, persist }
}

beforeEach(() => {
  const entries = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, text: string) => entries.set(name, text),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('the browser is asked once in a page, whatever it answers', async () => {
  for (const persist of [true, false]) {
    const page = await openPage({ persist })
    await Promise.all([page.ask(true), page.ask(true)])
    await page.ask(true)
    expect(page.persist).toHaveBeenCalledTimes(1)
  }
})

test('a later page asks again only if the person chooses to keep something', async () => {
  const first = await openPage({ persist: false })
  await first.ask(false)
  expect(first.persist).toHaveBeenCalledTimes(1)
  const second = await openPage({ persist: false })
  await second.ask(false)
  expect(second.persist).not.toHaveBeenCalled()
  await second.ask(true)
  expect(second.persist).toHaveBeenCalledTimes(1)
})

test('a browser that has promised it is not asked', async () => {
  const page = await openPage({ persisted: true })
  await page.ask(true)
  expect(page.persist).not.toHaveBeenCalled()
})

test('a browser that cannot be asked, or refuses storage, breaks nothing', async () => {
  vi.stubGlobal('localStorage', undefined)
  const page = await openPage('plain http')
  await expect(page.ask(true)).resolves.toBeUndefined()
})
