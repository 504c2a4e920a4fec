import type { PixelSize } from '#contract/jpeg.ts'

/** A rectangle by its upper left corner and its size. */
export interface Rectangle extends PixelSize {
  x: number
  y: number
}

/** A part of a picture as it is seen, once its orientation was applied: fractions of its width and its height, from 0 to 1. */
export type PicturePart = Readonly<Rectangle>

export const WHOLE: PicturePart = { x: 0, y: 0, width: 1, height: 1 }

/** The pixels of a part of a picture of this size: whole ones, at least one, and none outside of it. */
export function pixelsOf(part: PicturePart, { width, height }: PixelSize): Rectangle {
  const x = clamp(Math.round(part.x * width), 0, width - 1)
  const y = clamp(Math.round(part.y * height), 0, height - 1)
  const right = clamp(Math.round((part.x + part.width) * width), x + 1, width)
  const bottom = clamp(Math.round((part.y + part.height) * height), y + 1, height)
  return { x, y, width: right - x, height: bottom - y }
}

/** The part that begins and ends with whole pixels. */
export function inPixels(part: PicturePart, size: PixelSize): PicturePart {
  const { x, y, width, height } = pixelsOf(part, size)
  return {
    x: x / size.width,
    y: y / size.height,
    width: width / size.width,
    height: height / size.height,
  }
}

/** The largest part of a shape, as near to the middle of another part as it can be. @param ratio width to height, in pixels */
export function partOfShape(ratio: number, size: PixelSize, near: PicturePart): PicturePart {
  // How high the shape is for each pixel of its width, in fractions of the picture.
  const slope = size.width / size.height / ratio
  const width = Math.min(1, 1 / slope)
  const height = Math.min(1, slope)
  return {
    x: clamp(near.x + (near.width - width) / 2, 0, 1 - width),
    y: clamp(near.y + (near.height - height) / 2, 0, 1 - height),
    width,
    height,
  }
}

/** A part of a part, as a part of the whole. */
export function partWithin(outer: PicturePart, inner: PicturePart): PicturePart {
  return {
    x: outer.x + inner.x * outer.width,
    y: outer.y + inner.y * outer.height,
    width: inner.width * outer.width,
    height: inner.height * outer.height,
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
