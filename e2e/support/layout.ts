import type { Page } from '@playwright/test'

/** Limits of a layout. */
export const LAYOUT_LIMITS = {
  /** minimum width and height of a target, in CSS pixels: WCAG 2.2, 2.5.8 */
  leastPx: 24,
  /** share of the screen that sticky bars may cover */
  mostPinned: 0.25,
  /** words up to this length must not be broken */
  mostOfWord: 4,
  /** from this width on, in CSS pixels, nothing has to be moved sideways */
  leastDesk: 1280,
}

/** Problems of the layout on screen, from findLayoutProblems. */
export function layoutProblems(page: Page): Promise<string[]> {
  return page.evaluate(findLayoutProblems, LAYOUT_LIMITS)
}

/**
 * Finds what scrolls sideways, broken short words, targets that are too small or cannot be scrolled into
 * view, and bars that cover too much. It runs in the page, so it is self-contained. It leaves the page
 * scrolled.
 */
export function findLayoutProblems({
  leastPx,
  mostPinned,
  mostOfWord,
  leastDesk,
}: typeof LAYOUT_LIMITS): string[] {
  const layer =
    document.querySelector('dialog:modal') ?? document.querySelector('[popover]:popover-open')
  const problems = [...sideways(), ...cut(), ...broken(), ...targets(), ...pinned()]
  scrollTo(0, 0)
  return problems

  function nameOf(element: Element): string {
    return element.outerHTML.slice(0, 200)
  }

  function sideways(): string[] {
    return [document.documentElement, ...(layer === null ? [] : [layer])]
      .filter((box) => box.scrollWidth > box.clientWidth)
      .map((box) => {
        const wide = [...box.querySelectorAll('*')].filter(
          (element) => element.getBoundingClientRect().right > box.clientWidth + 1,
        )
        return `scrolls sideways: ${wide.slice(-3).map(nameOf).join(' | ')}`
      })
  }

  /**
   * What is wider than its box, or has more lines: a text needs an ellipsis and a title, a row of controls a fade and a finger to move it.
   * The words of screen readers are one pixel wide.
   */
  function cut(): string[] {
    const pen = document.createElement('canvas').getContext('2d')
    const isMouse = matchMedia('(hover: hover)').matches && innerWidth >= leastDesk
    return [...(layer ?? document.body).querySelectorAll<HTMLElement>('*')].flatMap((element) => {
      const { clientWidth, scrollWidth } = element
      const style = getComputedStyle(element)
      if (element instanceof HTMLInputElement && element.placeholder !== '' && pen !== null) {
        pen.font = style.font
        const { width } = pen.measureText(element.placeholder)
        const room =
          clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
        return width > room + 1
          ? [`a placeholder of ${width} in ${room} px: ${nameOf(element)}`]
          : []
      }
      const isClamped =
        style.webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight + 1
      if (isClamped && element.closest('[title], button') === null) {
        return [`more lines than it has: ${nameOf(element)}`]
      }
      const isWider = clientWidth > 1 && scrollWidth > clientWidth + 1
      if (!isWider || style.overflowX === 'visible' || style.display === 'inline') return []
      const isSeen = element.checkVisibility() && style.clipPath !== 'inset(50%)'
      if (!isSeen || element.matches('html, select, input, textarea')) return []
      const isScrolled = /auto|scroll/.test(style.overflowX)
      // Firefox shows a thin bar instead.
      const isFaded = style.maskImage !== 'none' || !CSS.supports('animation-timeline: scroll()')
      // A row makes its titles when the pointer comes.
      element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
      const isTold = style.textOverflow === 'ellipsis' && element.closest('[title]') !== null
      if (isScrolled ? isFaded && !isMouse : isTold) return []
      return [`${String(scrollWidth)} in ${String(clientWidth)} px: ${nameOf(element)}`]
    })
  }

  /** Chinese breaks anywhere, so a word without room becomes a column. */
  function broken(): string[] {
    const elements = [...(layer ?? document.body).querySelectorAll('*')]
    return elements.flatMap((element) =>
      [...element.childNodes].flatMap((node) => {
        if (!(node instanceof Text) || node.data.trim().length > mostOfWord) return []
        const range = document.createRange()
        range.selectNodeContents(node)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        return lines.size > 1 ? [`on ${String(lines.size)} lines: ${nameOf(element)}`] : []
      }),
    )
  }

  function targets(): string[] {
    const selector = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
    return [...(layer ?? document).querySelectorAll<HTMLElement>(selector)].flatMap((element) => {
      // The skip link is clipped until it has the focus.
      const { clipPath, pointerEvents } = getComputedStyle(element)
      // The arrow keys alone lead to it: the pointer presses what is around it.
      const isForKeys = pointerEvents === 'none' && element.tabIndex === -1
      // Its table has the same links.
      const isBar = element.closest('figure [role=group]') !== null
      const isPressed = clipPath !== 'inset(50%)' && !isForKeys && !isBar
      return element.checkVisibility() && isPressed
        ? [...tooSmall(element), ...outOfReach(element)]
        : []
    })
  }

  /** The target of a checkbox includes its label. */
  function tooSmall(element: HTMLElement): string[] {
    const labels =
      element instanceof HTMLInputElement && /^(?:radio|checkbox)$/.test(element.type)
        ? [...(element.labels ?? [])]
        : []
    const boxes = [element, ...labels].map((one) => one.getBoundingClientRect())
    const width =
      Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left))
    const height =
      Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top))
    if (Math.min(width, height) >= leastPx) return []
    return [`${width.toFixed(1)} × ${height.toFixed(1)} px: ${nameOf(element)}`]
  }

  function outOfReach(element: HTMLElement): string[] {
    element.scrollIntoView({ block: 'center', inline: 'nearest' })
    const box = element.getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    const top = document.elementFromPoint(x, y)
    if (top !== null && element.contains(top)) return []
    return [`under ${top === null ? 'the edge' : nameOf(top)}: ${nameOf(element)}`]
  }

  function pinned(): string[] {
    scrollTo(0, (document.documentElement.scrollHeight - innerHeight) / 2)
    const bars = [...document.querySelectorAll('body *')].filter((element) => {
      const { position } = getComputedStyle(element)
      const { top, bottom, height } = element.getBoundingClientRect()
      const isAtEdge = (top <= 0 && bottom > 0) || (bottom >= innerHeight && top < innerHeight)
      return /^(?:fixed|sticky)$/.test(position) && height > 1 && isAtEdge && !isLayer(element)
    })
    const heights = bars.map((bar) => bar.getBoundingClientRect().height)
    const share = heights.reduce((sum, height) => sum + height, 0) / innerHeight
    if (share <= mostPinned) return []
    return [`bars take ${String(Math.round(share * 100))} %: ${bars.map(nameOf).join(' | ')}`]
  }

  function isLayer(element: Element): boolean {
    return element.closest('dialog, [popover]') !== null
  }
}
