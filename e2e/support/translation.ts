import type { Page } from '@playwright/test'

/**
 * From now on the browser translates the page as Chrome does: it puts two elements in the place of each text, also of those
 * that come later. The words stay, so that tests find them.
 */
export async function translate(page: Page): Promise<void> {
  await page.addInitScript(translateForever)
  await page.evaluate(translateForever)
}

/** Runs in the page. */
function translateForever(): void {
  const translated = new WeakSet<Node>()
  const kept = 'script, style, textarea, noscript, title, svg'
  const newElement = (tag: string) => document.createElement(tag)
  const replaceTexts = () => {
    const texts = document.createTreeWalker(document, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode() !== null) {
      const { currentNode: text } = texts
      const isKept = text.parentElement?.closest(kept) !== null || translated.has(text)
      if (text instanceof Text && !isKept) found.push(text)
    }
    for (const text of found) {
      const [outer, inner] = [newElement('font'), newElement('font')]
      const words = document.createTextNode(text.data)
      translated.add(words)
      inner.append(words)
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  replaceTexts()
  const changes = { subtree: true, childList: true, characterData: true }
  new MutationObserver(replaceTexts).observe(document, changes)
}

/** From now on an extension puts elements of its own before, between and after all others. */
export async function addForeignElements(page: Page): Promise<void> {
  await page.addInitScript(addForever)
  await page.evaluate(addForever)
}

/** Runs in the page. */
function addForever(): void {
  const isOurs = (one: Element | null) => one !== null && one.localName !== 'grammar-mark'
  const newMark = () => document.createElement('grammar-mark')
  const add = () => {
    for (const element of document.querySelectorAll('#root *:not(grammar-mark, svg *, option)')) {
      if (isOurs(element.nextElementSibling)) element.after(newMark())
      if (isOurs(element.firstElementChild) && element.localName !== 'select') {
        element.prepend(newMark())
      }
    }
  }
  add()
  new MutationObserver(add).observe(document, { subtree: true, childList: true })
}

/**
 * The texts that React keeps a node for. Once such a text is translated, React writes to a node that is no longer on the page:
 * the old words stay, or the page crashes. What is the only text of its element has no node in React.
 */
export async function textsOfReact(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Fiber {
      tag: number
      memoizedProps: unknown
      child: Fiber | null
      sibling: Fiber | null
    }
    const HOST_TEXT = 6
    const isHost = (value: unknown): value is { stateNode: { current: Fiber } } =>
      typeof value === 'object' && value !== null && 'stateNode' in value
    const root: object = document.querySelector('#root') ?? {}
    const host: unknown = Object.entries(root).find(([name]) =>
      name.startsWith('__reactContainer$'),
    )?.[1]
    if (!isHost(host)) throw new Error('React keeps its root elsewhere')
    const texts: string[] = []
    const open: (Fiber | null)[] = [host.stateNode.current]
    for (let fiber = open.pop(); fiber !== undefined; fiber = open.pop()) {
      if (fiber === null) continue
      if (fiber.tag === HOST_TEXT) texts.push(JSON.stringify(fiber.memoizedProps))
      open.push(fiber.sibling, fiber.child)
    }
    return texts
  })
}
