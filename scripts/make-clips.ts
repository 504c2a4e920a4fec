/**
 * Draws the clips that finished tasks of the local API show, and encodes them with ffmpeg (VP9).
 * Only needed to change them: the results are in public/media. Every clip ends where it begins.
 *
 *   npx tsx scripts/make-clips.ts
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const WIDTH = 360
const HEIGHT = 480
const FRAMES = 60
const FRAMES_PER_SECOND = 24
const MAX_BYTES = 60_000
const TURN = 2 * Math.PI

type Colour = readonly [red: number, green: number, blue: number]
type Point = readonly [x: number, y: number]

const AMBER: Colour = [1, 0.66, 0.2]
const GOLD: Colour = [1, 0.84, 0.5]
const CORAL: Colour = [1, 0.38, 0.3]
const ROSE: Colour = [0.95, 0.35, 0.55]
const TEAL: Colour = [0.2, 0.75, 0.75]
const PLUM: Colour = [0.3, 0.1, 0.32]
const NIGHT: Colour = [0.03, 0.022, 0.06]

/** One picture of linear light, three numbers a pixel; more than 1 is brighter than the screen. */
class Picture {
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

  private add(
    [x, y]: Point,
    reach: number,
    colour: Colour,
    shape: (dx: number, dy: number) => number,
  ): void {
    const lastRow = Math.min(HEIGHT - 1, Math.ceil(y + reach))
    const lastColumn = Math.min(WIDTH - 1, Math.ceil(x + reach))
    for (let row = Math.max(0, Math.floor(y - reach)); row <= lastRow; row += 1) {
      for (let column = Math.max(0, Math.floor(x - reach)); column <= lastColumn; column += 1) {
        const amount = shape(column - x, row - y)
        const at = (row * WIDTH + column) * 3
        for (const [channel, value] of colour.entries()) {
          this.light[at + channel] = (this.light[at + channel] ?? 0) + value * amount
        }
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

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}

function smooth(from: number, to: number, value: number): number {
  const t = clamp((value - from) / (to - from))
  return t * t * (3 - 2 * t)
}

function mix(a: Colour, b: Colour, t: number): Colour {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t]
}

function scale([red, green, blue]: Colour, by: number): Colour {
  return [red * by, green * by, blue * by]
}

/** A number from 0 to 1 that always belongs to the same n. */
function scatter(n: number): number {
  const wild = Math.sin(n * 127.1 + 11.7) * 43_758.5453
  return wild - Math.floor(wild)
}

/** A frame of bulbs with light running round it, and rays behind. */
function drawMarqueeLights(picture: Picture, time: number): void {
  picture.fill((x, y) => {
    const [dx, dy] = [x - 0.5, (y - 0.62) * 1.33]
    const distance = Math.hypot(dx, dy)
    const rays = 0.5 + 0.5 * Math.cos(Math.atan2(dy, dx) * 14 + time * TURN)
    const beam =
      smooth(0.35, 0.75, rays) * smooth(0.75, 0.05, distance) * smooth(0.02, 0.2, distance)
    const base = mix([0.16, 0.035, 0.05], [0.02, 0.012, 0.03], smooth(0.05, 0.75, distance))
    const lit = mix(base, scale(AMBER, 0.5), beam * 0.75)
    const heart = Math.exp(-(distance * distance) / 0.012) * (0.8 + 0.2 * Math.sin(time * TURN))
    return mix(lit, [1, 0.9, 0.66], heart)
  })
  const [left, top, right, bottom] = [30, 30, WIDTH - 30, HEIGHT - 30]
  const bulbs: [number, number][] = []
  for (let n = 0; n < 10; n += 1) bulbs.push([left + ((right - left) * n) / 10, top])
  for (let n = 0; n < 14; n += 1) bulbs.push([right, top + ((bottom - top) * n) / 14])
  for (let n = 0; n < 10; n += 1) bulbs.push([right - ((right - left) * n) / 10, bottom])
  for (let n = 0; n < 14; n += 1) bulbs.push([left, bottom - ((bottom - top) * n) / 14])
  for (const [index, [x, y]] of bulbs.entries()) {
    const chase = 0.5 + 0.5 * Math.cos((index / 4 - time * 2) * TURN)
    const on = 0.18 + 0.82 * chase ** 2
    picture.glow([x, y], 22, AMBER, 0.16 * on)
    picture.glow([x, y], 8, mix(AMBER, GOLD, on), 0.9 * on)
    picture.glow([x, y], 3.6, [1, 0.95, 0.85], 0.9 * on)
  }
}

/** Three bursts over a dark sky, one after the other. */
function drawFireworks(picture: Picture, time: number): void {
  picture.fill((x, y) => {
    const horizon = Math.exp(-((1 - y) ** 2) / 0.05)
    return mix(
      mix(NIGHT, [0.008, 0.01, 0.03], 1 - y),
      [0.17, 0.05, 0.06],
      horizon * (0.7 - 0.3 * x),
    )
  })
  const bursts = [
    { x: 190, y: 165, colour: AMBER, edge: CORAL, start: 0, size: 150, sparks: 64 },
    { x: 105, y: 265, colour: ROSE, edge: GOLD, start: 0.36, size: 105, sparks: 46 },
    { x: 262, y: 290, colour: TEAL, edge: GOLD, start: 0.68, size: 98, sparks: 44 },
  ]
  for (const [which, burst] of bursts.entries()) {
    const age = (time - burst.start + 1) % 1
    if (age > 0.82) {
      const climb = (age - 0.82) / 0.18
      const y = HEIGHT - (HEIGHT - burst.y) * (1 - (1 - climb) ** 2)
      for (let tail = 0; tail < 7; tail += 1) {
        picture.glow([burst.x, y + tail * 7], 3.2 - tail * 0.3, GOLD, 0.55 * (1 - tail / 7))
      }
      continue
    }
    const life = age / 0.82
    picture.glow([burst.x, burst.y], burst.size * 0.9, burst.colour, 0.3 * (1 - life) ** 2)
    picture.glow([burst.x, burst.y], 16, [1, 0.95, 0.85], 1.6 * smooth(0.14, 0, life))
    for (let spark = 0; spark < burst.sparks; spark += 1) {
      const angle = ((spark + scatter(spark + which * 50) * 0.6) / burst.sparks) * TURN
      const far = burst.size * (0.3 + 0.7 * scatter(spark * 3 + which))
      for (let tail = 0; tail < 11; tail += 1) {
        const then = Math.max(0, life - tail * 0.022)
        const out = far * (1 - (1 - then) ** 3)
        const x = burst.x + Math.cos(angle) * out
        const y = burst.y + Math.sin(angle) * out + 62 * then * then
        const light = (1 - life) ** 0.9 * (1 - tail / 11) ** 1.5 * smooth(0, 0.05, life)
        picture.glow([x, y], 2.9 - tail * 0.15, mix(burst.colour, burst.edge, life), 0.75 * light)
      }
    }
  }
}

/** Folds of cloth with light moving over them. */
function drawSilk(picture: Picture, time: number): void {
  const turn = time * TURN
  picture.fill((x, y) => {
    const bend = 0.35 * Math.sin(y * 4.2 + turn) + 0.2 * Math.sin(x * 5.1 - y * 3 + turn + 1.3)
    const fold = Math.sin((x * 1.5 + y * 0.75 + bend) * TURN)
    const small = Math.sin((x * 2.6 - y * 1.3 + bend * 1.4) * TURN + 2 * turn)
    const height = 0.72 * fold + 0.28 * small
    const cloth =
      height < 0
        ? mix(scale(ROSE, 0.55), PLUM, smooth(0, -0.9, height))
        : mix(scale(ROSE, 0.55), AMBER, smooth(0, 0.85, height))
    const sheen = smooth(0.72, 1, height) * 0.75
    const shade = 0.55 + 0.45 * smooth(-1, 0.2, height)
    return mix(scale(cloth, shade), [1, 0.9, 0.72], sheen)
  })
}

/** Paper falling through warm lights that are out of focus. */
function drawConfetti(picture: Picture, time: number): void {
  picture.fill((x, y) =>
    mix([0.2, 0.09, 0.06], [0.05, 0.03, 0.075], smooth(0, 1, y * 0.8 + x * 0.2)),
  )
  for (let n = 0; n < 13; n += 1) {
    const breath = 0.75 + 0.25 * Math.sin(time * TURN + n * 1.7)
    const radius = 20 + 26 * scatter(n + 9)
    const colour = [AMBER, CORAL, GOLD, ROSE][n % 4] ?? AMBER
    picture.glow([scatter(n) * WIDTH, scatter(n + 40) * HEIGHT], radius, colour, 0.3 * breath)
  }
  const colours = [GOLD, AMBER, CORAL, ROSE, TEAL, [1, 0.95, 0.88] as const]
  for (let n = 0; n < 56; n += 1) {
    const near = 0.5 + scatter(n + 100)
    const fall = (scatter(n + 200) + time) % 1
    const sway = Math.sin((time + scatter(n + 300)) * TURN) * 14 * near
    const turns = 1 + Math.floor(scatter(n + 400) * 2)
    const flip = Math.cos((time * turns + scatter(n + 500)) * TURN)
    const angle = scatter(n + 600) * TURN + 0.5 * Math.sin((time + scatter(n + 700)) * TURN)
    picture.ribbon(
      [scatter(n + 800) * WIDTH + sway, fall * (HEIGHT + 40) - 20],
      [6.5 * near, Math.max(0.8, 4.6 * near * Math.abs(flip))],
      angle,
      scale(colours[n % colours.length] ?? GOLD, 0.3 + 0.55 * Math.abs(flip)),
    )
  }
}

const CLIPS = [
  { name: 'marquee-lights', draw: drawMarqueeLights, quality: 36 },
  { name: 'fireworks', draw: drawFireworks, quality: 38 },
  { name: 'silk', draw: drawSilk, quality: 36 },
  { name: 'confetti', draw: drawConfetti, quality: 48 },
]

function encode(frames: Uint8Array, file: string, quality: number): void {
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${WIDTH}x${HEIGHT}`]
  const codec = ['-c:v', 'libvpx-vp9', '-crf', String(quality), '-b:v', '0', '-pix_fmt', 'yuv420p']
  const effort = ['-deadline', 'good', '-cpu-used', '0', '-row-mt', '0', '-g', String(FRAMES)]
  // Without times and program versions the same drawing gives the same bytes.
  const plain = ['-an', '-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact']
  const rate = ['-r', String(FRAMES_PER_SECOND)]
  runFfmpeg([...input, ...rate, '-i', '-', ...codec, ...effort, ...plain, file], frames)
}

/** Sound with a picture that few browsers can show. */
function encodeWithoutPicture(file: string): void {
  const input = '-f lavfi -i testsrc2=s=96x128:r=12:d=2 -f lavfi -i sine=330:d=2'
  const codecs = '-c:v libx265 -crf 40 -x265-params log-level=none -c:a libopus -b:a 12k'
  const plain = '-f matroska -map_metadata -1 -fflags +bitexact'
  runFfmpeg([...`${input} ${codecs} ${plain}`.split(' '), file])
}

function runFfmpeg(args: readonly string[], input?: Uint8Array): void {
  const options = { input: input ?? '' }
  const { status, stderr, error } = spawnSync(
    'ffmpeg',
    ['-y', '-loglevel', 'error', ...args],
    options,
  )
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`ffmpeg: ${stderr.toString()}`)
}

const folder = join(import.meta.dirname, '../public/media')
mkdirSync(folder, { recursive: true })
for (const { name, draw, quality } of CLIPS) {
  const frames = new Uint8Array(WIDTH * HEIGHT * 3 * FRAMES)
  for (let frame = 0; frame < FRAMES; frame += 1) {
    const picture = new Picture()
    draw(picture, frame / FRAMES)
    frames.set(picture.toRgb24(), WIDTH * HEIGHT * 3 * frame)
  }
  const file = join(folder, `${name}.webm`)
  encode(frames, file, quality)
  const { size } = statSync(file)
  process.stdout.write(`${name}.webm ${size} bytes\n`)
  if (size > MAX_BYTES) throw new Error(`${name}.webm is larger than ${MAX_BYTES} bytes`)
}
encodeWithoutPicture(join(folder, 'no-picture.webm'))
