import { Section, Specimens } from '#design/specimen.tsx'
import {
  COLOUR_PAIRS,
  COLOUR_SCHEMES,
  type ColourPair,
  contrastOf,
  LEAST_CONTRAST,
  readPalettes,
} from '#web/ui/colour-pairs.fixture.ts'
import themeCss from '#web/ui/theme.css?raw'

const { plain: palette } = readPalettes(themeCss)

const shortName = (token: string) => token.replace('--color-', '')

/** Every colour with its name, and every pair that needs contrast with its ratios. */
export function ColoursSection() {
  return (
    <Section name="colours" heading="--color-*">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-x-4 gap-y-2">
        {[...palette.keys()].map((token) => (
          <li key={token} className="flex items-center gap-2 font-mono text-xs">
            <span
              className="size-8 shrink-0 rounded-control border border-line"
              style={{ backgroundColor: `var(${token})` }}
            />
            {shortName(token)}
          </li>
        ))}
      </ul>
      <Specimens>
        {COLOUR_PAIRS.map((pair) => (
          <Pair key={`${pair.ink} ${String(pair.opacity)}`} pair={pair} />
        ))}
      </Specimens>
    </Section>
  )
}

/** A colour on each of its backgrounds, with the contrast in the light and in the dark scheme. */
function Pair({ pair }: { pair: ColourPair }) {
  const { use, ink, opacity = 1, grounds } = pair
  const percent = `${String(opacity * 100)}%`
  return (
    <div className="w-full sm:w-auto">
      <p className="font-mono text-xs text-muted">
        {`${shortName(ink)}${opacity === 1 ? '' : ` ${percent}`} ≥ ${String(LEAST_CONTRAST.plain[use])}`}
      </p>
      <ul className="mt-1 flex flex-wrap gap-1.5">
        {grounds.map((ground) => (
          <li
            key={ground}
            className="flex w-30 flex-col rounded-control border border-line px-2 py-1 text-xs"
            style={{ backgroundColor: `var(${ground})` }}
          >
            <span
              aria-hidden
              className="my-1 h-1.5 rounded-inset"
              style={{
                backgroundColor: `color-mix(in oklab, var(${ink}) ${percent}, transparent)`,
              }}
            />
            <span style={{ color: `var(${use === 'sign' ? '--color-ink' : ink})` }}>
              <span className="block">{shortName(ground)}</span>
              <span className="block tabular-nums">{figures(pair, ground)}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function figures(pair: ColourPair, ground: string): string {
  return COLOUR_SCHEMES.map((scheme) => contrastOf(pair, ground, palette, scheme).toFixed(1)).join(
    ' · ',
  )
}
