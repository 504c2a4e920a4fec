import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { nextSlots, type RowSlots } from '#web/tasks/table/row-slots.ts'

describe('the elements that rows get', () => {
  const first = nextSlots(new Map(), ['a', 'b', 'c'])

  it('numbers the rows of the first page', () => {
    expect([...first.values()]).toEqual([0, 1, 2])
  })

  it('gives the rows of another page the same elements in order', () => {
    expect([...nextSlots(first, ['x', 'y', 'z']).values()]).toEqual([0, 1, 2])
  })

  it('keeps the element of a row that is still there, wherever it is now', () => {
    const next = nextSlots(first, ['new', 'a', 'b'])
    expect(Object.fromEntries(next)).toEqual({ new: 2, a: 0, b: 1 })
  })

  it('makes elements for more rows', () => {
    expect([...nextSlots(first, ['a', 'b', 'c', 'd', 'e']).values()]).toEqual([0, 1, 2, 3, 4])
  })

  it('never gives two rows one element, and makes no more than needed', () => {
    const page = fc.uniqueArray(fc.integer({ min: 0, max: 30 }).map(String), { maxLength: 20 })
    fc.assert(
      fc.property(fc.array(page, { maxLength: 6 }), (pages) => {
        pages.reduce<RowSlots>((before, keys) => {
          const slots = nextSlots(before, keys)
          expect([...slots.keys()]).toEqual(keys)
          expect(new Set(slots.values()).size).toBe(keys.length)
          const known = new Set(before.values())
          const made = [...slots.values()].filter((slot) => !known.has(slot))
          expect(made).toHaveLength(Math.max(0, keys.length - before.size))
          const stayed = keys.filter((key) => before.has(key))
          expect(stayed.map((key) => slots.get(key))).toEqual(stayed.map((key) => before.get(key)))
          return slots
        }, new Map())
      }),
    )
  })
})
