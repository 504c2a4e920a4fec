import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { getMimeType } from 'hono/utils/mime'

import { pathOf } from '#host/task-api.ts'

const YEAR_S = 31_536_000
const DAY_S = 86_400
const HOUR_S = 3600
/** The service worker. */
const WORKER = '/sw.js'
const PAGE = '/index.html'
/** The folder of the local API's videos. */
const MEDIA = '/media/'

/** The copies that the build makes of a file: the ending of their names, the name of their coding; the smallest first. */
const COPIES = [
  { ending: '.br', coding: 'br' },
  { ending: '.gz', coding: 'gzip' },
] as const

/** A file, or a smaller copy of it, ready to be sent. */
interface FileCopy {
  readonly body: Uint8Array<ArrayBuffer>
  /** undefined: the file itself */
  readonly coding: string | undefined
  readonly headers: Readonly<Record<string, string>>
}

interface BuiltFile {
  readonly plain: FileCopy
  /** the smallest first */
  readonly copies: readonly FileCopy[]
}

/**
 * Serves the built app: its files, and the page for every address that is not that of a file.
 * A missing file is a 404 in plain text and never the page, which a browser would run as a script.
 *
 * The files are read once, when the host starts, and held in memory (about 3 MB). Only videos are read from the disk, in
 * ranges.
 *
 * @param distDir folder of the built app, with .br and .gz copies beside the files
 */
export function staticFiles(distDir: string): Hono {
  const files = readFiles(distDir)
  const app = new Hono({ getPath: pathOf })
  app.use(async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    return c.text('Method not allowed', 405, { Allow: 'GET, HEAD', 'Cache-Control': 'no-store' })
  })
  app.use('/media/*', async (c, next) => {
    // The pattern matches the folder's own address, too.
    if (!c.req.path.startsWith(MEDIA)) return next()
    if (c.req.path.includes('/.')) return notFound()
    await next()
    const isFound = c.res.status !== 404
    c.res.headers.set('Cache-Control', isFound ? `public, max-age=${DAY_S}` : 'no-store')
    c.res.headers.set('Accept-Ranges', 'bytes')
    // Videos of the local API: a Marquee on another host shows them, too.
    c.res.headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
  })
  app.use('/media/*', serveStatic({ root: distDir }))
  app.get('*', (c) => {
    const { path: address } = c.req
    const file = files.get(address) ?? (isPage(address) ? files.get(PAGE) : undefined)
    return file === undefined ? notFound() : send(c, file)
  })
  app.notFound(notFound)
  return app
}

function notFound(): Response {
  return new Response('Not found', {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=UTF-8', 'Cache-Control': 'no-store' },
  })
}

/** Sends the smallest copy that the browser takes. */
function send(c: Context, { copies, plain }: BuiltFile): Response {
  const accepted = acceptedCodings(c.req.header('accept-encoding') ?? '')
  const copy = copies.find(({ coding = '' }) => accepted.has(coding)) ?? plain
  return new Response(c.req.method === 'HEAD' ? null : copy.body, { headers: copy.headers })
}

/** The codings that a browser takes (RFC 9110, 12.5.3). */
function acceptedCodings(header: string): ReadonlySet<string> {
  const listed = header.toLowerCase().split(',')
  const accepted = listed.filter((item) => !/;\s*q=0(?:\.0*)?\s*$/.test(item))
  return new Set(accepted.map((item) => item.replace(/;.*$/s, '').trim()))
}

/** Reads all files but videos. @returns their paths, as in addresses → what is sent */
function readFiles(distDir: string): ReadonlyMap<string, BuiltFile> {
  const addresses = readdirSync(distDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${path.relative(distDir, path.join(entry.parentPath, entry.name))}`)
  const present = new Set(addresses)
  const isCopy = (address: string) =>
    COPIES.some(
      ({ ending }) => address.endsWith(ending) && present.has(address.slice(0, -ending.length)),
    )
  // Internal files of the build, such as .vite/manifest.json, are not served.
  const served = addresses.filter(
    (address) => !address.includes('/.') && !address.startsWith(MEDIA) && !isCopy(address),
  )
  return new Map(
    served.map((address) => {
      const read = (ending: string, coding?: string): FileCopy => {
        const body = new Uint8Array(readFileSync(path.join(distDir, address + ending)))
        const headers = headersOf(address, body.length)
        return {
          body,
          coding,
          headers: coding === undefined ? headers : { ...headers, 'Content-Encoding': coding },
        }
      }
      const copies = COPIES.filter(({ ending }) => present.has(address + ending))
      return [
        address,
        { plain: read(''), copies: copies.map(({ ending, coding }) => read(ending, coding)) },
      ]
    }),
  )
}

function headersOf(address: string, length: number): Record<string, string> {
  return {
    'Content-Type': getMimeType(address) ?? 'application/octet-stream',
    'Content-Length': String(length),
    'Cache-Control': caching(address),
    // Also on the uncompressed answer: a shared cache would send it to all clients.
    Vary: 'Accept-Encoding',
  }
}

/** Caching by folder: names under /assets/ contain a hash of the content. */
function caching(address: string): string {
  if (address === PAGE) return 'no-store'
  // Browsers check this file for a newer version.
  if (address === WORKER) return 'no-cache'
  return address.startsWith('/assets/')
    ? `public, max-age=${YEAR_S}, immutable`
    : `public, max-age=${HOUR_S}`
}

/** Whether an address is one of the page, not that of a file. */
function isPage(address: string): boolean {
  return !/^\/(?:assets|media)\/|\/\.|\.[^/.]+$/.test(address)
}
