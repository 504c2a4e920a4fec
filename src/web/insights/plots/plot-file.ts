/** What a drawing gets from style sheets, as attributes of its elements. */
const STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'font-family',
  'font-size',
  'font-weight',
  'font-variant-numeric',
] as const

/**
 * The file of a plot: the drawing with the colours and fonts of the page, which it has no style sheet for.
 *
 * @param drawing a plot of the page
 * @param surface an element with the background of the plot
 * @param title names the drawing for people who do not see it
 */
export function plotFile(drawing: SVGSVGElement, surface: Element, title: string): Blob {
  const copy = drawing.cloneNode(true)
  if (!(copy instanceof SVGSVGElement)) throw new TypeError('a copy of a drawing is a drawing')
  const elements = [...copy.querySelectorAll('*')]
  for (const [index, original] of [...drawing.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(original)
    const element = elements[index]
    element?.removeAttribute('class')
    for (const name of STYLES) element?.setAttribute(name, style.getPropertyValue(name))
  }
  copy.removeAttribute('class')
  copy.removeAttribute('aria-hidden')
  copy.setAttribute('role', 'img')
  const name = document.createElementNS(copy.namespaceURI, 'title')
  name.textContent = title
  const background = document.createElementNS(copy.namespaceURI, 'rect')
  background.setAttribute('width', '100%')
  background.setAttribute('height', '100%')
  background.setAttribute('fill', getComputedStyle(surface).backgroundColor)
  copy.prepend(name, background)
  return new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' })
}
