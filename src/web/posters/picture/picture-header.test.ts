import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readPictureHeader } from './clean-picture.ts'

type Part = string | number | readonly number[]
/** Bytes of numbers and of texts, one after the other. */
const bytesOf = (...parts: readonly Part[]) =>
  Uint8Array.from(Buffer.concat(parts.map((part) => partOf(part))))

function partOf(part: Part): Buffer {
  if (typeof part === 'string') return Buffer.from(part, 'latin1')
  return Buffer.from(typeof part === 'number' ? [part] : [...part])
}

const word = (value: number) => [value >> 8, value & 0xff]
const long = (value: number) => [...word(value >>> 16), ...word(value & 0xff_ff)]
const zeros = (count: number) => Array.from({ length: count }, () => 0)

/** A box of AVIF and HEIC. */
const box = (kind: string, ...content: readonly Part[]) => {
  const inside = bytesOf(...content)
  return [...bytesOf(long(inside.length + 8), kind), ...inside]
}
const ispe = (width: number, height: number) => box('ispe', zeros(4), long(width), long(height))
const meta = (...sizes: number[][]) =>
  box('meta', zeros(4), box('hdlr', zeros(20)), box('iprp', box('ipco', ...sizes), box('ipma')))
const heif = (brands: string, ...more: number[][]) =>
  bytesOf(box('ftyp', brands.slice(0, 4), zeros(4), brands.slice(4)), ...more)

const jpegStart = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0]
const frame = [0xff, 0xc2, 0, 11, 8, ...word(480), ...word(640), 1, 1, 0x11, 0]
const png = bytesOf('\x89PNG\r\n\x1A\n', long(13), 'IHDR', long(50_000), long(40_000), zeros(9))
const riff = (...content: readonly Part[]) =>
  bytesOf('RIFF', zeros(4), 'WEBP', ...content, zeros(8))
const good = {
  jpeg: bytesOf(jpegStart, frame, [0xff, 0xd9]),
  png,
  gif: bytesOf('GIF89a', [0x80, 0x02, 0xe0, 0x01], zeros(3)),
  'old gif': bytesOf('GIF87a', [0x80, 0x02, 0xe0, 0x01], zeros(3)),
  'lossy webp': riff('VP8 ', zeros(4), zeros(3), '\x9D\x01*', [0x80, 0x42, 0xe0, 0x01]),
  'lossless webp': riff('VP8L', zeros(4), 0x2f, [0x7f, 0xc2, 0x77, 0]),
  'extended webp': riff('VP8X', zeros(8), [0x7f, 0x02, 0], [0xdf, 0x01, 0], 7),
  'jpeg with bytes between its segments': bytesOf(jpegStart, zeros(18), [0xff, 0xff], frame),
  bmp: bytesOf('BM', zeros(12), [40, 0, 0, 0], [0x80, 2, 0, 0], [0xe0, 1, 0, 0], zeros(28)),
  'bmp from top to bottom': bytesOf(
    'BM',
    zeros(12),
    [124, 0, 0, 0],
    [0x80, 2, 0, 0],
    [0x20, 0xfe, 0xff, 0xff],
  ),
  'old bmp': bytesOf('BM', zeros(12), [12, 0, 0, 0], [0x80, 2, 0xe0, 1], zeros(4)),
  avif: heif('avifmif1miaf', meta(ispe(640, 480))),
  'avif by a later brand': heif('mif1avifmiaf', meta(ispe(640, 480))),
  heic: heif('heicmif1', meta(ispe(512, 512), ispe(4032, 3024), ispe(160, 120))),
  heif: heif('mif1heic', meta(ispe(640, 480))),
  'heif with a codec that is not named': heif('mif1miaf', meta(ispe(640, 480))),
}

const vga = { width: 640, height: 480 }

describe('type and size', () => {
  it.each([
    ['jpeg', { type: 'jpeg', ...vga }],
    ['jpeg with bytes between its segments', { type: 'jpeg', ...vga }],
    ['bmp', { type: 'bmp', ...vga }],
    ['bmp from top to bottom', { type: 'bmp', ...vga }],
    ['old bmp', { type: 'bmp', ...vga }],
    ['png', { type: 'png', width: 50_000, height: 40_000 }],
    ['gif', { type: 'gif', ...vga }],
    ['old gif', { type: 'gif', ...vga }],
    ['lossy webp', { type: 'webp', ...vga }],
    ['lossless webp', { type: 'webp', ...vga }],
    ['extended webp', { type: 'webp', ...vga }],
    ['avif', { type: 'avif', ...vga }],
    ['avif by a later brand', { type: 'avif', ...vga }],
    // Its tiles and its preview are smaller than the whole.
    ['heic', { type: 'heic', width: 4032, height: 3024 }],
    ['heif', { type: 'heic', ...vga }],
    ['heif with a codec that is not named', { type: 'heic', ...vga }],
  ] as const)('are read from the content of a %s', (name, expected) => {
    expect(readPictureHeader(good[name])).toEqual(expected)
  })

  it('are read from a part of a buffer, too', () => {
    const around = bytesOf(zeros(7), [...png], zeros(7))
    const part = around.subarray(7, 7 + png.length)
    expect(readPictureHeader(part)).toMatchObject({ type: 'png', width: 50_000 })
  })

  it('are read behind a box with a long size', () => {
    const free = bytesOf(long(1), 'free', long(0), long(16))
    const file = heif('avif', [...free], meta(ispe(640, 480)))
    expect(readPictureHeader(file)).toEqual({ type: 'avif', ...vga })
  })
})

describe('no picture', () => {
  it.each([
    ['nothing', bytesOf('')],
    ['a text', bytesOf('This is not a picture.')],
    ['SVG', bytesOf('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['PDF', bytesOf('%PDF-1.7\n', zeros(40))],
    ['TIFF', bytesOf('II*\0', zeros(40))],
    ['a text that begins like a BMP', bytesOf('BM is a kind of car, and this a text about it.')],
    ['a video', heif('isomiso2avc1mp41', meta(ispe(640, 480)))],
    ['a video with letters of a brand', heif('mp42xavifxxx', meta(ispe(640, 480)))],
    ['a JPEG without a frame', bytesOf(jpegStart, [0xff, 0xd9])],
    ['a width of 0', bytesOf('GIF89a', [0, 0, 1, 0], zeros(3))],
    ['a sound in the same container as WebP', bytesOf('RIFF', zeros(4), 'WAVE', 'VP8X', zeros(30))],
    [
      'a list of brands that is cut off',
      bytesOf(box('ftyp', 'avif'), meta(ispe(640, 480)).slice(0, 9)),
    ],
    ['an AVIF without a size', heif('avif', meta())],
    ['a box with a long size of 0', heif('avif', [...bytesOf(long(1), 'free', zeros(30))])],
    ['boxes of no length', heif('avif', [...long(4), ...zeros(90)])],
  ])('is %s', (_, bytes) => {
    expect(readPictureHeader(bytes)).toBeUndefined()
  })
})

/** A good file, cut off and with a few other bytes. */
const damaged = fc
  .tuple(
    fc.constantFrom(...Object.values(good)),
    fc.nat(),
    fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 }),
  )
  .map(([file, length, changes]) => {
    const bytes = Uint8Array.from(file.subarray(0, length % (file.length + 1)))
    for (const [at, value] of changes) if (bytes.length > 0) bytes[at % bytes.length] = value
    return bytes
  })

it('reads whatever there is without an error, and no size below 1', () => {
  fc.assert(
    fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 400 })), (bytes) => {
      const { width, height } = readPictureHeader(bytes) ?? { width: 1, height: 1 }
      expect(Math.min(width, height)).toBeGreaterThan(0)
    }),
    { numRuns: 3000 },
  )
})
