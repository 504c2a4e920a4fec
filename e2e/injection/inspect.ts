import type { Page } from '@playwright/test'

import { withoutTerminalCodes } from '#contract/envelope.ts'

import type { InjectionString } from './strings.ts'

/** How strings are shown on a screen. */
export interface Showing {
  /** words of the service around them are folded: only a part of a string stands in one piece */
  readonly isFolded?: boolean
  /** foreign words right before them, isolated together with them */
  readonly behind?: string
  /** most characters that may stand in one text before it is expanded */
  readonly atMost?: number
}

/** What is seen on a page. */
export interface Sight {
  /** the marks of the strings */
  seen: string[]
  problems: string[]
}

/** Looks at every text and attribute of a page that has a string in it, first as it is, and then with all texts expanded. */
export async function inspect(
  page: Page,
  strings: readonly InjectionString[],
  showing: Showing = {},
): Promise<Sight> {
  // Messages lose the codes of terminals, and nothing else does.
  const texts = Object.fromEntries(
    strings.map(({ mark, text }) => [mark, [text, withoutTerminalCodes(text)]]),
  )
  const { isFolded = false, behind = '', atMost = 200 } = showing
  return page.evaluate(inspectPage, { texts, isFolded, behind, atMost })
}

/** Runs in the page. */
async function inspectPage({
  texts,
  isFolded,
  behind,
  atMost: mostAtFirst,
}: {
  texts: Readonly<Record<string, readonly string[]>>
  isFolded: boolean
  behind: string
  atMost: number
}): Promise<Sight> {
  const MARK = /zq[a-z]{3}zq/
  const WRITTEN_OUT = /⟨U\+([0-9A-F]{4,6})⟩/g
  /** Invisible characters, and ones that change direction or end lines. The two left out are parts of emoji. */
  const UNSEEN =
    /(?![\t\n]|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u
  /** More marks than this on one letter reach into the lines around it. */
  const PILE = /(?:(?!\ufe0e|\ufe0f)\p{M}){5}/u
  const FILE_NAME = /^[\p{L}\p{N}_-][\p{L}\p{N}_ -]*(?:\.\w{2,4})?$/u
  let atMost = mostAtFirst
  const seen = new Set<string>()
  const problems = new Set<string>()

  const decode = (shown: string) =>
    shown
      .replaceAll(WRITTEN_OUT, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
      .replaceAll('\r\n', '\n')
  const unescaped = (text: string) =>
    text.replaceAll(/(?:%[\da-f]{2})+/gi, (codes) => {
      try {
        return decodeURIComponent(codes)
      } catch {
        return codes
      }
    })
  const folded = (text: string) => unescaped(text).normalize('NFKC').replaceAll(/\s+/g, ' ')
  const plain = (text: string) =>
    // NFKC makes three dots of one.
    (isFolded ? text.split('…').map(folded).join('…') : text).trim()
  const withoutBehind = (text: string) =>
    text.startsWith(behind) ? text.slice(behind.length) : text
  const describe = (element: Element) => element.outerHTML.slice(0, 160)

  /** Whether a shown text is the string, its first line, the short form of an ID or address, or a cut of it that says so. */
  const isShown = (shown: string, wholes: readonly string[]) =>
    wholes.some((whole) => isShownOf(plain(decode(shown)), plain(decode(whole))))

  function isShownOf(text: string, all: string): boolean {
    if ([all, all.slice(0, 8).trim(), all.replace(/^https?:\/\//, '')].includes(text)) return true
    if (isFolded && all.includes(text)) return true
    let at = 0
    for (const piece of text.split('…')) {
      const found = all.indexOf(piece, at)
      if (found === -1) return text.includes(all)
      at = found + piece.length
    }
    return text.includes('…') || /^\s*[\r\n]/.test(all.slice(at))
  }

  function checkCharacters(text: string, where: string): void {
    const found = UNSEEN.exec(text) ?? PILE.exec(text)
    if (found !== null) {
      problems.add(`U+${found[0].codePointAt(0)?.toString(16) ?? ''} in ${where}`)
    }
  }

  /** Whether a text cannot change the direction of the words around it. */
  function isIsolated(node: Text, mark: string): boolean {
    if (new RegExp(`\\u2068[^\\u2069]*${mark}[^\\u2069]*\\u2069`).test(node.data)) return true
    for (let box = node.parentElement; box !== null; box = box.parentElement) {
      if (box.matches('.sr-only')) return true
      const { unicodeBidi } = getComputedStyle(box)
      if (unicodeBidi === 'normal' || unicodeBidi === 'embed') continue
      const foreign = withoutBehind(box.textContent)
      return box.closest('pre') !== null || isShown(foreign, texts[mark] ?? [])
    }
    return false
  }

  function lookAtText(node: Text): void {
    const mark = MARK.exec(node.data)?.[0]
    const parent = node.parentElement ?? document.body
    const wholes = texts[mark ?? '']
    if (mark === undefined || wholes === undefined) return
    if (parent.closest('script') !== null) return
    seen.add(mark)
    const where = `${mark}, ${JSON.stringify(wholes[0]?.slice(0, 60))}: ${describe(parent)}`
    checkCharacters(node.data.replaceAll(/[\u2068\u2069]/g, ''), where)
    if (parent.closest('.sr-only') !== null) return
    if (!isIsolated(node, mark)) problems.add(`not isolated: ${where}`)
    const own = node.data.slice(node.data.indexOf(mark))
    const foreign = withoutBehind(node.data)
    const isInside = parent.closest('pre') !== null || !/^\S*zq/.test(foreign)
    if (!isInside && !isShown(foreign, wholes)) problems.add(`not all of it: ${where}`)
    if (/\p{Cs}/u.test(decode(own)) && !/\p{Cs}/u.test(wholes.join('')))
      problems.add(`half a pair: ${where}`)
    if (decode(own).length > atMost + 1) problems.add(`too long: ${where}`)
  }

  function lookAtAttribute(element: Element, name: string, value: string): void {
    const mark = MARK.exec(decodeURIComponent(value.replaceAll('%', '%25')))?.[0]
    if (mark === undefined || texts[mark] === undefined) return
    seen.add(mark)
    const where = `${name} of ${describe(element)}`
    if (name === 'title' || name === 'aria-label') {
      checkCharacters(value.replaceAll(/[\u2068\u2069\n]/g, ' '), where)
      const isApart = /\u2068[^\u2069]*zq/.test(value) || isShown(value, texts[mark] ?? [])
      if (name === 'title' && !isApart) problems.add(`not isolated: ${where}`)
    } else if (name === 'href' || name === 'src') {
      const { protocol, username, origin } = new URL(value, location.href)
      const isAlone = /noopener.*noreferrer/.test(element.getAttribute('rel') ?? '')
      const isOutside = origin !== location.origin
      if (!/^https?:$/.test(protocol) || username !== '') problems.add(`a link: ${where}`)
      if (isOutside && element.matches('a') && !isAlone) problems.add(`a link with rel: ${where}`)
    } else if (name === 'download' && !FILE_NAME.test(value)) problems.add(`a name: ${where}`)
  }

  function lookAtLayout(): void {
    const root = document.documentElement
    if (root.scrollWidth > root.clientWidth) problems.add('the page scrolls sideways')
    for (const control of document.querySelectorAll('main :is(button, a[href], input, select)')) {
      const { left, right, width } = control.getBoundingClientRect()
      const isSeen = width > 1 && control.checkVisibility({ visibilityProperty: true })
      if (
        isSeen &&
        (left < -1 || right > innerWidth + 1) &&
        control.closest('.overflow-x-auto, .overflow-auto, [role=radiogroup]') === null
      ) {
        problems.add(`pushed out of sight: ${describe(control)}`)
      }
    }
    const rows = [...document.querySelectorAll<HTMLElement>('table[aria-busy] tbody tr')]
    const heights = rows.map((row) => Math.round(row.getBoundingClientRect().height))
    if (innerWidth >= 1024 && new Set(heights).size > 1) {
      problems.add(`rows of ${[...new Set(heights)].join()} pixels`)
    }
  }

  function look(): void {
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (nodes.nextNode()) if (nodes.currentNode instanceof Text) lookAtText(nodes.currentNode)
    for (const element of document.body.querySelectorAll('*')) {
      for (const name of element.getAttributeNames()) {
        lookAtAttribute(element, name, element.getAttribute(name) ?? '')
      }
      const isBox = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
      const typed = isBox ? MARK.exec(element.value)?.[0] : undefined
      if (typed !== undefined) seen.add(typed)
    }
    if (MARK.test(document.title)) problems.add(`the title is ${document.title}`)
    lookAtLayout()
  }

  for (const element of document.querySelectorAll<HTMLElement>('main *, dialog[open] *')) {
    // A row out of sight has no layout, and makes its titles when the pointer comes.
    if (element.matches('tbody tr')) element.style.contentVisibility = 'visible'
    element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
  }
  look()
  const more = () =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Show all')
  for (let button = more(), presses = 0; button && presses < 9; button = more(), presses += 1) {
    button.click()
    await new Promise((resolve) => {
      setTimeout(resolve)
    })
    atMost = Infinity
  }
  if (atMost === Infinity) look()
  return { seen: [...seen], problems: [...problems] }
}
