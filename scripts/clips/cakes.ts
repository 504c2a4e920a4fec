import {
  AMBER,
  clamp,
  type Colour,
  CORAL,
  GOLD,
  mix,
  NIGHT,
  type Picture,
  PLUM,
  ROSE,
  scale,
  scatter,
  smooth,
  TURN,
  WIDTH,
} from './picture.ts'

const CREAM: Colour = [1, 0.86, 0.66]
const INK: Colour = [0.07, 0.02, 0.09]

/** How much of a pixel a shape covers. @param inside how far the pixel is within its edge, in pixels */
function cover(inside: number): number {
  return clamp(inside + 0.5)
}

function ellipse(dx: number, dy: number, halfWidth: number, halfHeight: number): number {
  return (1 - Math.hypot(dx / halfWidth, dy / halfHeight)) * Math.min(halfWidth, halfHeight)
}

function box(dx: number, dy: number, halfWidth: number, halfHeight: number, round = 0): number {
  const x = Math.max(Math.abs(dx) - halfWidth + round, 0)
  const y = Math.max(Math.abs(dy) - halfHeight + round, 0)
  const within = Math.min(halfWidth - Math.abs(dx), halfHeight - Math.abs(dy))
  return x === 0 && y === 0 ? Math.max(within, 0) : round - Math.hypot(x, y)
}

/** A flame from its foot upwards: wide below, pointed above. @param lean how far its point is moved to the side, in pixels */
function flame(dx: number, dy: number, height: number, lean: number): number {
  const up = -dy / height
  if (up < 0 || up > 1) return -9
  const half = height * 0.34 * Math.sqrt(Math.sin(Math.PI * up ** 0.62))
  return half - Math.abs(dx - lean * up ** 2)
}

/** A drop of icing that runs down the side of a cake, and the icing between two drops. @returns how far down, in pixels */
function icing(x: number, length: number): number {
  const drop = Math.floor(x / 26)
  const across = (x / 26 - drop) * 2 - 1
  return length * (0.35 + 0.65 * scatter(drop + 70)) * Math.sqrt(Math.max(0, 1 - across ** 2))
}

/** Flat colours within bold lines, a face that blinks, and stars that turn: as in a cartoon. */
export function drawAnimeCake(picture: Picture, time: number): void {
  const turn = time * TURN
  const hop = Math.max(0, Math.sin(2 * turn))
  const [middle, foot] = [WIDTH / 2, 352]
  picture.fill((u, v) => {
    const [x, y] = [u * WIDTH - middle, v * 480]
    const rays = Math.sin(Math.atan2(y - 250, x) * 12 + turn) > 0
    let colour: Colour = rays ? scale(PLUM, 0.72) : scale(PLUM, 0.5)
    const put = (inside: number, paint: Colour) => {
      colour = mix(colour, paint, cover(inside))
    }
    /** a shape within its line */
    const draw = (inside: number, paint: Colour) => {
      put(inside + 5, INK)
      put(inside, paint)
    }
    put(y - 384, scale(ROSE, 0.3))
    put(ellipse(x, y - 368, 128 - 10 * hop, 17), scale(PLUM, 0.3))
    const base = foot - 16 * hop
    for (const [index, at] of [-56, 0, 56].entries()) {
      const top = base - 152
      draw(box(x - at, y - top, 8, 32, 4), index === 1 ? GOLD : CREAM)
      put(
        Math.min(box(x - at, y - top, 8, 32, 4), 3.2 - Math.abs(((y - top + x) % 22) - 11)),
        CORAL,
      )
      const lean = 7 * Math.sin(turn * (2 + index) + index)
      draw(flame(x - at, y - (top - 32), 40, lean), AMBER)
      put(flame(x - at, y - (top - 33), 22, lean * 0.6), CREAM)
    }
    const side = box(x, y - (base - 55), 104, 66, 16)
    draw(side, CORAL)
    put(Math.min(side, y - (base - 18)), scale(CORAL, 0.62))
    const cream = Math.min(box(x, y - (base - 80), 110, 46, 18), base - 92 + icing(x + 117, 44) - y)
    draw(cream, CREAM)
    put(ellipse(x + 70, y - (base - 112), 22, 5), [1, 0.97, 0.9])
    const blink = smooth(0.05, 0.02, Math.abs(time - 0.62))
    for (const eye of [-34, 34]) {
      put(ellipse(x - eye, y - (base - 36), 9, 11 * (1 - 0.85 * blink)), INK)
      put(ellipse(x - eye + 3, y - (base - 41), 3.4, 3.4 * (1 - 0.9 * blink)), CREAM)
      put(ellipse(x - eye * 1.75, y - (base - 24), 11, 7), ROSE)
    }
    const smile = ellipse(x, y - (base - 31), 13, 14)
    put(Math.min(smile, y - (base - 29)), INK)
    put(Math.min(ellipse(x, y - (base - 19), 7, 5), smile - 2), ROSE)
    for (let n = 0; n < 9; n += 1) {
      const [sx, sy] = [(scatter(n + 3) - 0.5) * 330, 70 + scatter(n + 31) * 190]
      if (Math.abs(sx) < 96 && sy > 130) continue
      const size =
        (9 + 10 * scatter(n + 61)) * (0.55 + 0.45 * Math.sin(turn * (1 + (n % 2)) + n * 2))
      const spread = Math.sqrt(Math.abs(x - sx)) + Math.sqrt(Math.abs(y - sy))
      put((Math.sqrt(Math.max(size, 0.1)) - spread) * 3, n % 3 === 0 ? CREAM : GOLD)
    }
    return colour
  })
}

/** How bright the candles are: 0.8 to 1.2, never quite the same. */
function flicker(turn: number, candle: number): number {
  return 1 + 0.1 * Math.sin(3 * turn + candle * 2.1) + 0.07 * Math.sin(7 * turn + candle * 4.3)
}

/** A cake on a table in a dark room, in the light of its candles. No line around anything. */
export function drawRealCake(picture: Picture, time: number): void {
  const turn = time * TURN
  const [middle, top] = [WIDTH / 2, 262]
  const candles = [-58, -22, 18, 56].map((x, n) => ({
    x,
    y: top + (n % 2 === 0 ? -9 : 7),
    light: flicker(turn, n),
    lean: 4 * Math.sin(2 * turn + n * 1.9) + 2 * Math.sin(5 * turn + n),
  }))
  const lamp = candles.reduce((sum, { light }) => sum + light, 0) / candles.length
  picture.fill((u, v) => {
    const [x, y] = [u * WIDTH - middle, v * 480]
    const pool = Math.exp(-((x / 210) ** 2) - ((y - 250) / 190) ** 2)
    let colour = mix(NIGHT, [0.2, 0.075, 0.035], pool * lamp)
    const put = (inside: number, paint: Colour, soft = 1) => {
      colour = mix(colour, paint, clamp(inside / soft + 0.5))
    }
    const table = Math.exp(-((x / 170) ** 2) - ((y - 362) / 60) ** 2)
    put(y - 326, mix([0.035, 0.014, 0.012], [0.34, 0.15, 0.06], table * lamp), 10)
    put(ellipse(x, y - 360, 150, 32), mix([0.1, 0.07, 0.06], [0.55, 0.42, 0.3], table))
    put(ellipse(x - 6, y - 358, 128, 24), [0.06, 0.03, 0.025], 8)
    // The side is lit from above and from the left.
    const round = Math.sqrt(Math.max(0, 1 - (x / 112) ** 2))
    const side = (0.12 + 0.62 * clamp(round * 0.9 - x / 330)) * (1.15 - (y - top) / 190) * lamp
    const body = Math.min(112 - Math.abs(x), y - top, 88 + round * 24 - (y - top))
    const grain = 0.9 + 0.1 * scatter(Math.floor(x / 2) * 91 + Math.floor(y / 2))
    put(body, scale([0.5, 0.2, 0.075], side * 1.7 * grain))
    const layer = 38 + round * 24 - (y - top)
    put(Math.min(body, 7 - Math.abs(layer)), scale(CREAM, side), 3)
    const drip = icing(x + 117, 46) + round * 24 - (y - top)
    put(Math.min(body, drip), scale(CREAM, side * (0.75 + 0.3 * clamp(drip / 14))), 2)
    const glowTop = candles.reduce(
      (sum, one) =>
        sum + one.light * Math.exp(-(((x - one.x) / 46) ** 2) - ((y - one.y) / 20) ** 2),
      0,
    )
    put(ellipse(x, y - top, 112, 26), scale(CREAM, 0.4 + 0.28 * glowTop))
    for (let n = 0; n < 9; n += 1) {
      const angle = (n / 9) * TURN + 0.3
      const [bx, by] = [x - 94 * Math.cos(angle), y - (top - 7) - 19 * Math.sin(angle)]
      const berry = ellipse(bx, by, 12, 11)
      const lit = clamp(0.62 - by / 24 - bx / 60)
      put(berry, scale(mix([0.4, 0.02, 0.03], CORAL, lit * 0.7), 0.5 + 0.45 * lamp * lit))
      put(ellipse(bx + 3, by + 4, 3, 2.2), [1, 0.8, 0.7], 3)
    }
    for (const { x: at, y: foot, light, lean } of candles) {
      const stick = box(x - at, y - (foot - 34), 4.6, 36)
      const shine =
        0.45 + 0.5 * Math.exp(-(((x - at + 1.5) / 3) ** 2)) + 0.5 * smooth(-20, -66, y - foot)
      put(stick, scale(mix(CREAM, ROSE, Math.sin((y + x) / 5) > 0.2 ? 0.55 : 0.1), shine))
      put(box(x - at, y - (foot - 73), 0.9, 5), [0.05, 0.02, 0.02])
      const tall = 34 * light
      put(flame(x - at, y - (foot - 72), tall, lean), [1.3, 0.72, 0.2], 5)
      put(flame(x - at, y - (foot - 74), tall * 0.62, lean * 0.6), [1.7, 1.4, 0.9], 4)
    }
    return colour
  })
  for (const { x, y, light } of candles) {
    picture.glow([middle + x, y - 90], 46, AMBER, 0.2 * light)
    picture.glow([middle + x, y - 86], 15, GOLD, 0.3 * light)
  }
  for (let n = 0; n < 12; n += 1) {
    const at = [scatter(n + 5) * WIDTH, 20 + scatter(n + 25) * 170] as const
    const breath = 0.7 + 0.3 * Math.sin(turn + n * 2.3)
    picture.glow(at, 9 + 15 * scatter(n + 45), n % 3 === 0 ? ROSE : AMBER, 0.11 * breath)
  }
}
