import {
  AMBER,
  CORAL,
  GOLD,
  HEIGHT,
  mix,
  type Picture,
  PLUM,
  ROSE,
  scale,
  scatter,
  smooth,
  TEAL,
  TURN,
  WIDTH,
} from './picture.ts'

/** A frame of bulbs with light running round it, and rays behind. */
export function drawMarqueeLights(picture: Picture, time: number): void {
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

/** Folds of cloth with light moving over them. */
export function drawSilk(picture: Picture, time: number): void {
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
export function drawConfetti(picture: Picture, time: number): void {
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
