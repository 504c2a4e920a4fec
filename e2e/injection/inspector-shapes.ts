/** An element's visible properties. */
export interface Shape {
  tag: string
  attributes: Record<string, string>
  /** the texts before, between and behind its children */
  texts: string[]
  children: Shape[]
}

/** Writes down how elements look, from inside the page. */
export interface Shapes {
  readonly shapeOf: (element: Element) => Shape
  /** The tags of a shape and of all that is in it, in order. */
  readonly tagsOf: (shape: Shape) => string[]
}

declare global {
  interface Window {
    shapes: Shapes
  }
}

/** Runs in the page, before anything else of it. */
export function defineShapes(): void {
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
  window.shapes = { shapeOf, tagsOf }
}
