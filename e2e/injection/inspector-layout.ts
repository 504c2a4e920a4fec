/** Looks at where things stand, from inside the page. */
export interface Layout {
  /** Reports what is out of place. @param height `heightOf` the same place with a harmless string */
  check(place: Element, height: number): void
  /** The height of a place, in pixels. On a narrow screen a message takes one line or two, and does not count. */
  heightOf(place: Element): number
  /** Notes columns of the table that are not where they were with the first rows of this place. */
  checkColumns(place: string): void
  /** Whether a text cannot change the direction of the words around it: it is isolated, or not visible. */
  isIsolated(element: Element, text: string): boolean
}

declare global {
  interface Window {
    layout: Layout
  }
}

/** Runs in the page, before anything else of it. */
export function defineLayout(): void {
  /** Parts of a pixel. */
  const NEARLY = 1
  /** The height of a line of text, in pixels. */
  const LINE = 20
  const harmlessColumns = new Map<string, number[]>()

  interface Span {
    left: number
    right: number
  }
  const spanOf = (element: Element): Span => {
    const { left, right } = element.getBoundingClientRect()
    return { left, right }
  }

  /** From where to where something is seen: boxes that clip it taken into account. */
  function seenSpan(element: Element): Span {
    let { left, right } = spanOf(element)
    for (let box = element.parentElement; box !== null; box = box.parentElement) {
      if (getComputedStyle(box).overflowX === 'visible') continue
      const clip = spanOf(box)
      left = Math.max(left, clip.left)
      right = Math.min(right, clip.right)
    }
    return { left, right }
  }

  const isWithin = (inner: Span, outer: Span) =>
    inner.left >= outer.left - NEARLY && inner.right <= outer.right + NEARLY

  const isHidden = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return (width <= 1 && height <= 1) || !element.checkVisibility({ visibilityProperty: true })
  }

  /** What is there for screen readers alone is cut to a pixel. */
  const isOnlySpoken = (element: Element) => {
    for (let box: Element | null = element; box !== null; box = box.parentElement) {
      const { width, height } = box.getBoundingClientRect()
      if (getComputedStyle(box).overflowX === 'hidden' && width <= 1 && height <= 1) return true
    }
    return false
  }

  const describe = (element: Element) =>
    `<${element.tagName.toLowerCase()} ${(element.getAttribute('class') ?? '').slice(0, 80)}>`

  function checkElement(element: Element, frame: Span): void {
    if (isHidden(element) || isOnlySpoken(element)) return
    const own = spanOf(element)
    const seen = seenSpan(element)
    const isControl = element.matches('button, a[href], input, select, summary')
    if (seen.right > seen.left && !isWithin(seen, frame)) {
      window.noteProblem('layout', `${describe(element)} reaches out of its frame`)
    } else if (isControl && !(isWithin(own, frame) && isWithin(own, seen))) {
      window.noteProblem('layout', `${describe(element)} is pushed out of sight`)
    }
    const { overflowX } = getComputedStyle(element)
    const scrolls = overflowX === 'auto' || overflowX === 'scroll'
    if (scrolls && element.scrollWidth > element.clientWidth + NEARLY) {
      window.noteProblem('layout', `${describe(element)} has to be scrolled sideways`)
    }
  }

  /** The message of a failure in a row of a narrow screen. */
  const narrowMessage = (place: Element) =>
    matchMedia('(width < 64rem)').matches
      ? (place.querySelector('tr > .column-result > button') ?? undefined)
      : undefined

  window.layout = {
    check(place, expected) {
      const root = document.documentElement
      if (root.scrollWidth > root.clientWidth) {
        window.noteProblem('layout', `the page is ${root.scrollWidth} wide on ${root.clientWidth}`)
      }
      const around = place.closest('dialog, [popover], header, main') ?? document.body
      const frame = spanOf(around)
      for (const element of [place, ...place.querySelectorAll('*')]) {
        if (element.closest('svg') === element || element.closest('svg') === null) {
          checkElement(element, frame)
        }
      }
      // A row is as high as any other.
      const height = window.layout.heightOf(place)
      if (place.matches('tr') && Math.abs(height - expected) > NEARLY) {
        window.noteProblem('layout', `a row of ${height} among rows of ${expected}`)
      }
      const message = narrowMessage(place)
      if (message === undefined) return
      const lines = message.clientHeight / LINE
      if (lines > 2) window.noteProblem('layout', `a message of ${lines} lines`)
      if (message.scrollWidth > message.clientWidth + NEARLY) {
        window.noteProblem('layout', 'a message is cut off at its side')
      }
    },
    heightOf(place) {
      const { height } = place.getBoundingClientRect()
      return height - (narrowMessage(place)?.getBoundingClientRect().height ?? 0)
    },
    checkColumns(place) {
      const columns = [...document.querySelectorAll('thead th')].map((column) =>
        Math.round(column.getBoundingClientRect().left),
      )
      const expected = harmlessColumns.get(place) ?? columns
      harmlessColumns.set(place, expected)
      if (columns.some((left, index) => Math.abs(left - (expected[index] ?? 0)) > 2 * NEARLY)) {
        window.noteProblem('layout', `columns at ${columns.join()} instead of ${expected.join()}`)
      }
    },
    isIsolated(element, text) {
      if (isOnlySpoken(element)) return true
      for (let box: Element | null = element; box !== null; box = box.parentElement) {
        const { unicodeBidi } = getComputedStyle(box)
        if (unicodeBidi === 'normal' || unicodeBidi === 'embed') continue
        return box.textContent === text
      }
      return false
    },
  }
}
