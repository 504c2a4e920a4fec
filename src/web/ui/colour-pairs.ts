import { blend, type ColourScheme, contrastRatio, type Palette } from '#web/ui/contrast.ts'

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
