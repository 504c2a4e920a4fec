/*
 * A JSX runtime that makes DOM nodes. In the build of the early screen it takes the place of React's: the components of
 * the app then render once, without state and without React. It knows what those components use, and nothing else.
 */

export type Props = Readonly<Record<string, unknown>>
/** A tag name, or a component. */
export type ElementType = string | ((props: Props) => unknown)

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg'
const SVG_TAGS = new Set(['svg', 'path', 'rect', 'circle', 'line', 'polyline'])

/** The names of attributes by the names of their props; it learns those that differ only in case. */
const attributes: Record<string, string> = {
  className: 'class',
  htmlFor: 'for',
  defaultValue: 'value',
  viewBox: 'viewBox',
  strokeWidth: 'stroke-width',
  strokeLinecap: 'stroke-linecap',
  strokeLinejoin: 'stroke-linejoin',
}

/** The elements with a handler for presses. */
const handled = new WeakSet<Element>()

/** Whether an element handles presses of it. */
export function handlesPresses(element: Element): boolean {
  return handled.has(element)
}

/** Renders an element, or a component with its props. */
export function jsx(type: ElementType, props: Props): unknown {
  if (typeof type === 'function') return type(props)
  const element = SVG_TAGS.has(type)
    ? document.createElementNS(SVG_NAMESPACE, type)
    : document.createElement(type)
  for (const name of Object.keys(props)) setProp(element, name, props[name])
  append(element, props['children'])
  // Now it has options.
  if (element instanceof HTMLSelectElement) element.value = textOf(props['value'])
  return element
}

export { jsx as jsxs }

export function Fragment({ children }: Props): unknown {
  return children
}

/** Appends what a component has rendered. Texts become text nodes, never markup. */
export function append(parent: Node, rendered: unknown): void {
  if (rendered instanceof Node) parent.appendChild(rendered)
  else if (Array.isArray(rendered)) for (const one of rendered) append(parent, one)
  else if (typeof rendered !== 'boolean' && textOf(rendered) !== '') {
    parent.appendChild(document.createTextNode(textOf(rendered)))
  }
}

/** A text, or a number as text; '' for anything else. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
    ? value.toString()
    : ''
}

function setProp(element: Element, name: string, value: unknown): void {
  if (value === undefined || value === null || name === 'children' || name === 'key') return
  if (name === 'value' && element instanceof HTMLSelectElement) return
  // Most are texts.
  if (typeof value === 'string') element.setAttribute(attributeOf(name), value)
  else if (name === 'ref') {
    if (isCallback(value)) value(element)
    else if (typeof value === 'object') Object.assign(value, { current: element })
  } else if (isCallback(value)) {
    element.addEventListener(name.slice('on'.length).toLowerCase(), value)
    if (/^on(?:Click|Change|Submit)$/.test(name)) handled.add(element)
  } else if (/^(?:aria|data)-/.test(name)) element.setAttribute(name, textOf(value))
  else if (value !== false) {
    element.setAttribute(attributeOf(name), value === true ? '' : textOf(value))
  }
}

function attributeOf(name: string): string {
  return (attributes[name] ??= name.toLowerCase())
}

function isCallback(value: unknown): value is (about: Element | Event) => void {
  return typeof value === 'function'
}
