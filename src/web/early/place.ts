/*
 * Where a person is on the screen, for a screen whose elements are replaced by equal ones: the focus, what is typed, and
 * the selected text.
 */

/**
 * The way from an ancestor to a node: the name of each child on it, and how many of that name are before it. Extensions
 * put elements with names of their own between ours, which the next screen does not have.
 */
type Path = readonly { name: string; at: number }[]

/** A node's way from the root; undefined: it is not inside. */
export function pathOf(root: Node, node: Node): Path | undefined {
  if (node === root) return []
  const { parentNode } = node
  const above = parentNode === null ? undefined : pathOf(root, parentNode)
  if (above === undefined || parentNode === null) return undefined
  const name = node.nodeName
  return [...above, { name, at: childrenNamed(parentNode, name).indexOf(node) }]
}

/** The node at the end of a way; undefined: there is none. */
export function nodeAt(root: Node, path: Path | undefined): Node | undefined {
  let node = path && root
  for (const { name, at } of path ?? []) node &&= childrenNamed(node, name)[at]
  return node
}

function childrenNamed({ childNodes }: Node, name: string): readonly Node[] {
  return [...childNodes].filter(({ nodeName }) => nodeName === name)
}

/** A point in a text or between nodes. */
interface Point {
  path: Path | undefined
  offset: number
}

/** Remembers a person's place while the elements below a root are replaced. */
export interface PlaceKeeper {
  /** Puts focus, typed text and selection on the elements that are there now. */
  restore: () => void
  stop: () => void
}

/** Watches the place of a person. It must be remembered before the elements are gone. */
export function watchPlace(root: HTMLElement): PlaceKeeper {
  let focused: { path: Path | undefined; field?: HTMLInputElement } | undefined
  let selected: { from: Point; to: Point } | undefined

  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return
    focused = { path: pathOf(root, target) }
    if (target instanceof HTMLInputElement) focused.field = target
  }
  const onBlur = ({ target }: FocusEvent) => {
    setTimeout(() => {
      // An element that was removed has lost the focus, too. Then it is put back.
      const isLeft = target instanceof Node && target.isConnected
      if (isLeft && document.activeElement === document.body) focused = undefined
    })
  }
  const onSelection = () => {
    const selection = getSelection()
    const isText = selection !== null && !selection.isCollapsed && selection.rangeCount > 0
    const range = isText ? selection.getRangeAt(0) : undefined
    selected = range && {
      from: pointOf(range.startContainer, range.startOffset),
      to: pointOf(range.endContainer, range.endOffset),
    }
  }
  const pointOf = (node: Node, offset: number): Point => ({
    path: pathOf(root, node),
    offset,
  })

  function restore(): void {
    if (focused !== undefined) {
      const { path, field } = focused
      const found = nodeAt(root, path)
      if (found instanceof HTMLElement && document.activeElement !== found) {
        if (found instanceof HTMLInputElement && field?.type === 'number') found.value = field.value
        found.focus({ preventScroll: true })
      }
    }
    if (selected === undefined) return
    const { from, to } = selected
    const start = nodeAt(root, from.path)
    const end = nodeAt(root, to.path)
    if (start === undefined || end === undefined) return
    getSelection()?.setBaseAndExtent(start, from.offset, end, to.offset)
  }

  root.addEventListener('focusin', onFocus)
  root.addEventListener('focusout', onBlur)
  document.addEventListener('selectionchange', onSelection)
  return {
    restore,
    stop() {
      root.removeEventListener('focusin', onFocus)
      root.removeEventListener('focusout', onBlur)
      document.removeEventListener('selectionchange', onSelection)
    },
  }
}
