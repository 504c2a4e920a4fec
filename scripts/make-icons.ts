/**
 * Draws the icons that a home screen shows, from the mark in public/favicon.svg.
 * Only needed to change them: the results are in public/icons.
 *
 *   npx tsx scripts/make-icons.ts
 */
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

import { launchBrowser } from './find-browser.ts'

const PUBLIC = path.resolve(import.meta.dirname, '../public')
const OUT = path.join(PUBLIC, 'icons')

/** Systems cut a maskable icon to a shape of their own: what matters stands within 80 % of it. */
const SAFE_PART = 0.8

const mark = readFileSync(path.join(PUBLIC, 'favicon.svg'), 'utf8')
const ground = /<rect[^>]*fill="([^"]+)"/.exec(mark)?.[1]
if (ground === undefined) throw new Error('favicon.svg has no ground')
const maskable = mark.replace(/<rect[^>]*>/, '')

mkdirSync(OUT, { recursive: true })
const running = await launchBrowser(process.env)
await draw('32.png', 32, mark)
await draw('192.png', 192, mark)
await draw('512.png', 512, mark)
await draw('maskable-512.png', 512, maskable, { ground, part: SAFE_PART })
await running.close()

/** @param frame the colour around the drawing, and how much of the picture the drawing takes */
async function draw(
  name: string,
  size: number,
  svg: string,
  frame?: { ground: string; part: number },
): Promise<void> {
  const page = await running.newPage({ viewport: { width: size, height: size } })
  const side = `${String((frame?.part ?? 1) * size)}px`
  await page.setContent(
    `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${frame?.ground ?? 'transparent'}}svg{width:${side};height:${side}}</style>${svg}`,
  )
  await page.screenshot({ path: path.join(OUT, name), omitBackground: true })
  await page.close()
}
