import {
  AMBER,
  clamp,
  type Colour,
  CORAL,
  GOLD,
  HEIGHT,
  mix,
  NIGHT,
  type Picture,
  ROSE,
  scale,
  scatter,
  smooth,
  TEAL,
  TURN,
  WIDTH,
} from './picture.ts'

/* What youqian and zhongming depict is not shown in the specification. These are readings of our own: wealth, and the sound of a bell. */

/** The layers of falling coins, the farthest first: how many, how large (in pixels), and how bright. */
const COINS = [
  { count: 11, radius: 12, light: 0.4 },
  { count: 10, radius: 20, light: 0.65 },
  { count: 9, radius: 33, light: 1 },
]

/** The way that a coin falls: higher than the picture, so that it comes and goes out of sight. */
const FALL = 1.3

/** Gold coins that turn while they fall, before rings of light. */
export function drawYouqian(picture: Picture, time: number): void {
  const turn = time * TURN
  picture.fill((x, y) => {
    const distance = Math.hypot(x - 0.5, (y - 0.5) * 1.33)
    const rings = 0.5 + 0.5 * Math.cos(distance * 44 - turn)
    const light = Math.exp(-distance * distance * 7)
    const base = mix([0.1, 0.018, 0.03], [0.42, 0.1, 0.05], light)
    return mix(base, scale(AMBER, 0.75), light * smooth(0.55, 1, rings) * 0.5)
  })
  for (const [layer, { count, radius, light }] of COINS.entries()) {
    for (let n = 0; n < count; n += 1) {
      const seed = layer * 100 + n
      const fall = (scatter(seed) + n * 0.37 + time) % 1
      const x = ((n + 0.2 + 0.6 * scatter(seed + 40)) / count) * WIDTH
      const sway = Math.sin(turn + seed) * radius * 0.3
      const spin = turn * (1 + (n % 2)) + scatter(seed + 80) * TURN
      const y = (fall * FALL - (FALL - 1) / 2) * HEIGHT
      drawCoin(picture, [x + sway, y], radius, { spin, light })
    }
  }
  for (let n = 0; n < 14; n += 1) {
    const spark = Math.max(0, Math.sin(turn + scatter(n + 300) * TURN)) ** 12
    const at = [scatter(n + 320) * WIDTH, scatter(n + 340) * HEIGHT] as const
    picture.glow(at, 5, [1, 0.95, 0.8], 1.2 * spark)
    picture.glow(at, 16, GOLD, 0.35 * spark)
  }
}

/** A coin that turns around an upright axis, with a rim and a square hole. */
function drawCoin(
  picture: Picture,
  at: readonly [x: number, y: number],
  radius: number,
  { spin, light }: { spin: number; light: number },
): void {
  const wide = Math.max(0.16, Math.abs(Math.cos(spin)))
  const facing = Math.abs(Math.cos(spin)) ** 6
  picture.paint(at, radius + 1, (dx, dy) => {
    const [x, y] = [dx / (radius * wide), dy / radius]
    const far = Math.hypot(x, y)
    const rim = smooth(0.74, 0.8, far)
    const hole = Math.max(Math.abs(x), Math.abs(y)) - 0.24
    const shade =
      0.55 + 0.35 * clamp(0.5 - x * Math.sign(Math.sin(spin)) * 0.5 - y * 0.4) + 0.6 * facing
    const metal = mix([0.5, 0.2, 0.02], [1, 0.7, 0.22], clamp(shade * (0.62 + 0.38 * rim)))
    const dark = smooth(0.08, 0, hole) * (wide > 0.3 ? 0.7 : 0)
    return {
      colour: scale(mix(metal, [0.3, 0.12, 0.02], dark), light * (0.7 + 0.5 * facing)),
      amount: clamp((1 - far) * radius * wide + 0.5),
    }
  })
}

/** Lines that swing like the sound of a bell that was struck: wide, then ever less, around one warm line. */
export function drawZhongming(picture: Picture, time: number): void {
  const turn = time * TURN
  const lines = Array.from({ length: 11 }, (_, n) => n - 5)
  picture.fill((x, y) => {
    const far = (y - 0.5) * 1.33
    let colour: Colour = mix([0.045, 0.03, 0.1], [0.02, 0.012, 0.035], Math.abs(far) * 1.6)
    // Two strokes in a turn: a front of light goes outwards.
    for (const stroke of [0, 0.5]) {
      const age = (time + stroke) % 1
      const front = Math.hypot(x - 0.5, far) - age * 0.95
      colour = mix(
        colour,
        scale(AMBER, 0.5),
        Math.exp(-((front / 0.07) ** 2)) * 0.3 * (1 - age) ** 1.5,
      )
    }
    for (const line of lines) {
      const age = (time * 2 - Math.abs(line) * 0.07 + 1) % 1
      const swing = 0.035 * (0.35 + 0.65 * (1 - age) ** 1.6 * smooth(0, 0.08, age))
      const bow = Math.sin(Math.PI * x) ** 1.5
      const wave = Math.sin(x * TURN * (1.5 + Math.abs(line) * 0.12) - turn * 2 + line * 0.5)
      const away = Math.abs(far - line * 0.088 - swing * bow * wave)
      const warm = Math.exp(-Math.abs(line) * 0.55)
      const glow = Math.exp(-((away / (0.005 + 0.004 * warm)) ** 2))
      const halo = Math.exp(-((away / 0.035) ** 2)) * 0.28 * warm
      const tint = mix(mix(TEAL, ROSE, clamp(Math.abs(line) / 5)), GOLD, warm)
      const light = (0.35 + 0.75 * warm) * (0.35 + 0.65 * bow)
      colour = mix(colour, scale(tint, 1.15), clamp(glow * light + halo))
    }
    return colour
  })
  const beat = (1 - ((time * 2) % 1)) ** 2
  picture.glow([WIDTH / 2, HEIGHT / 2], 60, AMBER, 0.16 + 0.3 * beat)
  picture.glow([WIDTH / 2, HEIGHT / 2], 16, [1, 0.92, 0.75], 0.3 + 0.7 * beat)
}

/** Where each rocket bursts and when, as a part of the clip. All are in the middle part, which a square shows, too. */
const BURSTS = [
  { x: 186, y: 176, colour: AMBER, edge: CORAL, start: 0, size: 165, sparks: 84 },
  { x: 96, y: 262, colour: ROSE, edge: GOLD, start: 0.36, size: 118, sparks: 60 },
  { x: 268, y: 268, colour: TEAL, edge: GOLD, start: 0.66, size: 116, sparks: 60 },
]

type Burst = (typeof BURSTS)[number]

/** Three rockets over the roofs of a town: each climbs, bursts, and its sparks fall. */
export function drawFirework(picture: Picture, time: number): void {
  // It begins with the largest one open: that frame is all that some people see.
  const now = (time + 0.2) % 1
  const lit = BURSTS.reduce((sum, { start }) => sum + smooth(0.3, 0, (now - start + 1) % 1), 0)
  picture.fill((x, y) => {
    const horizon = Math.exp(-((1 - y) ** 2) / 0.05)
    const sky = mix([0.008, 0.01, 0.03], NIGHT, y)
    return mix(sky, [0.17, 0.05, 0.06], horizon * (0.7 - 0.3 * x))
  })
  for (const [which, burst] of BURSTS.entries()) {
    const age = (now - burst.start + 1) % 1
    if (age > 0.84) drawRocket(picture, burst, (age - 0.84) / 0.16)
    else drawSparks(picture, burst, which, age / 0.84)
  }
  picture.paint([WIDTH / 2, HEIGHT], WIDTH, (dx, dy) => {
    const column = Math.floor((dx + WIDTH / 2) / 24)
    const roof = 34 + 40 * scatter(column + 12)
    const window = scatter(column * 57 + Math.floor((dx + 180) / 8) * 13 + Math.floor(dy / 11) * 7)
    const inPane = Math.abs(((dx + 180) % 8) - 4) < 2 && -dy % 11 < 5 && -dy < roof - 8
    const isLit = inPane && window > 0.72
    return {
      colour: isLit ? scale(AMBER, 0.3) : mix([0.012, 0.009, 0.02], [0.06, 0.03, 0.04], lit * 0.5),
      amount: clamp(roof + dy + 0.5),
    }
  })
}

function drawRocket(picture: Picture, { x, y: end }: Burst, climb: number): void {
  const y = HEIGHT - (HEIGHT - end) * (1 - (1 - climb) ** 2)
  for (let tail = 0; tail < 10; tail += 1) {
    picture.glow([x, y + tail * 6], 3 - tail * 0.22, GOLD, 0.6 * (1 - tail / 10) * (1 - climb ** 4))
  }
}

function drawSparks(picture: Picture, burst: Burst, which: number, life: number): void {
  picture.glow([burst.x, burst.y], burst.size * 0.9, burst.colour, 0.34 * (1 - life) ** 2)
  picture.glow([burst.x, burst.y], 18, [1, 0.95, 0.85], 1.8 * smooth(0.14, 0, life))
  for (let spark = 0; spark < burst.sparks; spark += 1) {
    const angle = ((spark + scatter(spark + which * 50) * 0.6) / burst.sparks) * TURN
    const far = burst.size * (0.32 + 0.68 * Math.sqrt(scatter(spark * 3 + which)))
    const glint = life < 0.55 ? 1 : 0.5 + 0.5 * Math.sin(life * 90 + spark * 5)
    for (let tail = 0; tail < 14; tail += 1) {
      const then = Math.max(0, life - tail * 0.02)
      const out = far * (1 - (1 - then) ** 3)
      const at = [
        burst.x + Math.cos(angle) * out,
        burst.y + Math.sin(angle) * out + 66 * then * then,
      ] as const
      const light = (1 - life) ** 0.9 * (1 - tail / 14) ** 1.5 * smooth(0, 0.05, life) * glint
      picture.glow(at, 2.7 - tail * 0.13, mix(burst.colour, burst.edge, life), 0.8 * light)
    }
  }
}
