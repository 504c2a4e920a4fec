import { blend, type ColourScheme, contrastRatio, type Palette } from '#web/ui/contrast.ts'

/** What a colour is there for: what is read, what is read beside that, or what tells one thing from another. */
export type ColourUse = 'body' | 'secondary' | 'sign'

/** A colour, and everything that it stands on somewhere in the app. */
export interface ColourPair {
  use: ColourUse
  /** a token of theme.css */
  ink: string
  /** from 0 to 1; left out: 1 */
  opacity?: number
  grounds: readonly string[]
}

/** The least contrast for each use: of what everybody sees, and under prefers-contrast: more. */
export const LEAST_CONTRAST: Readonly<
  Record<'plain' | 'moreContrast', Readonly<Record<ColourUse, number>>>
> = {
  plain: { body: 7, secondary: 4.5, sign: 3 },
  moreContrast: { body: 7, secondary: 7, sign: 4.5 },
}

/** What a page is made of; the last one is behind a chosen card, and the header of a read-only account. */
const SURFACES = [
  '--color-canvas',
  '--color-surface',
  '--color-raised',
  '--color-hover',
  '--color-accent-soft',
]

const STATUS_INKS = ['--color-pending', '--color-processing', '--color-completed', '--color-failed']

/** The word of a status, in its badge and without one; and the line around it where it is inferred. */
function pairsOfStatus(ink: string): ColourPair[] {
  const grounds = SURFACES.slice(0, -1)
  return [
    { use: 'secondary', ink, grounds: [...grounds, `${ink}-soft`] },
    { use: 'sign', ink, opacity: 0.75, grounds },
  ]
}

/** Every pair of colours that has to be told apart. What is missing here is decoration. */
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

/** How far a pair is apart in a scheme. */
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
