import { saveFile } from '#web/ui/save-file.ts'

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
 * Has the browser save a drawing of the page, with the colours and fonts that style sheets give it there.
 *
 * @param name of the file
 * @param surface an element with the background of the drawing
 * @param title names the drawing for people who do not see it
 */
export function saveDrawing(
  name: string,
  drawing: SVGSVGElement,
  surface: Element,
  title: string,
): void {
  const copy = drawing.cloneNode(true)
  if (!(copy instanceof SVGSVGElement)) throw new TypeError('a copy of a drawing is a drawing')
  const elements = [...copy.querySelectorAll('*')]
  for (const [index, original] of [...drawing.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(original)
    const element = elements[index]
    element?.removeAttribute('class')
    for (const one of STYLES) element?.setAttribute(one, style.getPropertyValue(one))
  }
  copy.removeAttribute('class')
  copy.removeAttribute('aria-hidden')
  copy.setAttribute('role', 'img')
  const label = document.createElementNS(copy.namespaceURI, 'title')
  label.textContent = title
  const background = document.createElementNS(copy.namespaceURI, 'rect')
  background.setAttribute('width', '100%')
  background.setAttribute('height', '100%')
  background.setAttribute('fill', getComputedStyle(surface).backgroundColor)
  copy.prepend(label, background)
  saveFile(name, new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }))
}
