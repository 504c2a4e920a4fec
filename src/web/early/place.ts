/*
 * Where a person is on the screen, for a screen whose elements are replaced by equal ones: the focus, what is typed, and
 * the selected text.
 */

/** The way from an ancestor to a node: the index of each child on it. */
type Path = readonly number[]

/** A node's way from the root; undefined: it is not inside. */
export function pathOf(root: Node, node: Node): Path | undefined {
  if (node === root) return []
  const { parentNode } = node
  const above = parentNode === null ? undefined : pathOf(root, parentNode)
  if (above === undefined || parentNode === null) return undefined
  const siblings: readonly Node[] = [...parentNode.childNodes]
  return [...above, siblings.indexOf(node)]
}

/** The node at the end of a way; undefined: there is no node of that name. */
export function nodeAt(root: Node, path: Path | undefined, nodeName: string): Node | undefined {
  if (path === undefined) return undefined
  let at: Node | undefined = root
  for (const index of path) at = at?.childNodes[index]
  return at?.nodeName === nodeName ? at : undefined
}

/** A point in a text or between nodes. */
interface Point {
  path: Path | undefined
  nodeName: string
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
  let focused: { path: Path | undefined; nodeName: string; field?: HTMLInputElement } | undefined
  let selected: { from: Point; to: Point } | undefined

  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return
    focused = { path: pathOf(root, target), nodeName: target.nodeName }
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
    nodeName: node.nodeName,
    offset,
  })

  function restore(): void {
    if (focused !== undefined) {
      const { path, nodeName, field } = focused
      const found = nodeAt(root, path, nodeName)
      if (found instanceof HTMLElement && document.activeElement !== found) {
        if (found instanceof HTMLInputElement && field?.type === 'number') found.value = field.value
        found.focus({ preventScroll: true })
      }
    }
    if (selected === undefined) return
    const { from, to } = selected
    const start = nodeAt(root, from.path, from.nodeName)
    const end = nodeAt(root, to.path, to.nodeName)
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
