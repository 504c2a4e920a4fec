import { type SeededRandom, seededRandom } from '#e2e/support/seeded-random.ts'

import { addresses, webAddresses } from './addresses.ts'
import { characters } from './characters.ts'
import { code } from './code.ts'
import type { Family, InjectionString } from './injection-string.ts'
import { longFamilies } from './long-texts.ts'

/** What no http address can begin with: two of these together are none either. */
const texts: readonly Family[] = [...code, ...characters]

/** Every family, with those whose texts may become links last. */
const families: readonly Family[] = [...texts, ...longFamilies, ...addresses, webAddresses]

/**
 * Injection strings, each another. Fewer than there are: some of every family, drawn by the seed. More:
 * what comes after them is two of them together, one behind or within the other.
 *
 * @param count at least 1
 */
export function injectionStrings(count: number, seed: number): InjectionString[] {
  const random = seededRandom(seed)
  const drawn = new Map<string, InjectionString>()
  for (const string of dealt(random)) {
    if (drawn.size < count && !drawn.has(string.text)) drawn.set(string.text, string)
  }
  const pool = texts.flatMap(([, members]) => members)
  const pick = () => pool[random.below(pool.length)] ?? ''
  while (drawn.size < count) {
    const text = within(pick(), pick(), random)
    drawn.set(text, { text, family: 'two of them together', isAddress: false })
  }
  return [...drawn.values()]
}

/** All strings of the catalogue, one of each family at a time. */
function dealt(random: SeededRandom): InjectionString[] {
  const hands = families.map((family) => {
    const [name, members] = family
    const left = [...members]
    return Array.from({ length: left.length }, () => ({
      text: left.splice(random.below(left.length), 1)[0] ?? '',
      family: name,
      isAddress: family === webAddresses,
    }))
  })
  const rounds = Math.max(...hands.map(({ length }) => length))
  return Array.from({ length: rounds }, (_, round) =>
    hands.flatMap((hand) => hand.slice(round, round + 1)),
  ).flat()
}

/** The second text behind the first, or inside it. */
function within(outer: string, inner: string, random: SeededRandom): string {
  const at = random.chance(0.5) ? outer.length : random.below(outer.length + 1)
  return `${outer.slice(0, at)}${inner}${outer.slice(at)}`
}
