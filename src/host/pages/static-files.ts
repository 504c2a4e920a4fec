import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'

import { getRequestListener } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { getMimeType } from 'hono/utils/mime'

import { PART_HEADERS } from '#host/pages/security-headers.ts'
import { pathOf, pathOfTarget } from '#host/task-api.ts'

const YEAR_S = 31_536_000
const DAY_S = 86_400
const HOUR_S = 3600
/** The service worker. */
const WORKER = '/sw.js'
const PAGE = '/index.html'
/** The folder of the local API's videos. */
const MEDIA = '/media/'

/** The copies that the build makes of a file, by the ending of their names. The smallest first. */
const COPIES = [
  { ending: '.br', coding: 'br' },
  { ending: '.gz', coding: 'gzip' },
] as const

/** A file, or a smaller copy of it, ready to be sent. */
interface FileCopy {
  /** matches the Accept-Encoding headers that it may be sent for */
  readonly accepting: RegExp
  /** names and values in turn */
  readonly headers: readonly string[]
  readonly body: Buffer
}

/**
 * Answers a request for a page or a file.
 *
 * @param headers of this answer, besides those of the file: names and values in turn
 */
export type SendFile = (
  request: IncomingMessage,
  response: ServerResponse,
  headers: readonly string[],
) => void

/**
 * Serves the built app: its files, and the page for every address that is not that of a file.
 * A missing file is a 404 in plain text and never the page, which a browser would run as a script.
 *
 * The files are read once, when the host starts, and held in memory (about 3 MB). Only videos are read from the disk, in
 * ranges. Files are most of what browsers ask for, so Node sends them directly, without routes and Response objects.
 *
 * @param distDir folder of the built app, with .br and .gz copies beside the files
 * @param pageHeaders security headers of a page, and of everything that could be opened as one
 */
export function staticFiles(
  distDir: string,
  pageHeaders: Readonly<Record<string, string>>,
): SendFile {
  const files = readFiles(distDir, pageHeaders)
  const pageList = Object.entries(pageHeaders).flat()
  const sendVideo = getRequestListener(videoFiles(distDir).fetch)
  return (request, response, headers) => {
    const { url = '', method } = request
    const isHead = method === 'HEAD'
    if (method !== 'GET' && !isHead) {
      const allow = ['Allow', 'GET, HEAD']
      sendText(response, 405, 'Method not allowed', [...pageList, ...headers, ...allow])
      return
    }
    const address = pathOfTarget(url)
    if (address.startsWith(MEDIA) && !address.includes('/.')) {
      setHeaders(response, [...pageList, ...headers])
      void sendVideo(request, response)
      return
    }
    const copies = files.get(address) ?? (isPage(address) ? files.get(PAGE) : undefined)
    const accepted = request.headers['accept-encoding'] ?? ''
    const copy = copies?.find(({ accepting }) => accepting.test(accepted))
    if (copy === undefined) {
      sendText(response, 404, 'Not found', [...pageList, ...headers])
      return
    }
    // All headers at once, as a list: the other ways of Node cost half as much as the rest of the answer.
    response.writeHead(200, [...copy.headers, ...headers])
    response.end(isHead ? undefined : copy.body)
  }
}

/** Sets headers that stay unless the answer has others of these names. @param headers names and values in turn */
export function setHeaders(response: ServerResponse, headers: readonly string[]) {
  for (let index = 0; index < headers.length; index += 2) {
    response.setHeader(headers[index] ?? '', headers[index + 1] ?? '')
  }
}

/** The videos of the local API. */
function videoFiles(distDir: string): Hono {
  const app = new Hono({ getPath: pathOf })
  app.use(async (c, next) => {
    await next()
    const isFound = c.res.status !== 404
    c.res.headers.set('Cache-Control', isFound ? `public, max-age=${DAY_S}` : 'no-store')
    c.res.headers.set('Accept-Ranges', 'bytes')
    // A Marquee on another host shows them, too.
    c.res.headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
  })
  app.use(serveStatic({ root: distDir }))
  app.notFound((c) => c.text('Not found', 404))
  return app
}

function sendText(
  response: ServerResponse,
  status: number,
  text: string,
  headers: readonly string[],
) {
  const own = {
    'Content-Type': 'text/plain; charset=UTF-8',
    'Content-Length': String(Buffer.byteLength(text)),
    'Cache-Control': 'no-store',
  }
  response.writeHead(status, [...headers, ...Object.entries(own).flat()])
  response.end(text)
}

/** Reads all files but videos. @returns their paths, as in addresses → their copies, the smallest first, and the file itself */
function readFiles(
  distDir: string,
  pageHeaders: Readonly<Record<string, string>>,
): ReadonlyMap<string, readonly FileCopy[]> {
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
      const copies = COPIES.filter(({ ending }) => present.has(address + ending))
      const all = [...copies, { ending: '', coding: undefined }]
      const policies = isPart(address) ? PART_HEADERS : pageHeaders
      return [
        address,
        all.map(({ ending, coding }) =>
          fileCopy(address, coding, policies, readFileSync(path.join(distDir, address + ending))),
        ),
      ]
    }),
  )
}

function fileCopy(
  address: string,
  coding: string | undefined,
  policies: Readonly<Record<string, string>>,
  body: Buffer,
): FileCopy {
  const headers = {
    ...policies,
    'Content-Type': getMimeType(address) ?? 'application/octet-stream',
    'Content-Length': String(body.length),
    'Cache-Control': caching(address),
    // Also on the uncompressed answer: a shared cache would send it to all clients.
    Vary: 'Accept-Encoding',
    ...(coding !== undefined && { 'Content-Encoding': coding }),
  }
  return { accepting: acceptingCoding(coding), headers: Object.entries(headers).flat(), body }
}

/** Matches Accept-Encoding headers with this coding, unless its weight is 0 (RFC 9110, 12.5.3). undefined: matches all */
function acceptingCoding(coding: string | undefined): RegExp {
  if (coding === undefined) return /^/
  const weightZero = '[^,]*\\bq=0(?:\\.0*)?\\s*(?:,|$)'
  return new RegExp(`(?:^|,)\\s*${coding}\\s*(?:;(?!${weightZero})|,|$)`, 'i')
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

/** Whether a file is a part of the page: a script or a style sheet, but not the service worker, which has policies of its own. */
function isPart(address: string): boolean {
  return /^\/assets\/.*\.(?:js|css)$/.test(address)
}

/** Whether an address is one of the page, not that of a file. */
function isPage(address: string): boolean {
  return !/^\/(?:assets|media)\/|\/\.|\.[^/.]+$/.test(address)
}
