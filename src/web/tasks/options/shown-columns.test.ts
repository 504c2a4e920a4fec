import { beforeEach, expect, test, vi } from 'vitest'

import { columns } from '#web/tasks/table/columns.ts'

const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.resetModules()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
  })
})

async function shown(text: string): Promise<string[]> {
  kept.set('marquee.hidden-columns', text)
  const { shownColumnsChoice } = await import('#web/tasks/options/shown-columns.ts')
  return shownColumnsChoice.get().map(({ id }) => id)
}

const all = columns.map(({ id }) => id)

test('each column has a unique name', () => {
  expect(new Set(all).size).toBe(all.length)
})

test('leaves out hidden columns, in any stored order', async () => {
  expect(await shown('result price')).toEqual(all.filter((id) => id !== 'price' && id !== 'result'))
})

test.each(['', ' ', 'status task', '{"a":1}', 'Price', 'price" onload="x', '\u0000'])(
  'hides nothing for the stored value %j',
  async (text) => {
    expect(await shown(text)).toEqual(all)
  },
)
