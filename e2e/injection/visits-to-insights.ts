import { type InjectionString, isShownAsSent } from './injection-string.ts'
import { base } from './row-places.ts'
import { TWIN } from './inspector.ts'
import { type Entry, type Stage, type Visit, withHarmless } from './stage.ts'

/** The insights: failures by what their messages have in common, with samples, IDs and tasks. */

const KIND = 'plot: what messages have in common'
const TASKS = 'tasks of a bar: their messages'
const ALONE = 'plot: a message like no other, and its title'
const NAME = 'tasks of a bar: the name of the bar'
const SAMPLE = 'table: a whole message'
const LINK = 'table: the ID of a task'

/** One reply brings them all. */
const AT_ONCE = 90
/** Longest message that is kept of a kind, in characters. */
const SAMPLE_LENGTH = 2_000

const WORD_LENGTH = 3

/** A word before each message puts it into a separate group; the harmless ones are already. */
function worded(text: string, index: number): string {
  if (text.startsWith(TWIN)) return text
  const letters = 'ghjkmnpqrstvwxyz'
  const letter = (place: number) => letters[Math.floor(index / 16 ** place) % 16] ?? ''
  return `${letter(2)}${letter(1)}${letter(0)} ${text}`
}

/** Has failed tasks read and plotted. @param isTable the failures are seen as a table */
async function readFailures(
  stage: Stage,
  records: readonly object[],
  isTable: boolean,
): Promise<void> {
  stage.service.list = (page) => ({
    data: { total: records.length, list: page === 1 ? records : [] },
  })
  await stage.open('/insights')
  await stage.page.evaluate(
    async ({ count, asTable }) => {
      const { driver } = window
      await driver.until('all of it', () =>
        new RegExp(`${String(count)} tasks? failed`).test(document.body.innerText),
      )
      driver.control(/^Show all \d+ kinds/)?.click()
      if (asTable) driver.control('Show as table: Failures')?.click()
      const rows = asTable ? 'th[scope=row]' : '[role=option]'
      await driver.until('every kind', () => {
        const figures = [...document.querySelectorAll('figure')]
        const failures = figures.find(
          (figure) => figure.querySelector('h3')?.textContent === 'Failures',
        )
        failures?.setAttribute('data-failures', '')
        return failures?.querySelectorAll(rows).length === count
      })
    },
    { count: records.length, asTable: isTable },
  )
}

/** What is to be looked at with one string, and where. */
type Look = (entry: Entry, index: number) => Promise<void>

/** Shows strings in failures, the harmless ones each by itself, and looks at each. */
async function walk(
  stage: Stage,
  strings: readonly InjectionString[],
  {
    recordOf,
    isTable = false,
    look,
  }: {
    recordOf: (text: string, index: number) => object
    isTable?: boolean
    look: Look
  },
): Promise<void> {
  const entries = withHarmless(strings)
  const injected = entries.filter(({ isHarmless }) => !isHarmless)
  // Alike in their beginnings, they would be of one kind.
  const rounds = entries.filter(({ isHarmless }) => isHarmless).map((one) => [one])
  for (let start = 0; start < injected.length; start += AT_ONCE) {
    rounds.push(injected.slice(start, start + AT_ONCE))
  }
  for (const round of rounds) {
    const records = round.map(({ text }, index) => recordOf(text, index))
    await readFailures(stage, records, isTable)
    for (const [index, entry] of round.entries()) await look(entry, index)
    await stage.settle()
  }
}

const withoutId = (index: number) => ({ ...base, uuid: null, id: 10_000 + index })

/** A failure whose message is the string, after a unique word. */
async function messages(
  stage: Stage,
  strings: readonly InjectionString[],
  look: (entry: Entry & { word: string }, index: number) => Promise<void>,
  isTable = false,
): Promise<void> {
  await walk(stage, strings, {
    recordOf: (text, index) => ({ ...withoutId(index), error_msg: worded(text, index) }),
    isTable,
    look: (entry, index) => {
      const text = worded(entry.text, index)
      return look({ ...entry, text, word: text.slice(0, WORD_LENGTH) }, index)
    },
  })
}

/** Selects the kind of a message. */
async function select(stage: Stage, word: string, index: number): Promise<void> {
  await stage.page.evaluate(
    async ({ start, number }) => {
      const { driver } = window
      const option = [...document.querySelectorAll<HTMLElement>('[data-failures] [role=option]')]
      option.find(({ textContent }) => textContent.startsWith(start))?.click()
      await driver.until('its tasks', () =>
        document
          .querySelector('[data-failures] section ul > li')
          ?.textContent.startsWith(`#${String(number)}`),
      )
    },
    { start: word, number: 10_000 + index },
  )
}

/** A place on screen: held against the harmless one, or only summed up. */
async function lookAt(
  stage: Stage,
  { text, key, isHarmless }: Entry,
  how: { place: string; selector: string; word?: string; isSummary?: boolean; atMost?: number },
): Promise<void> {
  await stage.page.evaluate(
    ({ seen, harmless, twin, selector, word, isSummary }) => {
      const { inspector } = window
      const found = [...document.querySelectorAll(`[data-failures] ${selector}`)].find(
        ({ textContent }) => word === undefined || textContent.startsWith(word),
      )
      if (found === undefined) throw new Error(`not there: ${selector} ${word ?? ''}`)
      // On a phone a table is scrolled sideways, as its focus does.
      found.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      // One of them is where the keyboard is, whichever.
      if (found.hasAttribute('tabindex')) found.setAttribute('tabindex', '0')
      // The address of a task's details is looked at by the name that it carries. It cannot hold a lone surrogate.
      const link = found.querySelector('a')
      if (link !== null) link.dataset['task'] = seen.text.replaceAll(/\p{Cs}/gu, '\uFFFD')
      if (harmless) inspector.remember(twin, found)
      else if (isSummary === true) inspector.summary({ ...seen, twin }, found)
      else inspector.hold({ ...seen, twin }, found)
    },
    {
      seen: { place: how.place, text, ...(how.atMost !== undefined && { atMost: how.atMost }) },
      harmless: isHarmless,
      twin: `${how.place} ${key}`,
      selector: how.selector,
      word: how.word,
      isSummary: how.isSummary,
    },
  )
}

const OPTION = '[role=option]'

/** Visits to the insights. */
export const visitsToInsights: readonly Visit[] = [
  {
    places: [KIND, TASKS],
    cost: 6,
    takes: isShownAsSent,
    run: (stage, strings) =>
      messages(stage, strings, async (entry, index) => {
        const { word } = entry
        await lookAt(stage, entry, { place: KIND, selector: OPTION, word, isSummary: true })
        await select(stage, word, index)
        await lookAt(stage, entry, { place: TASKS, selector: 'section ul' })
      }),
  },
  {
    places: [ALONE, NAME],
    cost: 6,
    takes: hasNothingToFold,
    run: (stage, strings) =>
      messages(stage, strings, async (entry, index) => {
        const { word } = entry
        await lookAt(stage, entry, { place: ALONE, selector: OPTION, word })
        await select(stage, word, index)
        await lookAt(stage, entry, { place: NAME, selector: 'section h4' })
      }),
  },
  {
    places: [SAMPLE],
    cost: 6,
    takes: isShownAsSent,
    run: (stage, strings) =>
      messages(
        stage,
        strings,
        async (entry) => {
          await showAll(stage, entry.word)
          await lookAt(stage, entry, {
            place: SAMPLE,
            selector: 'tbody td:nth-of-type(2)',
            word: entry.word,
            atMost: SAMPLE_LENGTH,
          })
        },
        true,
      ),
  },
  {
    places: [LINK],
    cost: 6,
    takes: isShownAsSent,
    run: (stage, strings) =>
      walk(stage, strings, {
        recordOf: (text, index) => ({
          ...withoutId(index),
          uuid: text,
          error_msg: worded('failed', index),
        }),
        isTable: true,
        look: (entry, index) =>
          lookAt(stage, entry, {
            place: LINK,
            selector: `tbody tr:nth-child(${String(index + 1)}) td:last-child`,
          }),
      }),
  },
]

/** Shows a long sample in full. */
async function showAll(stage: Stage, word: string): Promise<void> {
  await stage.page.evaluate(async (start) => {
    const { driver } = window
    const rows = [...document.querySelectorAll('[data-failures] tbody tr')]
    const row = rows.find(({ textContent }) => textContent.startsWith(start))
    const more = () =>
      [...(row?.querySelectorAll('td:nth-of-type(2) button') ?? [])].find(
        (button): button is HTMLElement => button instanceof HTMLElement,
      )
    more()?.click()
    await driver.until('all of it', () => more() === undefined)
  }, word)
}

/** Whether a message of this kind is shown as it came: no figures, quotes, addresses or blanks that are folded. */
function hasNothingToFold(string: InjectionString): boolean {
  const { text } = string
  const isAsShown = text === text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
  return (
    isAsShown &&
    isShownAsSent(string) &&
    text.length < 150 &&
    !/[\p{N}"“«「『‘'`@/\\:._⟨-]|[a-f]{12}/iu.test(text)
  )
}
