import { JPEG, jpegFrameSize, jpegSegments } from '#contract/jpeg.ts'
import { MAX_UPLOAD_SIDE } from '#contract/uploads.ts'

type IsTaken = (content: Uint8Array) => boolean

const always: IsTaken = () => true
const beginsWith = (text: string, content: Uint8Array) =>
  Buffer.from(text, 'latin1').equals(content.subarray(0, text.length))

/**
 * The segments of a plain JPEG by their markers. All others may hold something about the person or the place: EXIF, XMP, IPTC,
 * comments, previews.
 */
const TAKEN = new Map<number, IsTaken>([
  [JPEG.SOI, always],
  // JFIF of this length has no preview, and neither has Adobe's.
  [JPEG.APP0, (content) => content.length === 14 && beginsWith('JFIF\0', content)],
  [0xe2, (content) => beginsWith('ICC_PROFILE\0', content)],
  [0xee, (content) => content.length === 12 && beginsWith('Adobe', content)],
  // Quantization tables, Huffman tables, restart interval.
  [0xdb, always],
  [0xc4, always],
  [0xdd, always],
  // Frame headers: baseline, extended, progressive.
  [0xc0, always],
  [0xc1, always],
  [0xc2, always],
  [JPEG.SOS, always],
  [JPEG.EOI, always],
])

/**
 * Checks that a file is a plain JPEG: one image, nothing about it, nothing behind it.
 *
 * @returns what is wrong, in a sentence; undefined: nothing
 */
export function plainJpegProblem(bytes: Uint8Array): string | undefined {
  let frames = 0
  let scans = 0
  let end = 0
  for (const segment of jpegSegments(bytes)) {
    const isTaken = TAKEN.get(segment.marker)
    if (isTaken?.(bytes.subarray(segment.start, segment.end)) !== true) {
      return `The picture has a part that a plain JPEG has not (marker ff${segment.marker.toString(16)}).`
    }
    if (segment.marker === JPEG.SOS) scans += 1
    if (segment.marker === JPEG.EOI) ({ end } = segment)
    const size = jpegFrameSize(bytes, segment)
    if (size === undefined) continue
    frames += 1
    if (!isSide(size.width) || !isSide(size.height)) {
      return `Each side of the picture must have 1 to ${MAX_UPLOAD_SIDE} pixels.`
    }
  }
  if (end !== bytes.length || frames !== 1 || scans === 0) {
    return 'The body is not one whole JPEG with nothing behind its end.'
  }
  return undefined
}

function isSide(pixels: number): boolean {
  return pixels >= 1 && pixels <= MAX_UPLOAD_SIDE
}
