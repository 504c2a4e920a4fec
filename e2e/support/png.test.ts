import { decode, encode } from 'fast-png'
import { describe, expect, it } from 'vitest'

import { greyPicture, reduceColours } from './png.fixture.ts'

type Rgb = readonly [number, number, number]

/** A screenshot of one row. */
function screenshotOf(pixels: readonly Rgb[]): Buffer {
  const data = Uint8Array.from(pixels.flat())
  return Buffer.from(encode({ width: pixels.length, height: 1, channels: 3, data }))
}

function pixelsOf(png: Buffer): (readonly number[] | undefined)[] {
  const { data, palette } = decode(png)
  return Array.from(data, (index) => palette?.[index])
}

describe('reduceColours', () => {
  it('keeps colours that differ', () => {
    const pixels: Rgb[] = [
      [0, 0, 0],
      [255, 255, 255],
      [16, 120, 200],
    ]
    expect(pixelsOf(reduceColours(screenshotOf(pixels)))).toEqual(pixels)
  })

  it('replaces a colour with a more frequent one that looks alike', () => {
    const rare: Rgb = [100, 100, 100]
    const frequent: Rgb = [101, 101, 101]
    const reduced = reduceColours(screenshotOf([rare, frequent, frequent]))
    expect(pixelsOf(reduced)).toEqual([frequent, frequent, frequent])
  })

  it('keeps at most 256 colours and takes the nearest of them', () => {
    const pixels = Array.from({ length: 300 }, (_, n): Rgb => [(n % 32) * 8, (n >> 5) * 8, 0])
    const colours = new Set(pixelsOf(reduceColours(screenshotOf(pixels))).map(String))
    expect(colours.size).toBe(256)
  })

  it('gives the same bytes for the same screenshot', () => {
    const screenshot = screenshotOf([
      [1, 2, 3],
      [200, 2, 3],
    ])
    expect(reduceColours(screenshot)).toEqual(reduceColours(screenshot))
  })
})

it('greyPicture has the size that is asked for', () => {
  expect(decode(greyPicture({ width: 3, height: 2 }))).toMatchObject({ width: 3, height: 2 })
})
