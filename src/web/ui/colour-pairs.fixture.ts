/** The use of a colour: main text, secondary text, or a sign such as a border or an icon. */
export type ColourUse = 'body' | 'secondary' | 'sign'

/** A colour, and every background that it has in the app. */
export interface ColourPair {
  use: ColourUse
  /** a token of theme.css */
  ink: string
  /** from 0 to 1; by default 1 */
  opacity?: number
  grounds: readonly string[]
}

/** The least contrast for each use: by default, and with prefers-contrast: more. */
export const LEAST_CONTRAST: Readonly<
  Record<'plain' | 'moreContrast', Readonly<Record<ColourUse, number>>>
> = {
  plain: { body: 7, secondary: 4.5, sign: 3 },
  moreContrast: { body: 7, secondary: 7, sign: 4.5 },
}

/** The backgrounds of a page. The last one is that of a chosen card, and of the header of a read-only account. */
const SURFACES = [
  '--color-canvas',
  '--color-surface',
  '--color-raised',
  '--color-hover',
  '--color-accent-soft',
]

const STATUS_INKS = ['--color-pending', '--color-processing', '--color-completed', '--color-failed']

/** The text of a status, with and without its badge, and the border of an inferred status. */
function pairsOfStatus(ink: string): ColourPair[] {
  const grounds = SURFACES.slice(0, -1)
  return [
    { use: 'secondary', ink, grounds: [...grounds, `${ink}-soft`] },
    { use: 'sign', ink, opacity: 0.75, grounds },
  ]
}

/** Every pair of colours that needs contrast. Other pairs are decoration. */
export const COLOUR_PAIRS: readonly ColourPair[] = [
  { use: 'body', ink: '--color-ink', grounds: [...SURFACES, '--color-failed-soft'] },
  {
    use: 'body',
    ink: '--color-on-accent',
    grounds: ['--color-accent', '--color-accent-hover'],
  },
  { use: 'secondary', ink: '--color-surface', grounds: ['--color-failed'] },
  { use: 'secondary', ink: '--color-muted', grounds: SURFACES },
  ...STATUS_INKS.flatMap(pairsOfStatus),
  { use: 'sign', ink: '--color-edge', grounds: SURFACES },
  { use: 'sign', ink: '--color-focus', grounds: SURFACES },
]

/** The contrast of a pair in a scheme. */
export function contrastOf(
  { ink, opacity = 1 }: ColourPair,
  ground: string,
  palette: Palette,
  scheme: ColourScheme,
): number {
  const behind = colourOf(palette, ground)[scheme]
  return contrastRatio(blend(colourOf(palette, ink)[scheme], opacity, behind), behind)
}

function colourOf(palette: Palette, token: string) {
  const colour = palette.get(token)
  if (colour === undefined) throw new Error(`theme.css has no ${token}`)
  return colour
}

/* Reads the colours of theme.css and computes contrasts, for a test and for the design page. */

/** The colour schemes. Every colour has a value for each. */
export const COLOUR_SCHEMES = ['light', 'dark'] as const
export type ColourScheme = (typeof COLOUR_SCHEMES)[number]

/** Red, green and blue, gamma-encoded. Values outside of 0 to 1 are beyond what sRGB screens can show. */
type Srgb = readonly [red: number, green: number, blue: number]

/** A custom property's name → its colour in both schemes. */
export type Palette = ReadonlyMap<string, Readonly<Record<ColourScheme, Srgb>>>

const OKLCH = String.raw`oklch\(([\d. ]+)\)`
const TOKEN = new RegExp(
  String.raw`(--color-[a-z-]+):\s*(?:light-dark\(\s*${OKLCH},\s*${OKLCH}\s*\)|${OKLCH});`,
  'g',
)

/**
 * Reads the tokens out of the text of theme.css.
 *
 * @returns the default palette, and that for prefers-contrast: more
 */
export function readPalettes(css: string): { plain: Palette; moreContrast: Palette } {
  const [before = '', after = ''] = css.split('@media (prefers-contrast: more)')
  const plain = new Map(tokensIn(before))
  return { plain, moreContrast: new Map([...plain, ...tokensIn(after)]) }
}

function tokensIn(css: string): [string, Record<ColourScheme, Srgb>][] {
  return [...css.matchAll(TOKEN)].map(([, name = '', light, dark, both]) => [
    name,
    { light: toSrgb(light ?? both ?? ''), dark: toSrgb(dark ?? both ?? '') },
  ])
}

/** Converts lightness, chroma and hue in degrees, by way of Oklab and linear light (CSS Color 4, section 18). */
function toSrgb(oklch: string): Srgb {
  const [lightness = Number.NaN, chroma = Number.NaN, hue = Number.NaN] = oklch
    .split(' ')
    .map(Number)
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encoded(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

function encoded(light: number): number {
  return light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055
}

/** A translucent colour as it looks on a background. */
function blend(colour: Srgb, opacity: number, ground: Srgb): Srgb {
  const mix = (index: 0 | 1 | 2) => colour[index] * opacity + ground[index] * (1 - opacity)
  return [mix(0), mix(1), mix(2)]
}

/** The contrast ratio of two colours, from 1 to 21 (WCAG 2.2). */
export function contrastRatio(one: Srgb, other: Srgb): number {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return ((lighter ?? Number.NaN) + 0.05) / ((darker ?? Number.NaN) + 0.05)
}

function luminance([red, green, blue]: Srgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(component: number): number {
  const shown = Math.min(Math.max(component, 0), 1)
  return shown <= 0.04045 ? shown / 12.92 : ((shown + 0.055) / 1.055) ** 2.4
}
