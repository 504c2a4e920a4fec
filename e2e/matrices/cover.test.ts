import { describe, expect, it } from 'vitest'

import { cover, pairsOf } from '#e2e/matrices/cover.ts'

const states = Array.from({ length: 12 }, (_, index) => `state ${String(index)}`)
const rows = states.flatMap((state) =>
  ['en', 'zh'].flatMap((language) =>
    ['desk', 'phone'].flatMap((device) =>
      ['light', 'dark'].map((theme) => ({ state, language, device, theme })),
    ),
  ),
)

describe('a pairwise cover', () => {
  it.each([1, 2, 3])('has every pair of values, with seed %i', (seed) => {
    const picked = cover(rows, pairsOf, seed)
    const pairs = new Set(picked.flatMap(pairsOf))
    expect(pairs.size).toBe(new Set(rows.flatMap(pairsOf)).size)
  })

  it('is hardly larger than the largest pair of factors', () => {
    expect(cover(rows, pairsOf, 1).length).toBeLessThan(states.length * 2 * 1.25)
  })

  it('is the same again with the same seed, and another one with another', () => {
    expect(cover(rows, pairsOf, 7)).toEqual(cover(rows, pairsOf, 7))
    expect(cover(rows, pairsOf, 7)).not.toEqual(cover(rows, pairsOf, 8))
  })

  it('keeps the order of the rows', () => {
    const picked = cover(rows, pairsOf, 1)
    expect(picked).toEqual(rows.filter((row) => picked.includes(row)))
  })
})

it('needs no rows to show nothing', () => {
  expect(cover([1, 2, 3], () => [], 1)).toEqual([])
})
