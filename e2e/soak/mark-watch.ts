import type { BrowserContext } from '@playwright/test'

/** How an account is marked: in its rows, and in its name. No other text of the page looks like it. */
export function markOfAccount(index: number): string {
  return `«${String(index)}»`
}

/** The name of an account in its header. */
export function nameOfAccount(index: number): string {
  return `Shop ${markOfAccount(index)}`
}

/** What the watch saw since the page was loaded. */
export interface WatchFigures {
  /** changes of the document at which its whole text was read */
  observations: number
  /** of these, how many showed the mark of an account */
  withMarks: number
  /** of these, how many read every attribute, too */
  withAttributes: number
}

/** A sight that must never be: one account's mark while another, or none, is at work. */
export interface ForeignSight {
  /** the account button's name; null: there was none */
  header: string | null
  /** the marks of others */
  marks: string[]
  place: 'text' | 'attributes' | 'title'
}

declare global {
  interface Window {
    watchFigures: WatchFigures
    reportForeignSight: (sight: ForeignSight) => Promise<void>
  }
}

/**
 * Watches every page that the context opens from now on, from before its first byte is parsed: at
 * each change of the document, before it can be painted, all of its text is read, hidden text too,
 * together with the account that the header names.
 */
export async function watchMarks(
  context: BrowserContext,
  onForeign: (sight: ForeignSight) => void,
): Promise<void> {
  await context.exposeFunction('reportForeignSight', onForeign)
  await context.addInitScript(() => {
    /** Reading all attributes costs ten times as much as reading all text. */
    const ATTRIBUTES_EVERY = 8
    const figures: WatchFigures = { observations: 0, withMarks: 0, withAttributes: 0 }
    window.watchFigures = figures
    const marksIn = (text: string) => text.match(/«\d+»/g) ?? []

    function compare(header: string | null, text: string, place: ForeignSight['place']): boolean {
      const marks = marksIn(text)
      const [own] = marksIn(header ?? '')
      const foreign = marks.filter((mark) => mark !== own)
      if (foreign.length > 0) {
        void window.reportForeignSight({ header, marks: [...new Set(foreign)], place })
      }
      return marks.length > 0
    }

    function look() {
      figures.observations += 1
      const button = document.querySelector('header button[aria-label^="Account:"]')
      const header = button?.getAttribute('aria-label') ?? null
      // The two places that name them all, and nothing else of them.
      const lists = document.querySelectorAll(
        'header [role=group][aria-label="Switch account"], main ul[aria-label="Accounts"]',
      )
      const without = (whole: string, of: (list: Element) => string) =>
        [...lists].reduce((rest, list) => rest.replace(of(list), ''), whole)
      // What is typed into a form that asks for the next key is no text of the page.
      const text = without(document.body.textContent, (list) => list.textContent)
      if (compare(header, text, 'text')) figures.withMarks += 1
      compare(header, document.title, 'title')
      if (figures.observations % ATTRIBUTES_EVERY !== 0) return
      figures.withAttributes += 1
      const html = without(document.body.outerHTML, (list) => list.outerHTML)
      compare(header, html.replaceAll(/ value="[^"]*"/g, ''), 'attributes')
    }
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
  })
}
