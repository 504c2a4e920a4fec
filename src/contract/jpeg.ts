/** A marker of a JPEG with its segment (ISO/IEC 10918-1, annex B). */
export interface JpegSegment {
  marker: number
  /** where its content begins, in bytes from the start of the file */
  start: number
  /** where its content ends; the coded image data after a scan header is not part of it */
  end: number
}

/** The markers that a reader of JPEGs looks for. */
export const JPEG = { SOI: 0xd8, EOI: 0xd9, SOS: 0xda, APP0: 0xe0, APP1: 0xe1, COM: 0xfe } as const

/** The size of an image, in pixels, before its orientation is applied. */
export interface PixelSize {
  width: number
  height: number
}

/**
 * The segments of a JPEG, in order, from SOI to EOI. It ends early at the first byte that is not as the standard says, so a file is
 * whole only if the last segment is EOI.
 *
 * @param isTolerant skips what stands between segments, as decoders do
 */
export function* jpegSegments(
  bytes: Uint8Array,
  isTolerant = false,
): Generator<JpegSegment, void, undefined> {
  if (bytes[0] !== 0xff || bytes[1] !== JPEG.SOI) return
  yield { marker: JPEG.SOI, start: 2, end: 2 }
  let at = 2
  for (;;) {
    if (!isTolerant && bytes[at] !== 0xff) return
    at = bytes.indexOf(0xff, at)
    if (at === -1) return
    // Any number of 0xFF may stand before a marker.
    while (bytes[at + 1] === 0xff) at += 1
    const marker = bytes[at + 1]
    if (marker === undefined) return
    if (marker < 0xc0 || isRestart(marker)) {
      if (!isTolerant) return
      at += 2
      continue
    }
    const start = at + 2
    if (marker === JPEG.EOI) {
      yield { marker, start, end: start }
      return
    }
    const end = start + word(bytes, start)
    if (end < start + 2 || end > bytes.length) return
    yield { marker, start: start + 2, end }
    at = marker === JPEG.SOS ? endOfScan(bytes, end) : end
  }
}

/** The size that a frame header says. @returns undefined for a segment of another kind */
export function jpegFrameSize(
  bytes: Uint8Array,
  { marker, start, end }: JpegSegment,
): PixelSize | undefined {
  // DHT, JPG and DAC stand among the frame headers.
  const isFrame =
    marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
  if (!isFrame || end - start < 5) return undefined
  return { height: word(bytes, start + 1), width: word(bytes, start + 3) }
}

function word(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
}

function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7
}

/** Where the coded data of a scan ends: at the next marker that is not part of it. */
function endOfScan(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(0xff, from)
  while (at !== -1) {
    const next = bytes[at + 1]
    if (next === undefined) return bytes.length
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at
    // Of several 0xFF in a row, the last one begins the marker.
    at = bytes.indexOf(0xff, next === 0xff ? at + 1 : at + 2)
  }
  return bytes.length
}
