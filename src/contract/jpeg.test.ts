import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { JPEG, jpegFrameSize, jpegSegments } from '#contract/jpeg.ts'

const start = [0xff, JPEG.SOI]
const end = [0xff, JPEG.EOI]
const exif = [0xff, JPEG.APP1, 0, 6, 1, 2, 3, 4]
const frame = [0xff, 0xc0, 0, 11, 8, 0, 2, 0, 3, 1, 1, 0x11, 0]
const scan = [0xff, JPEG.SOS, 0, 4, 0, 0, 1, 0xff, 0, 2, 0xff, 0xd0, 3]

function read(...parts: number[][]) {
  return [...jpegSegments(Uint8Array.from(parts.flat()))]
}
const markers = (...parts: number[][]) => read(...parts).map(({ marker }) => marker)

describe('the segments of a JPEG', () => {
  test('are read to the end, over stuffed bytes, restarts and fill bytes', () => {
    const file = [start, exif, [0xff, 0xff], frame, scan, scan, [0xff], end]
    expect(markers(...file)).toEqual([0xd8, 0xe1, 0xc0, 0xda, 0xda, 0xd9])
    expect(read(...file).at(-1)?.end).toBe(file.flat().length)
  })

  test('say where their content is, and the size of the image', () => {
    const file = Uint8Array.from([start, exif, frame].flat())
    const [, metadata, header] = [...jpegSegments(file)]
    expect(file.slice(metadata?.start, metadata?.end)).toEqual(Uint8Array.of(1, 2, 3, 4))
    expect(header && jpegFrameSize(file, header)).toEqual({ width: 3, height: 2 })
    expect(metadata && jpegFrameSize(file, metadata)).toBeUndefined()
  })

  test('end before what is cut off or broken', () => {
    expect(markers()).toEqual([])
    expect(markers([0x89, 0x50])).toEqual([])
    expect(markers(start, [0, 0], end)).toEqual([0xd8])
    expect(markers(start, [0xff, 0xe1, 0, 1], end)).toEqual([0xd8])
    expect(markers(start, [0xff, 0xe1, 0xff, 0xff], end)).toEqual([0xd8])
    expect(markers(start, scan)).toEqual([0xd8, 0xda])
  })

  test.each([
    ['zeros', [0, 0, 0]],
    ['0xFF', [0xff, 0xff]],
    ['a stuffed 0xFF', [0xff, 0]],
    ['a restart marker', [0xff, 0xd3]],
    ['any bytes', [1, 2, 3]],
  ])('are found behind %s for who is tolerant', (_, fill) => {
    const file = Uint8Array.from([start, exif, fill, frame, fill, scan, fill, end].flat())
    const all = [...jpegSegments(file, true)].map(({ marker }) => marker)
    expect(all).toEqual([0xd8, 0xe1, 0xc0, 0xda, 0xd9])
    expect([...jpegSegments(file.subarray(0, -2), true)].at(-1)?.marker).toBe(JPEG.SOS)
  })

  test('are found without end or error in any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const all = [...jpegSegments(Uint8Array.from([...start, ...bytes]), true)]
        expect(all.length).toBeLessThanOrEqual(bytes.length + 1)
      }),
    )
  })
})
