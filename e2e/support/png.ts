import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** A picture of at most 256 colours. */
interface IndexedPicture {
  width: number
  height: number
  /** three bytes for each colour: red, green, blue */
  palette: Buffer
  /** one byte for each pixel: which colour of the palette */
  pixels: Buffer
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Writes a PNG file, 8 bits per pixel. */
export function writePng({ width, height, palette, pixels }: IndexedPicture): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Bit depth 8, colour type 3 (palette); compression, filter and interlace methods are all 0.
  header.writeUInt8(8, 8)
  header.writeUInt8(3, 9)
  // Each row begins with its filter type, 0.
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1) {
    pixels.copy(rows, y * (width + 1) + 1, y * width, (y + 1) * width)
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'ascii'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

/** Bytes of a pixel in what a browser's screenshot is: red, green and blue, not interlaced. */
const DEPTH = 3

/** Colours that are no further apart than this, in red, green and blue, become one. */
const SHADES = 8

/**
 * Makes a screenshot small: of colours that are hardly to be told apart, the most frequent one stays, and of those
 * that are left the 256 most frequent ones. The same picture becomes the same bytes.
 */
export function reduceColours(screenshot: Buffer): Buffer {
  const { width, height, bytes } = readPng(screenshot)
  const colours = Array.from({ length: width * height }, (_, pixel) =>
    bytes.readUIntBE(pixel * DEPTH, DEPTH),
  )
  const counts = new Map<number, number>()
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const byCount = [...counts].toSorted(([a, m], [b, n]) => n - m || a - b).map(([colour]) => colour)
  const alike = new Map<string, number>()
  for (const colour of byCount) {
    const likeness = likenessOf(colour)
    if (!alike.has(likeness)) alike.set(likeness, colour)
  }
  const palette = [...alike.values()].slice(0, 256)
  const index = new Map(
    byCount.map((colour) => [colour, nearest(palette, alike.get(likenessOf(colour)) ?? colour)]),
  )
  return writePng({
    width,
    height,
    palette: Buffer.from(palette.flatMap(partsOf)),
    pixels: Buffer.from(colours.map((colour) => index.get(colour) ?? 0)),
  })
}

function likenessOf(colour: number): string {
  return partsOf(colour)
    .map((part) => Math.floor(part / SHADES))
    .join(' ')
}

function partsOf(colour: number): [number, number, number] {
  return [Math.floor(colour / 65_536), Math.floor(colour / 256) % 256, colour % 256]
}

function nearest(palette: readonly number[], colour: number): number {
  const known = palette.indexOf(colour)
  if (known !== -1) return known
  const parts = partsOf(colour)
  const distances = palette.map((other) =>
    Math.max(...partsOf(other).map((value, part) => Math.abs(value - (parts[part] ?? 0)))),
  )
  return distances.indexOf(Math.min(...distances))
}

/** Reads a PNG file of 8-bit red, green and blue. */
function readPng(file: Buffer): { width: number; height: number; bytes: Buffer } {
  const data: Buffer[] = []
  for (let at = SIGNATURE.length; at < file.length;) {
    const length = file.readUInt32BE(at)
    if (file.toString('ascii', at + 4, at + 8) === 'IDAT') {
      data.push(file.subarray(at + 8, at + 8 + length))
    }
    at += length + 12
  }
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  const [bitDepth, colourType, isInterlaced] = [file[24], file[25], file[28]]
  if (bitDepth !== 8 || colourType !== 2 || isInterlaced !== 0) throw new Error('no screenshot')
  return {
    width,
    height,
    bytes: unfiltered(inflateSync(Buffer.concat(data)), width * DEPTH, height),
  }
}

/** Undoes what PNG does to rows before it compresses them (PNG, third edition, section 9). */
function unfiltered(rows: Buffer, rowLength: number, height: number): Buffer {
  const bytes = Buffer.alloc(rowLength * height)
  for (let y = 0; y < height; y += 1) {
    const filter = rows[y * (rowLength + 1)] ?? 0
    for (let x = 0; x < rowLength; x += 1) {
      const at = y * rowLength + x
      const left = x < DEPTH ? 0 : (bytes[at - DEPTH] ?? 0)
      const above = y === 0 ? 0 : (bytes[at - rowLength] ?? 0)
      const corner = x < DEPTH || y === 0 ? 0 : (bytes[at - rowLength - DEPTH] ?? 0)
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter] ?? 0
      bytes[at] = (rows[y * (rowLength + 1) + 1 + x] ?? 0) + guess
    }
  }
  return bytes
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner
  const a = Math.abs(guess - left)
  const b = Math.abs(guess - above)
  const c = Math.abs(guess - corner)
  if (a <= b && a <= c) return left
  return b <= c ? above : corner
}
