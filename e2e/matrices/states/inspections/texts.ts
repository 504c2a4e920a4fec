import { readFileSync } from 'node:fs'
import path from 'node:path'

import type { Page } from '@playwright/test'

/** What is no text of ours, or the same in every language. Plots have figures and dates; their words stand beside them, too. */
const NO_MESSAGE =
  'bdi, code, kbd, time, option, script, style, svg text, .font-mono, [lang]:not(html)'

/** Words of the Chinese messages that stand there in Latin letters: API, CSV, Marquee. */
const latinWords = new Set(
  readFileSync(
    path.resolve(import.meta.dirname, '../../../../src/web/messages/zh-CN.json'),
    'utf8',
  ).match(/[A-Za-z]{2,}/g),
)

/** Texts of the service in the middle of ours are isolated. IDs, ends of keys, names of fields and time zones are no words. */
const NO_WORDS =
  /\u2068[^\u2069]*\u2069|\b[0-9a-f]{8}(?:(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?\b|••••\w+|\b(?:id|price|\w+_(?:at|url|msg))\b|\b\w+\/\w+\b/g

/**
 * Texts of the page that are in no message: words of the other language.
 *
 * @param names what the test itself has typed, such as the names of accounts
 */
export async function untranslatedTexts(
  page: Page,
  language: 'en' | 'zh-CN',
  names: readonly string[],
): Promise<string[]> {
  const texts = await page.evaluate((selector) => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      if (parentElement?.closest(selector) === null) found.push(textContent ?? '')
    }
    for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder]')) {
      if (element.closest(selector) !== null) continue
      for (const name of ['aria-label', 'placeholder']) found.push(element.getAttribute(name) ?? '')
    }
    return found
  }, NO_MESSAGE)
  return texts.filter((text) => {
    if (language === 'en') return /\p{Script=Han}/u.test(text)
    const words = text.replaceAll(NO_WORDS, '').match(/[A-Za-z]{2,}/g) ?? []
    return words.some((word) => !latinWords.has(word) && !names.includes(word))
  })
}

/** German and Finnish are longer than English by so much. */
const LONGER = 1.4

/** What a lengthened text ends with. */
const FILLER = ' ō'

/**
 * Makes every text of the page longer, as a translation would, and leaves it so: call it last.
 * Texts of the service stay as they are.
 */
export async function lengthenTexts(page: Page): Promise<void> {
  await page.evaluate(
    ([selector, longer, filler]) => {
      const longerBy = (text: string) =>
        filler.repeat(Math.ceil((text.trim().length * (longer - 1)) / filler.length))
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const nodes: Text[] = []
      while (walker.nextNode()) {
        const node = walker.currentNode
        if (node instanceof Text && /\p{L}/u.test(node.data)) nodes.push(node)
      }
      for (const node of nodes) {
        const isOurs = node.parentElement?.closest(selector) === null
        if (isOurs || node.parentElement instanceof HTMLOptionElement) {
          node.data += longerBy(node.data)
        }
      }
    },
    [NO_MESSAGE, LONGER, FILLER] as const,
  )
}

/** Lengthened texts that are cut off with no way to read the rest, and a page that scrolls sideways for them. */
export async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate((filler) => {
    const found: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (!element.textContent.includes(filler) || element.closest('.sr-only') !== null) continue
      const { overflowX, display } = getComputedStyle(element)
      const isCut = overflowX !== 'visible' && overflowX !== 'auto' && display !== 'inline'
      // What is for screen readers alone is one pixel wide.
      const isSeen = element.clientWidth > 1
      if (!isCut || !isSeen || element.scrollWidth <= element.clientWidth + 1) continue
      // A row makes its titles when the pointer comes.
      element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
      if (element.closest('[title]') === null) found.push(`cut off: ${element.textContent}`)
    }
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) {
      found.push(`the page is ${String(scrollWidth - clientWidth)} px too wide`)
    }
    return found
  }, FILLER)
}
