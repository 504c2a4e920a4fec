import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createDeviceChoice, unkept } from '#web/ui/device-choice.ts'

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
  unkept.set(null)
  vi.unstubAllGlobals()
})

const openChoice = () =>
  createDeviceChoice<readonly string[]>(
    ENTRY,
    (text) => text?.split(' ').filter((word) => word !== '') ?? [],
    (words) => words.join(' '),
  )

test('a choice holds at once, subscribers hear of it, and the next page has it', () => {
  const choice = openChoice()
  const told: (readonly string[])[] = []
  choice.subscribe(() => told.push(choice.get()))
  expect(choice.get()).toEqual([])
  expect(choice.set(['a', 'b'])).toBe(true)
  expect(told).toEqual([['a', 'b']])
  expect(openChoice().get()).toEqual(['a', 'b'])
})

test('the value is the same object until it changes', () => {
  const choice = openChoice()
  kept.set(ENTRY, 'a')
  expect(choice.get()).toBe(choice.get())
})

test('a choice follows what another tab chooses or forgets, and ignores other choices', () => {
  const choice = openChoice()
  const { unsubscribe } = choice.subscribe(() => undefined)
  expect(choice.get()).toEqual([])
  kept.set(ENTRY, 'b')
  tellTabs('marquee.other')
  expect(choice.get()).toEqual([])
  tellTabs(ENTRY)
  expect(choice.get()).toEqual(['b'])
  kept.clear()
  tellTabs(null)
  expect(choice.get()).toEqual([])
  unsubscribe()
  kept.set(ENTRY, 'c')
  tellTabs(ENTRY)
  expect(choice.get()).toEqual(['c'])
})

test('a subscriber hears of what another tab chose while there was none', () => {
  const choice = openChoice()
  choice.subscribe(() => undefined).unsubscribe()
  kept.set(ENTRY, 'c')
  choice.subscribe(() => undefined)
  expect(choice.get()).toEqual(['c'])
})

test('where the browser keeps nothing, a choice holds until the page is left', () => {
  vi.stubGlobal('localStorage', undefined)
  const choice = openChoice()
  expect(choice.set(['a'])).toBe(false)
  choice.subscribe(() => undefined).unsubscribe()
  choice.subscribe(() => undefined)
  expect(choice.get()).toEqual(['a'])
  expect(openChoice().get()).toEqual([])
})

test('a choice that is not kept is said until it is kept, also if others are', () => {
  const choice = openChoice()
  const other = createDeviceChoice('marquee.other', String, String)
  vi.stubGlobal('localStorage', undefined)
  choice.set(['a'], true)
  expect(unkept.get()).toBeNull()
  choice.set(['a', 'b'])
  expect(unkept.get()).toBe(ENTRY)
  vi.stubGlobal('localStorage', { setItem: () => undefined })
  other.set('x')
  expect(unkept.get()).toBe(ENTRY)
  choice.set(['a'])
  expect(unkept.get()).toBeNull()
})
