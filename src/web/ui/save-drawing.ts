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
 * Has the browser save the drawing of a figure, with the colours and fonts that style sheets give it there. An SVG is the
 * drawing if it has `data-plot`.
 *
 * @param name of the file
 * @param inFigure an element of the figure, whose background the drawing gets
 * @param title names the drawing for people who do not see it
 */
export function saveDrawing(name: string, inFigure: Element, title: string): void {
  const surface = inFigure.closest('figure')
  const drawing = surface?.querySelector<SVGSVGElement>('svg[data-plot]')
  const copy = drawing?.cloneNode(true)
  if (!surface || !drawing || !(copy instanceof SVGSVGElement)) return
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
