import { type InjectionString, isShownAsSent } from './injection-string.ts'
import { TWIN } from './inspector.ts'
import type { Entry } from './problem.ts'
import type { Stage, Visit } from './stage.ts'
import { base } from './visits-to-rows.ts'

/** The insights: failures by what their messages have in common, with samples. */

/** One reply brings them all. */
const AT_ONCE = 90
const FIRST_NUMBER = 10_000
const withoutId = (index: number) => ({ ...base, uuid: null, id: FIRST_NUMBER + index })

/** A word before each message puts it into a separate group; the harmless ones are already. */
function worded(text: string, index: number): string {
  if (text.startsWith(TWIN)) return text
  const letters = 'ghjkmnpqrstvwxyz'
  const letter = (place: number) => letters[Math.floor(index / 16 ** place) % 16] ?? ''
  return `${letter(2)}${letter(1)}${letter(0)} ${text}`
}

/** Failures whose messages are the strings, after a unique word each. */
function messages(entries: readonly Entry[]): object[] {
  for (const [index, entry] of entries.entries()) entry.text = worded(entry.text, index)
  return entries.map(({ text }, index) => ({ ...withoutId(index), error_msg: text }))
}

/** Has failed tasks read and plotted, or shown as a table. */
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
      const rows = asTable ? 'th[scope=row]' : '[role=group] a'
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

/** Looks at a kind of failure. */
async function lookAt(stage: Stage, _entry: Entry, index: number): Promise<void> {
  await stage.page.evaluate((at) => {
    document.querySelector('[data-looked-at]')?.removeAttribute('data-looked-at')
    const link = document.querySelectorAll('[data-failures] [role=group] a')[at]
    link?.setAttribute('data-looked-at', '')
    // One of them is where the keyboard is, whichever.
    link?.setAttribute('tabindex', '0')
  }, index)
}

const KIND = '[data-looked-at]'

/** What all visits have in common. Harmless texts are alike in their beginnings: together they would be of one kind. */
const failures = { cost: 6, atOnce: AT_ONCE, isAlone: true, takes: isShownAsSent }
const plot = {
  ...failures,
  show: (stage: Stage, entries: readonly Entry[]) => readFailures(stage, messages(entries), false),
  step: lookAt,
}
const table = {
  ...failures,
  show: (stage: Stage, entries: readonly Entry[]) => readFailures(stage, messages(entries), true),
}

/** Visits to the insights. */
export const visitsToInsights: readonly Visit[] = [
  {
    ...plot,
    places: [{ name: 'plot: what messages have in common', at: KIND, look: 'shared-words' }],
  },
  {
    ...plot,
    takes: hasNothingToFold,
    places: [{ name: 'plot: a message like no other, and its title', at: KIND }],
  },
  {
    ...table,
    places: [
      {
        name: 'table: a whole message',
        at: '[data-failures] tbody td:nth-of-type(2)',
        isExpanded: true,
        // What is stored of a message of each kind.
        atMost: 2000,
      },
    ],
  },
]

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
