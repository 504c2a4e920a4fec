import { jpegFrameSize, jpegSegments, type PixelSize } from '#contract/jpeg.ts'

/** The kinds of pictures that are recognised. HEIC is one that most browsers cannot decode. */
export type PictureType = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'bmp' | 'heic'

/** What the first bytes of a picture say. */
export interface PictureHeader extends PixelSize {
  type: PictureType
}

/** A file to be read. */
type Bytes = DataView

const readers: Readonly<Record<PictureType, (file: Bytes) => PixelSize | undefined>> = {
  jpeg: readJpeg,
  png: readPng,
  webp: readWebp,
  gif: readGif,
  avif: (file) => readHeif(file, /^(?:.{4})*avi[fs]/s),
  bmp: readBmp,
  heic: (file) => readHeif(file, /^(?:mif1|msf1|(?:.{4})*he(?:i[cxms]|v[cx]))/s),
}

/**
 * Reads what kind of picture a file is, and its size, before anything decodes it. Only the content counts, not the name.
 *
 * @returns undefined if it is no picture of these kinds, or does not say its size. Width and height are in pixels, at least 1, before
 *   the orientation in the metadata is applied.
 */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | undefined {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (const type of ['jpeg', 'png', 'webp', 'gif', 'avif', 'bmp', 'heic'] as const) {
    const size = readers[type](file)
    if (size !== undefined && size.width > 0 && size.height > 0) return { type, ...size }
  }
  return undefined
}

function readJpeg(file: Bytes): PixelSize | undefined {
  const bytes = new Uint8Array(file.buffer, file.byteOffset, file.byteLength)
  for (const segment of jpegSegments(bytes, true)) {
    const size = jpegFrameSize(bytes, segment)
    if (size !== undefined) return size
  }
  return undefined
}

function readPng(file: Bytes): PixelSize | undefined {
  if (text(file, 0, 8) !== '\x89PNG\r\n\x1a\n' || text(file, 12, 4) !== 'IHDR') return undefined
  if (file.byteLength < 24) return undefined
  return { width: file.getUint32(16), height: file.getUint32(20) }
}

function readGif(file: Bytes): PixelSize | undefined {
  if (!/^GIF8[79]a$/.test(text(file, 0, 6)) || file.byteLength < 10) return undefined
  return { width: file.getUint16(6, true), height: file.getUint16(8, true) }
}

/** A header of 12 bytes has sides of 16 bits, all others of 32. A negative height says that the upper row is the first. */
function readBmp(file: Bytes): PixelSize | undefined {
  if (text(file, 0, 2) !== 'BM' || file.byteLength < 26) return undefined
  const header = file.getUint32(14, true)
  if (header === 12) return { width: file.getUint16(18, true), height: file.getUint16(20, true) }
  if (header < 40 || header > 124) return undefined
  return { width: file.getInt32(18, true), height: Math.abs(file.getInt32(22, true)) }
}

function readWebp(file: Bytes): PixelSize | undefined {
  if (text(file, 0, 4) !== 'RIFF' || text(file, 8, 4) !== 'WEBP') return undefined
  if (file.byteLength < 30) return undefined
  switch (text(file, 12, 4)) {
    case 'VP8 ':
      if (text(file, 23, 3) !== '\x9d\x01*') return undefined
      return {
        width: file.getUint16(26, true) & 0x3f_ff,
        height: file.getUint16(28, true) & 0x3f_ff,
      }
    case 'VP8L': {
      if (file.getUint8(20) !== 0x2f) return undefined
      // Two numbers of 14 bits, each less by 1 than what it says.
      const sizes = file.getUint32(21, true)
      return { width: (sizes & 0x3f_ff) + 1, height: ((sizes >>> 14) & 0x3f_ff) + 1 }
    }
    case 'VP8X':
      // Two numbers of 24 bits.
      return {
        width: (file.getUint32(24, true) & 0xff_ff_ff) + 1,
        height: (file.getUint32(26, true) >>> 8) + 1,
      }
    default:
      return undefined
  }
}

/** A box of ISO/IEC 14496-12: its kind, and where its content begins and ends. */
interface Box {
  kind: string
  start: number
  end: number
}

/** AVIF and HEIC are one format (ISO/IEC 23008-12). @param brands that it must name, in its own list */
function readHeif(file: Bytes, brands: RegExp): PixelSize | undefined {
  const [first] = boxes(file, 0, file.byteLength)
  if (first?.kind !== 'ftyp') return undefined
  // The second number of the list is a version.
  const named =
    text(file, first.start, 4) + text(file, first.start + 8, first.end - first.start - 8)
  if (!brands.test(named)) return undefined
  let largest: PixelSize | undefined
  for (const { start, end } of boxesAt(file, ['meta', 'iprp', 'ipco', 'ispe'])) {
    // A version, then the two sides. A picture of tiles has one for a tile, and one for the whole.
    if (end - start < 12) continue
    const size = { width: file.getUint32(start + 4), height: file.getUint32(start + 8) }
    if (largest === undefined || size.width * size.height > largest.width * largest.height) {
      largest = size
    }
  }
  return largest
}

/** All boxes of the last kind, in the first box of each kind before it, one in the other. */
function boxesAt(file: Bytes, [...kinds]: string[]): Box[] {
  const last = kinds.pop()
  let around: Box | undefined = { kind: '', start: 0, end: file.byteLength }
  for (const kind of kinds) {
    if (around === undefined) return []
    around = find(boxes(file, around.start, around.end), kind)
    // This one has a version before its content.
    if (around?.kind === 'meta') around.start += 4
  }
  if (around === undefined) return []
  return [...boxes(file, around.start, around.end)].filter(({ kind }) => kind === last)
}

function find(all: Iterable<Box>, kind: string): Box | undefined {
  for (const box of all) if (box.kind === kind) return box
  return undefined
}

/** The boxes of a part of the file. It ends at the first one that is not whole. */
function* boxes(file: Bytes, from: number, end: number): Generator<Box, void, undefined> {
  let at = from
  while (at + 8 <= end) {
    const [head, size] = boxSize(file, at, end)
    if (size < head || at + size > end) return
    yield { kind: text(file, at + 4, 4), start: at + head, end: at + size }
    at += size
  }
}

/** How long the head of a box is, and the whole box. */
function boxSize(file: Bytes, at: number, end: number): [head: number, size: number] {
  const size = file.getUint32(at)
  if (size === 0) return [8, end - at]
  if (size !== 1) return [8, size]
  return at + 16 <= end ? [16, Number(file.getBigUint64(at + 8))] : [16, 0]
}

/** Up to 256 bytes, each as one character. */
function text(file: Bytes, at: number, length: number): string {
  const from = Math.min(at, file.byteLength)
  const count = Math.max(0, Math.min(length, file.byteLength - from, 256))
  return String.fromCodePoint(...new Uint8Array(file.buffer, file.byteOffset + from, count))
}
