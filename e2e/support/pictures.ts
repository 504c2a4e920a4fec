/** Files that people choose as pictures. */
import { encode } from 'fast-png'

import { seededRandom } from './seeded-random.ts'

/** A JPEG of 64 × 32 pixels without metadata: its left half is red, its right half blue. */
export const plainJpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hn' +
    'Pk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj' +
    'Y2P/wAARCAAgAEADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFwEBAQEBAAAA' +
    'AAAAAAAAAAAAAAcFBv/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AIoDLd4AAjgKgnIACwAl6jAAI4CoJyAA/9k=',
  'base64',
)

/** What `photo` says about the person who took it. */
export const SECRETS = { camera: 'Camera of Lin', comment: 'Lin at home' }

/** What exifr looks for: all that a picture can say of a person, but not its colours, nor how it is packed. */
export const EVERYTHING = {
  tiff: true,
  exif: true,
  gps: true,
  iptc: true,
  xmp: true,
  icc: false,
  jfif: false,
}

/** `plainJpeg` as a phone makes it: with the camera, the place, a comment, and the orientation 6. Turned as that says, red is on top. */
export function photo(): Buffer {
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), exifData()])
  return Buffer.concat([
    plainJpeg.subarray(0, 2),
    jpegSegment(0xe1, exif),
    jpegSegment(0xfe, Buffer.from(SECRETS.comment)),
    plainJpeg.subarray(2),
  ])
}

function jpegSegment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** A field of EXIF: tag, type (2: text, 3: 16 bits, 4: 32 bits, 5: fractions), count, and its value or where that is. */
type ExifField = readonly [tag: number, type: number, count: number, value: number]

function exifData(): Buffer {
  const camera = Buffer.from(`${SECRETS.camera}\0`)
  // Three fields after the header of 8 bytes, then the four of the place.
  const place = 8 + 2 + 3 * 12 + 4
  const values = place + 2 + 4 * 12 + 4
  const north = values + camera.length
  const first = exifFields([
    [0x01_0f, 2, camera.length, values],
    [0x01_12, 3, 1, 6],
    [0x88_25, 4, 1, place],
  ])
  const second = exifFields([
    [1, 2, 2, 0x4e],
    [2, 5, 3, north],
    [3, 2, 2, 0x45],
    [4, 5, 3, north + 24],
  ])
  const header = Buffer.from('II*\0\x08\0\0\0', 'latin1')
  return Buffer.concat([header, first, second, camera, degrees(31, 13), degrees(121, 28)])
}

function exifFields(fields: readonly ExifField[]): Buffer {
  const all = Buffer.alloc(2 + fields.length * 12 + 4)
  all.writeUInt16LE(fields.length)
  for (const [index, [tag, type, count, value]] of fields.entries()) {
    const at = 2 + index * 12
    all.writeUInt16LE(tag, at)
    all.writeUInt16LE(type, at + 2)
    all.writeUInt32LE(count, at + 4)
    all.writeUInt32LE(value, at + 8)
  }
  return all
}

/** Degrees, minutes and no seconds, as fractions. */
function degrees(whole: number, minutes: number): Buffer {
  return Buffer.from(Uint32Array.of(whole, 1, minutes, 1, 0, 1).buffer)
}

/** A PNG of noise, the hardest to compress: 2,048 × 2,048 pixels of it are 4 MB as a good JPEG. */
export function noisyPng(width: number, height: number): Uint8Array {
  const random = seededRandom(39)
  const words = Uint32Array.from({ length: Math.ceil((width * height * 3) / 4) }, () =>
    random.below(2 ** 32),
  )
  const data = new Uint8Array(words.buffer, 0, width * height * 3)
  return encode({ width, height, channels: 3, data }, { zlib: { level: 0 } })
}

/** A PNG file: a plain grey rectangle. */
export function greyPicture({ width, height }: { width: number; height: number }): Uint8Array {
  return encode({ width, height, channels: 1, data: new Uint8Array(width * height).fill(0x80) })
}
