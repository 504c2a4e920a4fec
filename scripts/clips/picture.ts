/** The size of a clip, in pixels. */
export const WIDTH = 360
export const HEIGHT = 480
/** A whole turn, in radians. */
export const TURN = 2 * Math.PI

/** Linear light; more than 1 is brighter than the screen. */
export type Colour = readonly [red: number, green: number, blue: number]
type Point = readonly [x: number, y: number]

export const AMBER: Colour = [1, 0.66, 0.2]
export const GOLD: Colour = [1, 0.84, 0.5]
export const CORAL: Colour = [1, 0.38, 0.3]
export const ROSE: Colour = [0.95, 0.35, 0.55]
export const TEAL: Colour = [0.2, 0.75, 0.75]
export const PLUM: Colour = [0.3, 0.1, 0.32]
export const NIGHT: Colour = [0.03, 0.022, 0.06]

/** One picture of linear light, three numbers a pixel; more than 1 is brighter than the screen. */
export class Picture {
  readonly light = new Float32Array(WIDTH * HEIGHT * 3)

  /** Paints every pixel; x and y go from 0 to 1. */
  fill(colourAt: (x: number, y: number) => Colour): void {
    for (let row = 0; row < HEIGHT; row += 1) {
      for (let column = 0; column < WIDTH; column += 1) {
        this.light.set(colourAt(column / WIDTH, row / HEIGHT), (row * WIDTH + column) * 3)
      }
    }
  }

  /** Adds a soft spot of light; all lengths in pixels. */
  glow(at: Point, radius: number, colour: Colour, strength: number): void {
    this.add(at, radius * 3, scale(colour, strength), (dx, dy) =>
      Math.exp((-dx * dx - dy * dy) / (radius * radius)),
    )
  }

  /** Adds a turned rectangle with soft edges. */
  ribbon(
    at: Point,
    [halfWidth, halfHeight]: readonly [number, number],
    angle: number,
    colour: Colour,
  ): void {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    const inside = (distance: number, half: number) => clamp(half - Math.abs(distance) + 0.5)
    this.add(
      at,
      halfWidth + halfHeight + 1,
      colour,
      (dx, dy) => inside(dx * cos + dy * sin, halfWidth) * inside(dy * cos - dx * sin, halfHeight),
    )
  }

  /** Paints over what is there, within a square; all lengths in pixels from its middle. */
  paint(
    at: Point,
    reach: number,
    shape: (dx: number, dy: number) => { colour: Colour; amount: number },
  ): void {
    this.visit(at, reach, (index, dx, dy) => {
      const { colour, amount } = shape(dx, dy)
      if (amount === 0) return
      for (const [channel, value] of colour.entries()) {
        const before = this.light[index + channel] ?? 0
        this.light[index + channel] = before + (value - before) * amount
      }
    })
  }

  private add(
    at: Point,
    reach: number,
    colour: Colour,
    shape: (dx: number, dy: number) => number,
  ): void {
    this.visit(at, reach, (index, dx, dy) => {
      const amount = shape(dx, dy)
      for (const [channel, value] of colour.entries()) {
        this.light[index + channel] = (this.light[index + channel] ?? 0) + value * amount
      }
    })
  }

  /** Calls back with each pixel of a square: its place in `light`, and how far it is from the middle. */
  private visit(
    [x, y]: Point,
    reach: number,
    visit: (index: number, dx: number, dy: number) => void,
  ): void {
    const lastRow = Math.min(HEIGHT - 1, Math.ceil(y + reach))
    const lastColumn = Math.min(WIDTH - 1, Math.ceil(x + reach))
    for (let row = Math.max(0, Math.floor(y - reach)); row <= lastRow; row += 1) {
      for (let column = Math.max(0, Math.floor(x - reach)); column <= lastColumn; column += 1) {
        visit((row * WIDTH + column) * 3, column - x, row - y)
      }
    }
  }

  /** The picture as 8-bit sRGB; what is too bright runs into white softly. */
  toRgb24(): Uint8Array {
    return Uint8Array.from(this.light, (value) => {
      const shown = value < 0.6 ? value : 0.6 + 0.4 * (1 - Math.exp(-(value - 0.6) / 0.4))
      return Math.round(255 * clamp(shown) ** (1 / 1.6))
    })
  }
}

export function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}

export function smooth(from: number, to: number, value: number): number {
  const t = clamp((value - from) / (to - from))
  return t * t * (3 - 2 * t)
}

export function mix(a: Colour, b: Colour, t: number): Colour {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t]
}

export function scale([red, green, blue]: Colour, by: number): Colour {
  return [red * by, green * by, blue * by]
}

/** A number from 0 to 1 that always belongs to the same n. */
export function scatter(n: number): number {
  const wild = Math.sin(n * 127.1 + 11.7) * 43_758.5453
  return wild - Math.floor(wild)
}
