/**
 * Draws src/web/ui/icons.svg: the icons that CSS shows as masks, one below the other. Only needed to change them; each is named in src/web/ui/icons.css by its place here.
 *
 *   npx tsx scripts/make-sprite.ts
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'

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

/** The width and height of an icon, in units of the drawing. */
const SIZE = 24

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
const height = icons.length * SIZE
const sprite =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${height}" width="${SIZE}" height="${height}" ` +
  `stroke="#000" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${drawings.join('')}</svg>\n`
writeFileSync(path.resolve(import.meta.dirname, '../src/web/ui/icons.svg'), sprite)
