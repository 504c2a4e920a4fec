import type { Found, Shape } from './inspector-comparison.ts'
import type { Entry, InspectorReport, Place } from './problem.ts'

/** A place with a harmless string in it. */
interface Kept {
  shape: Shape
  /** of the page */
  title: string
  /** in pixels */
  height: number
}

/** Runs in the page, before anything else of it. */
export function defineLooks(): void {
  const DIALOG = 'dialog[open]'
  const { shapeOf, tagsOf } = window.comparison
  const emptyReport = (): InspectorReport => ({
    problems: [],
    sights: {},
    finds: 0,
    links: 0,
    fileNames: 0,
  })
  const remembered = new Map<string, Kept>()
  let seen = emptyReport()
  let sight = { place: '', text: '' }

  window.noteProblem = (kind, detail) => {
    const text = JSON.stringify(sight.text).slice(0, 80)
    seen.problems.push({ kind, place: sight.place, text, detail: detail.slice(0, 400) })
  }

  function see(place: string, text: string): void {
    sight = { place, text }
    seen.sights[place] = (seen.sights[place] ?? 0) + 1
  }
  function tally({ finds, links, fileNames }: Found): void {
    seen.finds += finds
    seen.links += links
    seen.fileNames += fileNames
  }

  /** Keeps how a place looks with a harmless string in it, as long as the tab is open. */
  function remember(twin: string, element: Element): void {
    const height = window.layout.heightOf(element)
    const kept = { shape: shapeOf(element), title: document.title, height }
    remembered.set(twin, kept)
    sessionStorage.setItem(`proof.${twin}`, JSON.stringify(kept))
  }
  const isKept = (value: unknown): value is Kept =>
    typeof value === 'object' && value !== null && 'shape' in value

  /** What was kept, by this document or by one before it. */
  function recall(twin: string): Kept {
    const known: unknown =
      remembered.get(twin) ?? JSON.parse(sessionStorage.getItem(`proof.${twin}`) ?? 'null')
    if (!isKept(known)) throw new Error(`nothing harmless was seen: ${twin}`)
    remembered.set(twin, known)
    return known
  }

  /** Holds a place with a string in it against the one that was remembered. */
  function hold(place: Place, entry: Entry, element: Element, twin: Kept): void {
    const found = window.comparison.compare(place, entry, element, twin.shape)
    tally(found)
    const isThere = found.finds + found.links > 0
    if (isThere === (place.isElsewhere === true)) {
      window.noteProblem('lost', `it is ${isThere ? '' : 'not '}there`)
    }
    if (document.title !== twin.title) {
      window.noteProblem('around', `the title of the page is ${document.title}`)
    }
    window.layout.check(element, twin.height)
  }

  /** Checks that a field holds exactly the text that was put there, and that its form holds nothing else. */
  function lookAtBox(text: string, box: HTMLInputElement, twin: Kept): void {
    const tags = box.form === null ? [] : tagsOf(shapeOf(box.form))
    if (tags.join() !== tagsOf(twin.shape).join()) window.noteProblem('structure', tags.join())
    // What an input element takes out of a text by itself.
    const typed = text.replaceAll(/[\r\n]/g, '')
    if (box.value.trim() !== typed.trim()) window.noteProblem('lost', JSON.stringify(box.value))
  }

  /** Looks at a place that shows only what a string has in common with others: its words are its own. */
  function lookAtSharedWords(element: Element, { shape, height }: Kept): void {
    const known = new Set(tagsOf(shape))
    const strange = tagsOf(shapeOf(element)).filter((tag) => !known.has(tag))
    if (strange.length > 0) window.noteProblem('structure', strange.join())
    for (const part of [element, ...element.querySelectorAll('[title]')]) {
      window.characters.check(part.textContent, 'text')
      const title = part.getAttribute('title') ?? ''
      window.characters.check(title.replaceAll(/[\u2068\u2069\n]/g, ' '), 'title')
    }
    window.layout.check(element, height)
  }

  /** Looks at a text that is for screen readers alone, and that tells of several strings at once. */
  function lookAtReadOut(text: string, region: Element): void {
    const said = region.textContent
    window.characters.check(said, 'text')
    if (region.children.length > 0) window.noteProblem('structure', region.innerHTML)
    // Its beginning: a long word is clipped.
    const start = text.replaceAll('\r\n', '\n').slice(0, 20)
    const isThere = window.characters.decode(said).includes(window.characters.decode(start))
    if (!isThere) window.noteProblem('lost', JSON.stringify(said))
  }

  function lookAt(place: Place, entry: Entry, element: Element): void {
    const box = place.look === 'box' && element instanceof HTMLInputElement ? element : undefined
    const twin = `${place.name} ${entry.key}`
    if (entry.isHarmless) {
      remember(twin, box?.form ?? element)
      return
    }
    see(place.name, entry.text)
    if (box !== undefined) lookAtBox(entry.text, box, recall(twin))
    else if (place.look === 'read-out') lookAtReadOut(entry.text, element)
    else if (place.look === 'shared-words') lookAtSharedWords(element, recall(twin))
    else hold(place, entry, element, recall(twin))
  }

  /** A long text is expanded in two steps. */
  async function expand(element: Element): Promise<void> {
    const more = () =>
      [...element.querySelectorAll('button')].find(({ textContent }) => textContent === 'Show all')
    for (let button = more(); button !== undefined; button = more()) {
      const before = element.textContent
      button.click()
      await window.driver.until('more of it', () => element.textContent !== before)
    }
  }

  /** Looks at what a button opens, and closes it. */
  async function lookInside(place: Place, entry: Entry, button: HTMLElement): Promise<void> {
    const { at = DIALOG, opener, ready = {} } = place
    const { driver } = window
    // A press comes in a task of its own. In one task, React takes fifty of them for an endless loop.
    await new Promise<void>((resolve) => {
      setTimeout(resolve)
    })
    button.click()
    if (opener !== undefined) {
      const next = await driver.until(opener, () => document.querySelector<HTMLElement>(opener))
      next.click()
    }
    const box = await driver.until(place.name, () => document.querySelector(at))
    const sign = ready[entry.key] ?? 'h2'
    await driver.until(sign, () => box.querySelector(sign))
    await expand(box)
    lookAt(place, entry, box)
    await driver.click('Close')
    await driver.until('closed', () => document.querySelector(DIALOG) === null)
    if (opener === undefined) return
    button.click()
    await driver.until('not selected', () => document.querySelector(opener) === null)
  }

  window.inspector = {
    async look(place, entries) {
      const selector = place.press ?? place.at ?? DIALOG
      const count = place.look === 'read-out' ? 1 : entries.length
      const all = await window.driver.until(place.name, () => {
        const found = [...document.querySelectorAll<HTMLElement>(selector)].slice(0, count)
        return found.length === count && found
      })
      const elements = place.isNewestFirst === true ? all.toReversed() : all
      for (const [index, entry] of entries.entries()) {
        const element = elements[index] ?? elements[0]
        if (element === undefined) throw new Error(`not there: ${place.name}`)
        if (place.press !== undefined) {
          await lookInside(place, entry, element)
          continue
        }
        // On a phone a table is scrolled sideways, as its focus does.
        element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
        if (place.isWhole === true || place.isExpanded === true) await expand(element)
        lookAt(place, entry, element)
      }
    },
    still(place, element) {
      sight = { place, text: '' }
      const twin = `${place} still`
      if (!remembered.has(twin)) remember(twin, element)
      const { shape, height } = recall(twin)
      const entry = { text: '', key: '', isHarmless: true }
      tally(window.comparison.compare({ name: place }, entry, element, shape))
      window.layout.check(element, height)
      window.layout.checkColumns(place)
    },
    fileName(place, name) {
      see(place, name)
      seen.fileNames += 1
      window.characters.checkFileName(name)
    },
    report() {
      const report = seen
      seen = emptyReport()
      return report
    },
  }
}
