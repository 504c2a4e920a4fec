import type { InjectionString } from './injection-string.ts'
import type { Place } from './problem.ts'
import { type Harmless, sized, type Stage, type Visit } from './stage.ts'
import { byReading, inOneLine, pictureOf } from './visits-to-posters.ts'

/** Strings in the page's own address, which an attacker can send as a link. */

/** Longest text in an address; a host refuses a longer request line. */
const MAX_LENGTH = 1500
/** Longest text that is taken for the name of a task; a longer one is ignored, as other parameters are. */
const MAX_NAME = 200

/** What is shown of a parameter, in characters. */
const CUT = 40

const NOTE = 'main ul:has(> li > bdi)'

/** The string as an address can carry it: halves of pairs are replaced. */
const carried = (text: string) => Buffer.from(text.slice(0, MAX_LENGTH)).toString()

/** An address that carries strings, and where they are seen. */
interface AddressVisit {
  readonly place: Place
  /** @param value the string, encoded */
  readonly address: (value: string) => string
  readonly takes?: (string: InjectionString) => boolean
  /** a long text is no other than a short one */
  readonly isShort?: boolean
  /** left out: it is clipped where it is long */
  readonly harmless?: Harmless
  /** a picture is shown of what can be read as an image URL */
  readonly hasPicture?: boolean
  /** the page is loaded with it; left out: it is led there */
  readonly isLoaded?: boolean
}

const addressVisits: readonly AddressVisit[] = [
  {
    place: { name: 'note: parameters of the tasks', at: NOTE },
    address: (value) =>
      `/tasks?status=${value}&scene=${value}&page_size=${value}&${value}=${value}`,
  },
  {
    place: {
      name: 'details: a task of the address that is not there',
      at: 'dialog[open]:has(bdi)',
    },
    address: (value) => `/tasks?task=${value}`,
    takes: ({ text }) => carried(text).length <= MAX_NAME,
    isShort: true,
  },
  {
    place: { name: 'note: parameters of the posters', at: NOTE },
    address: (value) => `/posters?prompt=${value}`,
  },
  {
    place: { name: 'box: an image URL of the address', at: '[name=image_url]', look: 'box' },
    address: (value) => `/posters?image_url=${value}`,
    // Ends of lines alone are an empty value, which fills in nothing.
    takes: ({ isAddress, text }) => !isAddress && inOneLine(text) !== '',
    harmless: byReading,
    hasPicture: true,
  },
  {
    place: {
      name: 'screen: an address that leads nowhere',
      at: 'main div > span bdi',
      written: 'path',
    },
    address: (value) => `/nowhere/${value}`,
    // Dots alone lead up, and so somewhere.
    takes: ({ text }) => !/^\.{1,2}$/.test(text),
  },
  {
    place: { name: 'note: parameters of a page that is loaded, with a fragment', at: NOTE },
    address: (value) => `/tasks?scene=${value}#${value}`,
    isLoaded: true,
  },
]

/** Visits by address. */
export const visitsToAddresses: readonly Visit[] = addressVisits.map(
  ({ place, address, isShort = false, isLoaded = false, hasPicture = false, ...visit }) => ({
    places: [place],
    cost: isLoaded ? 60 : 4,
    harmless: { ...sized(), keyOf: (text) => (text.length > CUT && !isShort ? 'long' : 'short') },
    arrives: carried,
    ...visit,
    open: (stage) => stage.open('/tasks'),
    async show(stage, [{ text } = { text: '' }]) {
      const to = address(encodeURIComponent(text))
      if (isLoaded) return stage.open(to)
      await leave(stage, place)
      const picture = hasPicture ? pictureOf(text) : undefined
      stage.watch.foresee(picture ?? '')
      await stage.go(to)
      if (picture !== undefined) await stage.page.locator('form img').waitFor()
    },
  }),
)

/** Goes where nothing of an address is shown. */
async function leave(stage: Stage, { at = '' }: Place): Promise<void> {
  await stage.go('/tasks')
  await stage.page.evaluate(
    (gone) => window.driver.until('gone', () => document.querySelector(gone) === null),
    at,
  )
}
