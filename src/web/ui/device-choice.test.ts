import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createDeviceChoice } from '#web/ui/device-choice.ts'

const ENTRY = 'marquee.example'
const kept = new Map<string, string>()
let tellTabs: (key: string | null) => void

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
  })
  const target = new EventTarget()
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target))
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target))
  tellTabs = (key) => {
    target.dispatchEvent(Object.assign(new Event('storage'), { key }))
  }
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const openChoice = () =>
  createDeviceChoice<readonly string[]>(
    ENTRY,
    (text) => text?.split(' ').filter((word) => word !== '') ?? [],
    (words) => words.join(' '),
  )

test('a choice holds at once, is told, and is there again on the next page', () => {
  const choice = openChoice()
  const told: (readonly string[])[] = []
  choice.subscribe(() => told.push(choice.get()))
  expect(choice.get()).toEqual([])
  choice.set(['a', 'b'])
  expect(told).toEqual([['a', 'b']])
  expect(openChoice().get()).toEqual(['a', 'b'])
})

test('the same value is given until it changes', () => {
  const choice = openChoice()
  kept.set(ENTRY, 'a')
  expect(choice.get()).toBe(choice.get())
})

test('what another tab chooses or forgets is followed, what concerns other choices is not', () => {
  const choice = openChoice()
  const stop = choice.subscribe(() => undefined)
  expect(choice.get()).toEqual([])
  kept.set(ENTRY, 'b')
  tellTabs('marquee.other')
  expect(choice.get()).toEqual([])
  tellTabs(ENTRY)
  expect(choice.get()).toEqual(['b'])
  kept.clear()
  tellTabs(null)
  expect(choice.get()).toEqual([])
  stop()
  kept.set(ENTRY, 'c')
  tellTabs(ENTRY)
  expect(choice.get()).toEqual([])
  // Heard by nobody until a component is there again.
  choice.subscribe(() => undefined)
  expect(choice.get()).toEqual(['c'])
})

test('where the browser keeps nothing a choice holds until the page is left', () => {
  vi.stubGlobal('localStorage', undefined)
  const choice = openChoice()
  choice.set(['a'])
  choice.subscribe(() => undefined)()
  choice.subscribe(() => undefined)
  expect(choice.get()).toEqual(['a'])
  expect(openChoice().get()).toEqual([])
})
