import type { Shape } from './inspector-shapes.ts'
import type { InspectorReport, ProblemKind, Sight } from './problem.ts'

/** A place with a harmless string in it. */
interface Kept {
  shape: Shape
  /** of the page */
  title: string
  /** in pixels */
  height: number
}

/** Runs in the page, before anything else of it. */
export function defineComparison(): void {
  const RUN = /ж[ж…]*/
  /** Ids that React generates for each place, and whether a row has neighbours. */
  const OWN_VALUES = new Set(
    'id for aria-labelledby aria-describedby popovertarget aria-disabled'.split(' '),
  )
  /** What a cell has room for, in characters. */
  const CELL = 200
  const HALF = /\p{Cs}/u
  const URLS = new Set(['href', 'src'])
  const remembered = new Map<string, Kept>()
  const { shapeOf, tagsOf } = window.shapes
  const empty = (): InspectorReport => ({
    problems: [],
    sights: {},
    finds: 0,
    links: 0,
    fileNames: 0,
  })
  let seen = empty()
  let sight: Sight = { place: '', text: '', twin: '' }
  let whole = ''

  window.noteProblem = (kind, detail) => {
    const text = JSON.stringify(sight.text).slice(0, 80)
    seen.problems.push({ kind, place: sight.place, text, detail: detail.slice(0, 400) })
  }
  const note = (kind: ProblemKind, detail: string) => window.noteProblem(kind, detail)
  const masked = (text: string) => text.replaceAll(/\d/g, '0')
  const loosely = (text: string) => text.replaceAll(/\d+/g, '0')

  const holdsTwin = (value: string) =>
    sight.harmless === undefined ? RUN.test(value) : value.includes(sight.harmless)

  /** The text between the words around a string; undefined if those words differ. */
  function between(value: string, twinValue: string): string | undefined {
    if (!holdsTwin(twinValue)) return undefined
    const run = sight.harmless ?? RUN.exec(twinValue)?.[0] ?? ''
    const at = twinValue.indexOf(run)
    const before = twinValue.slice(0, at)
    const after = twinValue.slice(at + run.length)
    const end = value.length - after.length
    const isAround =
      end >= before.length &&
      masked(value.slice(0, before.length)) === masked(before) &&
      masked(value.slice(end)) === masked(after)
    return isAround ? value.slice(before.length, end) : undefined
  }

  /** Looks at a value that differs from the twin's. @returns what of it is the string */
  function lookAt(value: string, twinValue: string, where: string): string | undefined {
    const middle = between(value, twinValue)
    if (middle === undefined) {
      note('around', `${where}: ${JSON.stringify(value)}, harmless: ${JSON.stringify(twinValue)}`)
      return undefined
    }
    seen.finds += 1
    window.characters.check(middle, where)
    const decoded = window.characters.decode(middle)
    const isThere =
      sight.isWhole === true ? decoded === whole : window.characters.isPartOf(middle, whole)
    // Where a text is cut no pair is parted.
    if (HALF.test(decoded) && !HALF.test(whole)) note('lost', `${where}: half a pair is shown`)
    if (sight.isWhole !== true && decoded.length > (sight.atMost ?? CELL) + 1) {
      note('length', `${where}: ${decoded.length} characters`)
    }
    // Which parts of a path are decoded is the router's business.
    const isPath = sight.written === 'path' && middle !== ''
    const holdsMore = value.trim() !== '' && sight.text.slice(0, 8).trim() === ''
    const isBlank = middle.trim() === '' && sight.text !== '' && !holdsMore
    if (!(isThere || isPath) || isBlank) note('lost', `${where}: ${JSON.stringify(middle)}`)
    return middle
  }

  function compareUrl(element: Element, name: string, value: string): void {
    seen.links += 1
    if (!URL.canParse(sight.text)) {
      note('links', `${name}="${value}" of what is no address`)
      return
    }
    const expected = new URL(sight.text).href
    const url = new URL(value, location.href)
    const isSafe = /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
    if (!isSafe || value !== expected) note('links', `${name}="${value}" instead of "${expected}"`)
    const rel = (element.getAttribute('rel') ?? '').split(' ')
    const isAlone = rel.includes('noopener') && rel.includes('noreferrer')
    if (element.tagName === 'A' && !isAlone)
      note('links', `${name}="${value}" has rel="${rel.join(' ')}"`)
  }

  /** A link to the details of a task stays in the app, and carries the task's name and nothing more. */
  function compareTaskLink(element: Element, value: string, twinValue: string): void {
    const task = element.getAttribute('data-task') ?? ''
    if (value === task) {
      // An address cannot hold a lone surrogate.
      const own = sight.text.replaceAll(/\p{Cs}/gu, '\uFFFD')
      const isOwn = loosely(value) === loosely(twinValue) || value === own
      if (!isOwn) note('lost', `data-task="${value}"`)
      return
    }
    const { origin, pathname, searchParams, hash } = new URL(value, location.href)
    const carried = new URLSearchParams({ task }).get('task')
    const isTask = searchParams.getAll('task').join() === carried && hash === ''
    if (!isTask || origin !== location.origin || pathname !== '/tasks') {
      note('links', `href="${value}" for the task ${JSON.stringify(task)}`)
    }
  }

  function compareAttribute(element: Element, name: string, value: string, twinValue: string) {
    if (OWN_VALUES.has(name)) return
    if (element.hasAttribute('data-task') && ['href', 'data-task'].includes(name)) {
      compareTaskLink(element, value, twinValue)
      return
    }
    const where = `${element.tagName.toLowerCase()} ${name}`
    if (URLS.has(name) && element.tagName !== 'use') {
      if (value !== twinValue) compareUrl(element, name, value)
      return
    }
    if (name === 'download') {
      seen.fileNames += 1
      window.characters.checkFileName(value)
      return
    }
    // A field holds the text that will be sent, unchanged.
    if (value === twinValue || name === 'value' || name === 'datetime') return
    if (!holdsTwin(twinValue) && loosely(value) === loosely(twinValue)) return
    const middle = lookAt(value, twinValue, where)
    const isIsolated = value === middle || value.includes(`\u2068${middle ?? ''}\u2069`)
    if (name === 'title' && middle !== undefined && !isIsolated) {
      note('directions', `${where}: ${JSON.stringify(value)}`)
    }
  }

  function compareTexts(element: Element, texts: readonly string[], twins: readonly string[]) {
    if (element.closest('time') !== null) return
    for (const [index, text] of texts.entries()) {
      const twinText = twins[index] ?? ''
      const where = `${element.tagName.toLowerCase()} text`
      if (!holdsTwin(twinText)) {
        if (loosely(text) !== loosely(twinText)) {
          note('around', `${where}: ${JSON.stringify(text)}, harmless: ${JSON.stringify(twinText)}`)
        }
        continue
      }
      const middle = lookAt(text, twinText, where)
      // JSON and paths are foreign from their first to their last character.
      const alone = sight.written === 'json' || sight.written === 'path' ? text : middle
      // Isolated by characters, as in a title, or by an element.
      const isApart = text.includes(`\u2068${alone ?? ''}\u2069`)
      if (alone !== undefined && !isApart && !window.layout.isIsolated(element, alone)) {
        note('directions', `${where}: ${JSON.stringify(text)}`)
      }
    }
  }

  function compare(element: Element, shape: Shape, twin: Shape): void {
    const names = Object.keys(shape.attributes).join(' ')
    const twinNames = Object.keys(twin.attributes).join(' ')
    if (shape.tag !== twin.tag || names !== twinNames) {
      note('structure', `<${shape.tag} ${names}> in place of <${twin.tag} ${twinNames}>`)
      return
    }
    for (const [name, value] of Object.entries(shape.attributes)) {
      compareAttribute(element, name, value, twin.attributes[name] ?? '')
    }
    if (shape.children.length !== twin.children.length) {
      note('structure', `${element.outerHTML} in place of ${JSON.stringify(twin)}`)
      return
    }
    compareTexts(element, shape.texts, twin.texts)
    for (const [index, child] of [...element.children].entries()) {
      const [childShape, twinChild] = [shape.children[index], twin.children[index]]
      if (childShape !== undefined && twinChild !== undefined) compare(child, childShape, twinChild)
    }
  }

  const isKept = (value: unknown): value is Kept =>
    typeof value === 'object' && value !== null && 'shape' in value

  /** What was kept, by this document or by one before it. */
  function recall(twin: string): Kept {
    const kept = remembered.get(twin)
    if (kept !== undefined) return kept
    const text = sessionStorage.getItem(`proof.${twin}`)
    if (text === null) throw new Error(`nothing harmless was seen: ${twin}`)
    const found: unknown = JSON.parse(text)
    if (!isKept(found)) throw new Error(`what was kept cannot be read: ${twin}`)
    remembered.set(twin, found)
    return found
  }

  function see(next: Sight): void {
    sight = next
    seen.sights[next.place] = (seen.sights[next.place] ?? 0) + 1
  }

  window.inspector = {
    remember(twin, place) {
      const height = window.layout.heightOf(place)
      const kept = { shape: shapeOf(place), title: document.title, height }
      remembered.set(twin, kept)
      sessionStorage.setItem(`proof.${twin}`, JSON.stringify(kept))
    },
    hold(next, place) {
      const twin = recall(next.twin)
      see(next)
      const text = next.written === 'json' ? JSON.stringify(next.text).slice(1, -1) : next.text
      whole = window.characters.decode(text.replaceAll('\r\n', '\n'))
      const findsBefore = seen.finds + seen.links
      compare(place, shapeOf(place), twin.shape)
      const isThere = seen.finds + seen.links > findsBefore
      if (isThere === (next.isElsewhere === true))
        note('lost', `it is ${isThere ? '' : 'not '}there`)
      if (document.title !== twin.title)
        note('around', `the title of the page is ${document.title}`)
      window.layout.check(place, twin.height)
    },
    still(place, element) {
      sight = { place, text: '', twin: `${place} still` }
      if (!remembered.has(sight.twin)) window.inspector.remember(sight.twin, element)
      const { shape, height } = recall(sight.twin)
      compare(element, shapeOf(element), shape)
      window.layout.check(element, height)
    },
    fileName(next, name) {
      see(next)
      seen.fileNames += 1
      window.characters.checkFileName(name)
    },
    box(next, box) {
      see(next)
      const tags = box.form === null ? [] : tagsOf(shapeOf(box.form))
      const twinTags = tagsOf(recall(next.twin).shape)
      if (tags.join() !== twinTags.join()) note('structure', tags.join())
      // What an input element takes out of a text by itself.
      const text = next.text.replaceAll(/[\r\n]/g, '')
      if (box.value.trim() !== text.trim()) note('lost', JSON.stringify(box.value))
    },
    summary(next, place) {
      see(next)
      const { shape, height } = recall(next.twin)
      const known = new Set(tagsOf(shape))
      const strange = tagsOf(shapeOf(place)).filter((tag) => !known.has(tag))
      if (strange.length > 0) note('structure', strange.join())
      for (const element of [place, ...place.querySelectorAll('[title]')]) {
        window.characters.check(element.textContent, 'text')
        const title = element.getAttribute('title') ?? ''
        window.characters.check(title.replaceAll(/[\u2068\u2069\n]/g, ' '), 'title')
      }
      window.layout.check(place, height)
    },
    spoken(next, region) {
      see(next)
      const text = region.textContent
      window.characters.check(text, 'text')
      if (region.children.length > 0) note('structure', region.innerHTML)
      // Its beginning: a long word is clipped.
      const start = next.text.replaceAll('\r\n', '\n').slice(0, 20)
      const isThere = window.characters.decode(text).includes(window.characters.decode(start))
      if (!isThere) note('lost', JSON.stringify(text))
    },
    // On a phone, the page number is hidden too, but by another class.
    readOut: () => document.querySelector('p[role=status].sr-only') ?? undefined,
    columns(place) {
      sight = { place, text: '', twin: '' }
      window.layout.checkColumns(place)
    },
    report() {
      const report = seen
      seen = empty()
      return report
    },
  }
}
