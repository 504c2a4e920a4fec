import { normalizeTyped } from '#contract/record.ts'

import type { InjectionString } from './injection-string.ts'
import type { Visit } from './stage.ts'

/** The terms of a search. What it finds are rows, with visits of their own. */

/** Texts of which a term keeps every character, and which name no task. */
const isTermAsTyped = ({ text }: InjectionString) =>
  normalizeTyped(text) === text &&
  text.trim() !== '' &&
  text.length < 1_000 &&
  !/["“”「」『』]|[\da-f]{8}-|#\d|[\da-f]…/i.test(text)

/** Visits to the search. */
export const visitsToFinds: readonly Visit[] = [
  {
    // In quotation marks a text is one term, and nothing of it is understood as something else.
    places: [{ name: 'term: words of a search', at: 'ul[aria-label=Search] > li', atMost: 40 }],
    cost: 4,
    takes: isTermAsTyped,
    harmless: {
      texts: { short: 'ж'.repeat(12), long: 'ж'.repeat(90) },
      keyOf: ({ length }) => (length > 40 ? 'long' : 'short'),
    },
    open: (stage) => stage.open('/tasks'),
    async show(stage, [{ text } = { text: '' }]) {
      await stage.go('/tasks')
      await stage.page.evaluate(() =>
        window.driver.until(
          'no term',
          () => document.querySelector('ul[aria-label=Search]') === null,
        ),
      )
      await stage.go(`/tasks?q=${encodeURIComponent(`"${text}"`)}`)
      await stage.page.evaluate(() =>
        window.driver.until('a term', () => document.querySelector('ul[aria-label=Search] > li')),
      )
    },
  },
]
