import { beforeEach, expect, test, vi } from 'vitest'

import {
  applyHiddenColumns,
  followHiddenColumns,
  hiddenColumns,
  hideColumns,
} from '#web/tasks/table/hidden-columns.ts'

const ENTRY = 'marquee.hidden-columns'
const kept = new Map<string, string>()
const root = { dataset: {} as Record<string, string> }

beforeEach(() => {
  kept.clear()
  root.dataset = {}
  vi.stubGlobal('document', { documentElement: root })
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
  })
})

test('nothing is hidden until somebody hides it', () => {
  applyHiddenColumns()
  expect(hiddenColumns()).toEqual([])
  expect(root.dataset).toEqual({ hiddenColumns: '' })
})

test('what is hidden is so at once, and again with the next page', () => {
  hideColumns(['price', 'result'])
  expect(root.dataset).toEqual({ hiddenColumns: 'price result' })
  root.dataset = {}
  applyHiddenColumns()
  expect(hiddenColumns()).toEqual(['price', 'result'])
  hideColumns([])
  applyHiddenColumns()
  expect(hiddenColumns()).toEqual([])
})

test.each(['status task', '{"a":1}', ' ', 'Price', 'price" onload="x', '\u0000'])(
  'of %j nothing is taken over',
  (text) => {
    kept.set(ENTRY, text)
    applyHiddenColumns()
    expect(root.dataset).toEqual({ hiddenColumns: '' })
  },
)

test('of what is kept the names that there are are taken, in their order and once', () => {
  kept.set(ENTRY, 'result status cost  price result')
  applyHiddenColumns()
  expect(root.dataset).toEqual({ hiddenColumns: 'price result' })
})

test('where the browser keeps nothing they are hidden all the same', () => {
  vi.stubGlobal('localStorage', undefined)
  applyHiddenColumns()
  hideColumns(['created'])
  expect(hiddenColumns()).toEqual(['created'])
})

test('what another tab hides is hidden here, until nobody listens', () => {
  const tab = new EventTarget()
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab))
  vi.stubGlobal('removeEventListener', tab.removeEventListener.bind(tab))
  const hear = (key: string | null) =>
    tab.dispatchEvent(Object.assign(new Event('storage'), { key }))
  const seen: string[][] = []
  const stop = followHiddenColumns(() => seen.push(hiddenColumns()))
  kept.set(ENTRY, 'price')
  hear('marquee.theme')
  expect(hiddenColumns()).toEqual([])
  hear(ENTRY)
  kept.clear()
  hear(null)
  expect(seen).toEqual([['price'], []])
  stop()
  kept.set(ENTRY, 'result')
  hear(ENTRY)
  expect(hiddenColumns()).toEqual([])
})
