import { describe, expect, it, test } from 'vitest'

import { inPixels, partOfShape, partWithin, pixelsOf, WHOLE } from './picture-part.ts'

const SIZE = { width: 400, height: 300 }
const part = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })

describe('the pixels of a part', () => {
  it.each([
    ['are all of the whole', WHOLE, SIZE, part(0, 0, 400, 300)],
    [
      'begin and end at the nearest pixel',
      part(0.1, 0.1, 0.339, 0.334),
      SIZE,
      part(40, 30, 136, 100),
    ],
    ['meet those of the part beside it', part(0.439, 0, 0.561, 1), SIZE, part(176, 0, 224, 300)],
    ['are at least one', part(0.5, 0.5, 0, 0), SIZE, part(200, 150, 1, 1)],
    ['are at least one at the end', part(1, 1, 0, 0), SIZE, part(399, 299, 1, 1)],
    [
      'are at least one of a line',
      part(0.4, 0.4, 0.1, 0.1),
      { width: 9, height: 1 },
      part(4, 0, 1, 1),
    ],
    ['are in the picture', part(-0.5, 0.9, 2, 2), SIZE, part(0, 270, 400, 30)],
  ])('%s', (_, of, size, pixels) => {
    expect(pixelsOf(of, size)).toEqual(pixels)
  })

  it('are those of the part that was put on them', () => {
    const size = { width: 37, height: 41 }
    const free = part(0.123, 0.234, 0.345, 0.456)
    expect(pixelsOf(inPixels(free, size), size)).toEqual(pixelsOf(free, size))
    expect(inPixels(part(0.26, 0, 0.5, 1), { width: 4, height: 1 })).toEqual(part(0.25, 0, 0.5, 1))
  })
})

describe('the part of a shape', () => {
  it.each([
    ['is as high as the picture if it is narrower', 3 / 4, WHOLE, part(87.5, 0, 225, 300)],
    ['is as wide as the picture if it is wider', 16 / 9, WHOLE, part(0, 37.5, 400, 225)],
    ['is the picture if it has its shape', 4 / 3, WHOLE, part(0, 0, 400, 300)],
    ['is around the middle of the part before', 1, part(0.5, 0.2, 0.1, 0.1), part(70, 0, 300, 300)],
    ['does not leave the picture', 1, part(0.9, 0.9, 0.1, 0.1), part(100, 0, 300, 300)],
  ])('%s', (_, ratio, near, pixels) => {
    const { x, y, width, height } = partOfShape(ratio, SIZE, near)
    const shown = [x * 400, y * 300, width * 400, height * 300]
    for (const [index, expected] of Object.values(pixels).entries()) {
      expect(shown[index]).toBeCloseTo(expected)
    }
  })
})

test('a part of a part is a part of the whole', () => {
  const inner = part(0.5, 0.25, 0.5, 0.25)
  expect(partWithin(part(0.5, 0, 0.5, 0.5), inner)).toEqual(part(0.75, 0.125, 0.25, 0.125))
  expect(partWithin(WHOLE, inner)).toEqual(inner)
})
