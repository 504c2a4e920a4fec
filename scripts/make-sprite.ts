/**
 * Draws src/web/ui/icons.webp: the icons that CSS shows as masks, one below the other. Only needed to change them; each is named in
 * src/web/ui/icons.css by its place here. It is no SVG, as browsers paint that anew, in 1 ms, for each element that shows an icon.
 *
 *   npx tsx scripts/make-sprite.ts
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

import {
  Check,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleX,
  Clock,
  Copy,
  EyeOff,
  Image,
  ImageUp,
  LoaderCircle,
  Pencil,
  Star,
  TriangleAlert,
  X,
} from 'lucide-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

import { launchBrowser } from './find-browser.ts'

/** The width and height of an icon, in units of the drawing. */
const SIZE = 24

/** The width of the picture, in pixels: four for each of CSS in rows, two in the gallery. */
const WIDTH = 56

/** So many degrees of transparency take less than half of the bytes of all 256, and look the same. */
const LEVELS = 12

const icons = [
  Clock,
  LoaderCircle,
  CircleCheck,
  CircleX,
  CircleDashed,
  CircleHelp,
  TriangleAlert,
  Copy,
  Check,
  X,
  Star,
  EyeOff,
  Image,
  ImageUp,
  Pencil,
]

const drawings = icons.map((icon, index) => {
  const svg = renderToStaticMarkup(createElement(icon, icon === Star ? { fill: '#000' } : {}))
  const [, fill = 'none'] = /<svg[^>]* fill="([^"]+)"/.exec(svg) ?? []
  const shapes = svg.replaceAll(/<\/?svg[^>]*>/g, '')
  return `<g transform="translate(0 ${index * SIZE})" fill="${fill}">${shapes}</g>`
})
const sprite =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${icons.length * SIZE}" ` +
  `stroke="#000" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${drawings.join('')}</svg>`

const running = await launchBrowser(process.env)
const page = await running.newPage()
const picture = await page.evaluate(
  async ({ svg, width, height, levels }) => {
    const drawing = document.createElement('img')
    Object.assign(drawing, { width, height })
    drawing.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
    await drawing.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('no canvas')
    context.drawImage(drawing, 0, 0, width, height)
    const pixels = context.getImageData(0, 0, width, height)
    const step = 255 / (levels - 1)
    for (const [index, value] of pixels.data.entries()) {
      pixels.data[index] = index % 4 === 3 ? Math.round(Math.round(value / step) * step) : 0
    }
    context.putImageData(pixels, 0, 0)
    // At the best quality, Chromium loses nothing.
    return canvas.toDataURL('image/webp', 1)
  },
  { svg: sprite, width: WIDTH, height: icons.length * WIDTH, levels: LEVELS },
)
await running.close()
const data = picture.slice(picture.indexOf(',') + 1)
writeFileSync(path.resolve(import.meta.dirname, '../src/web/ui/icons.webp'), data, 'base64')
