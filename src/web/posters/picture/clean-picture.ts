import { JPEG, type JpegSegment, jpegSegments, type PixelSize } from '#contract/jpeg.ts'
import { MAX_UPLOAD_BYTES, MAX_UPLOAD_SIDE, UPLOAD_TYPE } from '#contract/uploads.ts'
import { type PictureType, readPictureHeader } from '#web/posters/picture/picture-header.ts'
import {
  type PicturePart,
  pixelsOf,
  type Rectangle,
  WHOLE,
} from '#web/posters/picture/picture-part.ts'

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
