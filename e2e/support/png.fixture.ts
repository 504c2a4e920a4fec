import { decode, encode } from 'fast-png'

type Rgb = [red: number, green: number, blue: number]

/** Colours closer than this, in each of red, green and blue, become one. */
const COLOUR_STEP = 8

/** A palette of a PNG file has room for this many. */
const MAX_COLOURS = 256

/** A PNG file: a plain grey rectangle. */
export function greyPicture({ width, height }: { width: number; height: number }): Uint8Array {
  return encode({ width, height, channels: 1, data: new Uint8Array(width * height).fill(0x80) })
}

/**
 * Makes a screenshot small enough for the repository. Of colours that look alike the most frequent one
 * stays, and of those the 256 most frequent. The same screenshot always gives the same bytes.
 */
export function reduceColours(screenshot: Buffer): Buffer {
  const { width, height, data, channels } = decode(screenshot)
  if (channels !== 3) throw new Error(`A screenshot has 3 channels, this picture ${channels}.`)
  const colours = Array.from({ length: width * height }, (_, pixel) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(pixel * 3)
    return red * 65_536 + green * 256 + blue
  })
  const counts = new Map<number, number>()
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const byCount = [...counts].toSorted(([a, m], [b, n]) => n - m || a - b).map(([colour]) => colour)
  const mostFrequent = new Map<string, number>()
  for (const colour of byCount) {
    const group = groupOf(colour)
    if (!mostFrequent.has(group)) mostFrequent.set(group, colour)
  }
  const palette = [...mostFrequent.values()].slice(0, MAX_COLOURS)
  const indexes = new Map(
    byCount.map((colour) => [
      colour,
      nearestIndex(palette, mostFrequent.get(groupOf(colour)) ?? colour),
    ]),
  )
  const reduced = encode({
    width,
    height,
    channels: 1,
    palette: palette.map(toRgb),
    data: Uint8Array.from(colours, (colour) => indexes.get(colour) ?? 0),
  })
  return Buffer.from(reduced)
}

/** Colours of one group look alike. */
function groupOf(colour: number): string {
  return toRgb(colour)
    .map((part) => Math.floor(part / COLOUR_STEP))
    .join(' ')
}

function toRgb(colour: number): Rgb {
  return [Math.floor(colour / 65_536), Math.floor(colour / 256) % 256, colour % 256]
}

function nearestIndex(palette: readonly number[], colour: number): number {
  const known = palette.indexOf(colour)
  if (known !== -1) return known
  const parts = toRgb(colour)
  const distances = palette.map((other) =>
    Math.max(...toRgb(other).map((value, part) => Math.abs(value - (parts[part] ?? 0)))),
  )
  return distances.indexOf(Math.min(...distances))
}
