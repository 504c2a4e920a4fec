import type { Entry, Place, ProblemKind } from './problem.ts'

/** An element's visible properties. */
export interface Shape {
  tag: string
  attributes: Record<string, string>
  /** the texts before, between and behind its children */
  texts: string[]
  children: Shape[]
}

/** Holds elements against the shapes of others, from inside the page. */
export interface Comparison {
  readonly shapeOf: (element: Element) => Shape
  /** The tags of a shape and of all that is in it, in order. */
  readonly tagsOf: (shape: Shape) => string[]
  /** Holds an element with a string in it against its shape with a harmless one. @returns what was found of the string */
  compare(place: Place, entry: Entry, element: Element, twin: Shape): Found
}

/** How often the string, or its beginning, was found. */
export interface Found {
  finds: number
  links: number
  fileNames: number
}

declare global {
  interface Window {
    comparison: Comparison
  }
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
  let place: Place = { name: '' }
  let entry: Entry = { text: '', key: '', isHarmless: false }
  let found: Found = { finds: 0, links: 0, fileNames: 0 }
  let whole = ''

  function shapeOf(element: Element): Shape {
    const texts = ['']
    for (const node of element.childNodes) {
      if (node instanceof Element) texts.push('')
      else if (node instanceof Text) texts.push(`${texts.pop() ?? ''}${node.data}`)
    }
    const names = element.getAttributeNames().toSorted()
    return {
      tag: `${element.tagName} of ${element.namespaceURI ?? ''}`,
      attributes: Object.fromEntries(names.map((name) => [name, element.getAttribute(name) ?? ''])),
      texts,
      children: [...element.children].map(shapeOf),
    }
  }
  const tagsOf = (shape: Shape): string[] => [shape.tag, ...shape.children.flatMap(tagsOf)]

  const note = (kind: ProblemKind, detail: string) => window.noteProblem(kind, detail)
  const masked = (text: string) => text.replaceAll(/\d/g, '0')
  const loosely = (text: string) => text.replaceAll(/\d+/g, '0')
  /** An address cannot hold a lone surrogate. */
  const carried = (text: string) => text.replaceAll(/\p{Cs}/gu, '\uFFFD')

  /** The harmless string in a value, or its beginning; undefined: it is not there. */
  function runOf(twinValue: string): string | undefined {
    if (entry.harmless === undefined) return RUN.exec(twinValue)?.[0]
    return twinValue.includes(entry.harmless) ? entry.harmless : undefined
  }

  /** The text between the words around a string; undefined if those words differ. */
  function between(value: string, twinValue: string): string | undefined {
    const run = runOf(twinValue)
    if (run === undefined) return undefined
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
    found.finds += 1
    window.characters.check(middle, where)
    const decoded = window.characters.decode(middle)
    const isThere =
      place.isWhole === true ? decoded === whole : window.characters.isPartOf(middle, whole)
    // Where a text is cut no pair is parted.
    if (HALF.test(decoded) && !HALF.test(whole)) note('lost', `${where}: half a pair is shown`)
    if (place.isWhole !== true && decoded.length > (place.atMost ?? CELL) + 1) {
      note('length', `${where}: ${decoded.length} characters`)
    }
    // Which parts of a path are decoded is the router's business.
    const isPath = place.written === 'path' && middle !== ''
    const holdsMore = value.trim() !== '' && entry.text.slice(0, 8).trim() === ''
    const isBlank = middle.trim() === '' && entry.text !== '' && !holdsMore
    if (!(isThere || isPath) || isBlank) note('lost', `${where}: ${JSON.stringify(middle)}`)
    return middle
  }

  function compareUrl(element: Element, name: string, value: string): void {
    found.links += 1
    if (!URL.canParse(entry.text)) {
      note('links', `${name}="${value}" of what is no address`)
      return
    }
    const expected = new URL(entry.text).href
    const url = new URL(value, location.href)
    const isSafe = /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
    if (!isSafe || value !== expected) note('links', `${name}="${value}" instead of "${expected}"`)
    const rel = (element.getAttribute('rel') ?? '').split(' ')
    const isAlone = rel.includes('noopener') && rel.includes('noreferrer')
    if (element.tagName === 'A' && !isAlone)
      note('links', `${name}="${value}" has rel="${rel.join(' ')}"`)
  }

  const isTaskLink = (value: string) => {
    const { origin, pathname, searchParams } = new URL(value, location.href)
    return origin === location.origin && pathname === '/tasks' && searchParams.has('task')
  }

  /** A link of the app that searches for a text, and does nothing else. */
  const isSearchLink = (value: string) => {
    const { origin, pathname, searchParams, hash } = new URL(value, location.href)
    const names = [...searchParams.keys()].join()
    return origin === location.origin && pathname === '/tasks' && names === 'q' && hash === ''
  }

  /** A link to the details of a task stays in the app, and carries the task's name and nothing more. */
  function compareTaskLink(value: string, task: string): void {
    const names = isTaskLink(value) ? new URL(value, location.href).searchParams.getAll('task') : []
    const expected = new URLSearchParams({ task }).get('task')
    if (names.join() !== expected || value.includes('#')) {
      note('links', `href="${value}" for the task ${JSON.stringify(task)}`)
    }
  }

  function compareAttribute(element: Element, name: string, value: string, twinValue: string) {
    if (OWN_VALUES.has(name)) return
    const task = element.getAttribute('data-task')
    if (name === 'data-task') {
      const isOwn = loosely(value) === loosely(twinValue) || value === carried(entry.text)
      if (!isOwn) note('lost', `data-task="${value}"`)
      return
    }
    if (name === 'href' && (task !== null || isTaskLink(twinValue))) {
      if (task !== null || value !== twinValue) compareTaskLink(value, task ?? carried(entry.text))
      return
    }
    const where = `${element.tagName.toLowerCase()} ${name}`
    if (name === 'href' && isSearchLink(twinValue) && isSearchLink(value)) return
    if (URLS.has(name) && element.tagName !== 'use') {
      if (value !== twinValue) compareUrl(element, name, value)
      return
    }
    if (name === 'download') {
      found.fileNames += 1
      window.characters.checkFileName(value)
      return
    }
    // A field holds the text that will be sent, unchanged.
    if (value === twinValue || name === 'value' || name === 'datetime') return
    if (runOf(twinValue) === undefined && loosely(value) === loosely(twinValue)) return
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
      if (runOf(twinText) === undefined) {
        if (loosely(text) !== loosely(twinText)) {
          note('around', `${where}: ${JSON.stringify(text)}, harmless: ${JSON.stringify(twinText)}`)
        }
        continue
      }
      const middle = lookAt(text, twinText, where)
      // JSON and paths are foreign from their first to their last character.
      if (middle === undefined && place.written === undefined) continue
      const own = middle ?? ''
      const foreign = place.written === undefined ? [own, `${place.behind ?? ''}${own}`] : [text]
      // Isolated by characters, as in a title, or by an element.
      const isApart = foreign.some(
        (one) => text.includes(`\u2068${one}\u2069`) || window.layout.isIsolated(element, one),
      )
      if (!isApart) note('directions', `${where}: ${JSON.stringify(text)}`)
    }
  }

  function compareShapes(element: Element, shape: Shape, twin: Shape): void {
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
      if (childShape && twinChild) compareShapes(child, childShape, twinChild)
    }
  }

  window.comparison = {
    shapeOf,
    tagsOf,
    compare(nextPlace, nextEntry, element, twin) {
      place = nextPlace
      entry = nextEntry
      found = { finds: 0, links: 0, fileNames: 0 }
      const { text } = entry
      const written = place.written === 'json' ? JSON.stringify(text).slice(1, -1) : text
      whole = window.characters.decode(written.replaceAll('\r\n', '\n'))
      compareShapes(element, shapeOf(element), twin)
      return found
    },
  }
}
