// JPEGs as they are written by hand: each part is what a test may leave out or add to.
import { JPEG } from '#contract/jpeg.ts'

/** A segment: its marker, its length, its content. */
export function segment(marker: number, content: Buffer | string | readonly number[]): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : Buffer.from(content)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length + 2)
  return Buffer.concat([Buffer.from([0xff, marker]), length, bytes])
}

/** The parts of a plain JPEG, by their names. @param bytes of coded data; it says nothing, as nobody decodes it */
export function jpegParts(width = 2048, height = 1536, bytes = 100) {
  const [high, low] = [Math.floor(height / 256), height % 256]
  const size = [high, low, Math.floor(width / 256), width % 256]
  return {
    start: Buffer.from([0xff, JPEG.SOI]),
    jfif: segment(JPEG.APP0, 'JFIF\0\u0001\u0001\0\0\u0001\0\u0001\0\0'),
    profile: segment(0xe2, 'ICC_PROFILE\0\u0001\u0001profile'),
    adobe: segment(0xee, 'Adobe\0d\0\0\0\0\u0001'),
    tables: Buffer.concat([
      segment(
        0xdb,
        Array.from({ length: 65 }, () => 1),
      ),
      segment(0xc4, [0]),
    ]),
    restarts: segment(0xdd, [0, 4]),
    frame: segment(0xc2, [8, ...size, 1, 1, 0x11, 0]),
    scan: Buffer.concat([
      segment(JPEG.SOS, [1, 1, 0, 0, 63, 0]),
      Buffer.from([0xff, 0, 0xff, 0xd0]),
      Buffer.alloc(bytes, 7),
    ]),
    end: Buffer.from([0xff, JPEG.EOI]),
  }
}

/** A plain JPEG with its parts in order; a part may be replaced. */
export function jpeg(replaced: Partial<ReturnType<typeof jpegParts>> = {}): Buffer<ArrayBuffer> {
  return Buffer.concat(Object.values({ ...jpegParts(), ...replaced }))
}
