import { describe, expect, it } from 'vitest'

import {
  COLOUR_PAIRS,
  COLOUR_SCHEMES,
  contrastOf,
  contrastRatio,
  LEAST_CONTRAST,
  readPalettes,
} from '#web/ui/colour-pairs.fixture.ts'
import css from '#web/ui/theme.css?raw'

const palettes = readPalettes(css)

/** Half a step of a screen's 256. */
const ROUNDING = 0.5 / 255

/** Tokens that nothing has to be told by. */
const decoration = (token: string) => /^--color-(?:line|screen|scene-[a-z]+)$/.test(token)

describe('contrast', () => {
  it('is 21 between black and white, and 1 between a colour and itself', () => {
    expect(contrastRatio([0, 0, 0], [1, 1, 1])).toBeCloseTo(21, 10)
    expect(contrastRatio([0.2, 0.4, 0.6], [0.2, 0.4, 0.6])).toBe(1)
  })

  // #767676 on white is the lightest grey that reaches 4.5, as every checker says.
  it('is 4.54 between white and #767676', () => {
    expect(contrastRatio([0x76 / 255, 0x76 / 255, 0x76 / 255], [1, 1, 1])).toBeCloseTo(4.54, 2)
  })

  it('is that of the colours which a browser makes of OKLCH', () => {
    const { plain } = readPalettes('--color-red: oklch(0.627955 0.257683 29.2339);')
    const [red, green, blue] = plain.get('--color-red')?.light ?? [
      Number.NaN,
      Number.NaN,
      Number.NaN,
    ]
    expect(red).toBeCloseTo(1, 3)
    expect(green).toBeCloseTo(0, 3)
    expect(blue).toBeCloseTo(0, 3)
  })
})

describe.each(['plain', 'moreContrast'] as const)('the colours of theme.css, %s', (name) => {
  const palette = palettes[name]

  it('are all read', () => {
    expect(palette.size).toBe(new Set(css.match(/--color-[a-z-]+(?=:)/g)).size)
  })

  it.each([...palette])('%s is one that every screen can show', (_token, colour) => {
    for (const component of [...colour.light, ...colour.dark]) {
      expect(component).toBeGreaterThanOrEqual(-ROUNDING)
      expect(component).toBeLessThanOrEqual(1 + ROUNDING)
    }
  })

  it('are all held against another, but for decoration', () => {
    const held = new Set(COLOUR_PAIRS.flatMap(({ ink, grounds }) => [ink, ...grounds]))
    expect([...palette.keys()].filter((token) => !held.has(token) && !decoration(token))).toEqual(
      [],
    )
  })

  it('have no line that cannot be seen, where more contrast is asked for', () => {
    const ink = '--color-line'
    for (const scheme of COLOUR_SCHEMES) {
      const contrast = contrastOf(
        { use: 'sign', ink, grounds: [] },
        '--color-surface',
        palette,
        scheme,
      )
      expect(contrast >= 3).toBe(name === 'moreContrast')
    }
  })

  describe.each(COLOUR_SCHEMES)('%s', (scheme) => {
    const pairs = COLOUR_PAIRS.flatMap((pair) =>
      pair.grounds.map((ground) => [pair.ink, pair.opacity ?? 1, ground, pair] as const),
    )
    it.each(pairs)('%s at %d on %s can be told apart', (_ink, _opacity, ground, pair) => {
      expect(contrastOf(pair, ground, palette, scheme)).toBeGreaterThanOrEqual(
        LEAST_CONTRAST[name][pair.use],
      )
    })
  })
})
