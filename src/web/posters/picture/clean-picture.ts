import {
  JPEG,
  jpegFrameSize,
  type JpegSegment,
  jpegSegments,
  type PixelSize,
} from '#contract/jpeg.ts'
import { MAX_UPLOAD_BYTES, MAX_UPLOAD_SIDE, UPLOAD_TYPE } from '#contract/uploads.ts'
import {
  type PicturePart,
  pixelsOf,
  type Rectangle,
  WHOLE,
} from '#web/posters/picture/picture-part.ts'

/** The kinds of pictures that are recognised. HEIC is one that most browsers cannot decode. */
export type PictureType = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'bmp' | 'heic'

/** Largest file that is read, in bytes. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024

/** The most pixels that are decoded. In memory each takes four bytes. */
const MAX_PIXELS = 100_000_000

/** Longest side that is decoded, in pixels. */
const MAX_SIDE = 30_000

/** A picture that can be uploaded: a JPEG without metadata. */
export interface PreparedPicture extends PixelSize {
  blob: Blob
  /** how large it would be if it was not reduced */
  full: PixelSize
  /** how large the file was, in bytes */
  before: number
  /** a JPEG of at most 96 px and 4 KB, as Base64 */
  thumbnail: string
}

/**
 * Why there is no picture. unsupported: this browser cannot make one of any file; scrambled: it would be another than what was drawn;
 * not-loaded: our code did not arrive
 */
export type PictureProblem =
  | 'empty'
  | 'not-a-picture'
  | 'too-large'
  | 'too-many-pixels'
  | 'unreadable'
  | 'unsupported'
  | 'scrambled'
  | 'not-loaded'
  | 'cancelled'

/** What becomes of a file. type: of a picture that this browser cannot read, if its content says one. */
export type PictureResult =
  | { ok: true; picture: PreparedPicture }
  | { ok: false; problem: PictureProblem; type?: PictureType }

const THUMBNAIL = { side: 96, bytes: 4096 }

/** From the best to the smallest: parts of the longest side, and for each of them qualities. */
const SCALES = [1, 0.75, 0.5, 0.25]
const QUALITIES = [0.9, 0.8, 0.65]

/**
 * Makes a small JPEG of a picture, turned as its metadata says, and without them. Of an animation it is the first frame. Needs
 * `createImageBitmap` and `OffscreenCanvas`, as in a worker.
 *
 * @param part what to make the JPEG of
 * @returns always, also for a file that cannot be read or is made to harm
 */
export async function cleanPicture(file: Blob, part: PicturePart = WHOLE): Promise<PictureResult> {
  if (file.size === 0) return { ok: false, problem: 'empty' }
  if (file.size > MAX_FILE_BYTES) return { ok: false, problem: 'too-large' }
  // Deleted or changed since it was chosen, or a folder.
  const content = await file.arrayBuffer().catch(() => undefined)
  if (content === undefined) return { ok: false, problem: 'unreadable' }
  const bytes = new Uint8Array(content)
  const header = readPictureHeader(bytes)
  if (header === undefined) return { ok: false, problem: 'not-a-picture' }
  const { type, width, height } = header
  const isWhole = type !== 'jpeg' || [...jpegSegments(bytes, true)].at(-1)?.marker === JPEG.EOI
  // A few bytes can claim a size that would fill the memory.
  const isHuge = Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS
  if (isHuge) return { ok: false, problem: 'too-many-pixels' }
  if (typeof OffscreenCanvas === 'undefined') return { ok: false, problem: 'unsupported' }
  try {
    if (!(await keepsPixels())) return { ok: false, problem: 'scrambled' }
    const bitmap = await (isWhole ? createImageBitmap(file) : decodeWithoutEnd(file))
    const area = pixelsOf(part, bitmap)
    const canvas = draw(bitmap, MAX_UPLOAD_SIDE, area)
    // It takes much memory.
    bitmap.close()
    const main = await encode(canvas, MAX_UPLOAD_BYTES)
    const thumbnail = await encode(draw(canvas, THUMBNAIL.side), THUMBNAIL.bytes)
    if (main === undefined || thumbnail === undefined) return { ok: false, problem: 'unsupported' }
    const { bytes: jpeg, ...size } = main
    const blob = new Blob([jpeg], { type: UPLOAD_TYPE })
    const full = { width: area.width, height: area.height }
    const picture = { ...size, full, blob, before: file.size }
    return { ok: true, picture: { ...picture, thumbnail: base64(thumbnail.bytes) } }
  } catch {
    // Damaged, of a kind that this browser does not know, or too large for its memory.
    return { ok: false, problem: 'unreadable', type }
  }
}

const PATTERN_SIDE = 32

/**
 * Whether a canvas gives back what was drawn on it. Some browsers change a few bits, or return noise, so that no page recognises them.
 */
async function keepsPixels(): Promise<boolean> {
  const canvas = new OffscreenCanvas(PATTERN_SIDE, PATTERN_SIDE)
  const context = contextOf(canvas)
  const pattern = context.createImageData(PATTERN_SIDE, PATTERN_SIDE)
  for (const index of pattern.data.keys()) {
    // Opaque, and of many colours: what has one colour is not changed by every such browser.
    pattern.data[index] = index % 4 === 3 ? 255 : index * 73
  }
  context.putImageData(pattern, 0, 0)
  // As a picture is uploaded, but without loss.
  const encoded = await canvas.convertToBlob({ type: 'image/png' })
  const bitmap = await createImageBitmap(encoded, { colorSpaceConversion: 'none' })
  context.clearRect(0, 0, PATTERN_SIDE, PATTERN_SIDE)
  context.drawImage(bitmap, 0, 0)
  return haveSamePixels(context.getImageData(0, 0, PATTERN_SIDE, PATTERN_SIDE), pattern)
}

function haveSamePixels(one: ImageData, other: ImageData): boolean {
  return one.data.every((value, index) => value === other.data[index])
}

/** Coded data of no picture. It begins with 0, so that with a byte before it, it makes no marker. */
const FILLER = Uint8Array.from({ length: 4096 }, (_, index) => (index * 89) % 255)

/**
 * Decodes a JPEG that has no EOI, which viewers show. If only that is missing, decoders ignore what is added to the coded data;
 * otherwise they fill the rest of the picture with it.
 *
 * @throws if more is missing
 */
async function decodeWithoutEnd(file: Blob): Promise<ImageBitmap> {
  const end = Uint8Array.of(0xff, JPEG.EOI)
  const [bitmap, filled] = await Promise.all([
    createImageBitmap(new Blob([file, end])),
    createImageBitmap(new Blob([file, FILLER, end])),
  ])
  const [pixels, others] = [bitmap, filled].map((one) => {
    const canvas = draw(one, MAX_UPLOAD_SIDE)
    return contextOf(canvas).getImageData(0, 0, canvas.width, canvas.height)
  })
  if (pixels === undefined || others === undefined || !haveSamePixels(pixels, others)) {
    throw new Error('The picture is cut off.')
  }
  return bitmap
}

/** Encodes a picture in less than so many bytes, as well as it can. @returns undefined if the browser makes no usable JPEG */
async function encode(canvas: OffscreenCanvas, limit: number) {
  for (const scale of SCALES) {
    const scaled = scale === 1 ? canvas : draw(canvas, Math.max(1, longerSide(canvas) * scale))
    for (const quality of QUALITIES) {
      const blob = await scaled.convertToBlob({ type: UPLOAD_TYPE, quality })
      const bytes = withoutExtras(new Uint8Array(await blob.arrayBuffer()))
      if (bytes === undefined) return undefined
      if (bytes.length < limit) return { width: scaled.width, height: scaled.height, bytes }
    }
  }
  return undefined
}

const longerSide = ({ width, height }: PixelSize) => Math.max(width, height)

/** Draws a part of a picture so that its longer side is at most this long, at least 1 pixel. It never grows. */
function draw(
  source: ImageBitmap | OffscreenCanvas,
  side: number,
  area: Rectangle = pixelsOf(WHOLE, source),
): OffscreenCanvas {
  const longer = longerSide(area)
  // Firefox and WebKit look at four pixels for each new one. Unless a side is at most halved at once, they miss those between.
  if (longer > side * 2) return draw(draw(source, Math.ceil(longer / 2), area), side)
  // At least a half, so no side becomes 0.
  const factor = Math.min(1, side / longer)
  const scaled = (length: number) => Math.round(length * factor)
  const [width, height] = [scaled(area.width), scaled(area.height)]
  const canvas = new OffscreenCanvas(width, height)
  const context = contextOf(canvas)
  // A JPEG is opaque. Without a ground, what is transparent would be black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, area.x, area.y, area.width, area.height, 0, 0, width, height)
  return canvas
}

/** The same for each call. @throws if there is no memory for it */
function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { alpha: false })
  if (context === null) throw new Error('There is no memory for a canvas.')
  return context
}

/**
 * A JPEG without what a picture does not need. Some browsers write EXIF or a comment of their own, which the host refuses.
 *
 * @returns undefined if it is no whole JPEG
 */
function withoutExtras(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined {
  const segments = [...jpegSegments(bytes)]
  if (segments.at(-1)?.marker !== JPEG.EOI) return undefined
  // Before its content a segment has its marker, and but for the first and the last one its length.
  const begins = segments.map(
    ({ marker, start }) => start - (marker === JPEG.SOI || marker === JPEG.EOI ? 2 : 4),
  )
  const kept = segments.map((segment, index) => {
    // Up to the next one: after the header of a scan comes its data.
    const end = begins[index + 1] ?? segment.end
    return bytes.subarray(begins[index], isNeeded(bytes, segment) ? end : begins[index])
  })
  const all = new Uint8Array(kept.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of kept) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Segments for applications that say something about the pixels: marker → how their content begins. */
const NEEDED = new Map([
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
])

function isNeeded(bytes: Uint8Array, { marker, start, end }: JpegSegment): boolean {
  if (marker < JPEG.APP0) return true
  const begin = NEEDED.get(marker)
  if (begin === undefined) return false
  return (
    String.fromCodePoint(...bytes.subarray(start, Math.min(end, start + begin.length))) === begin
  )
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCodePoint(...bytes))
}

/** What the first bytes of a picture say. */
interface PictureHeader extends PixelSize {
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
