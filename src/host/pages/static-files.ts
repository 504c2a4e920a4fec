import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'

import { getRequestListener } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { getMimeType } from 'hono/utils/mime'

import { POSTER_SCENES, type PosterScene } from '#contract/poster-tasks.ts'
import { PART_HEADERS, WORKER_HEADERS } from '#host/pages/security-headers.ts'
import { pathOf, pathOfTarget, type SceneSamples } from '#host/task-api.ts'

const YEAR_S = 31_536_000
const DAY_S = 86_400
const HOUR_S = 3600
/** The service worker. */
const WORKER = '/sw.js'
/** How the address of the worker that prepares pictures begins. The build gives it this name. */
const PICTURE_WORKER = '/assets/picture-worker-'
const PAGE = '/index.html'
/** Where the installed app gets what is shared with it. The service worker answers, if there is one. */
const SHARE = '/share'
/** The folder of the videos of the local API. */
const MEDIA = '/media/'
/** The path under which the samples of SCENE_SAMPLES are served. */
const SAMPLES = '/scene-samples/'

/** The kinds of files. Of two samples of a scene, the first kind is shown. */
const ENDINGS = ['.webm', '.mp4']
const NOT_KEPT = { 'Cache-Control': 'no-store' }

/** The copies that the build makes of a file, by the ending of their names, and the file itself. The smallest first. */
const COPIES = [
  { ending: '.br', coding: 'br', accepting: acceptingCoding('br') },
  { ending: '.gz', coding: 'gzip', accepting: acceptingCoding('gzip') },
  { ending: '', coding: undefined, accepting: /^/ },
]

type HeaderFields = Readonly<Record<string, string>>

/**
 * Serves the built app: its files, and the page for every address that is not that of a file.
 * A missing file is a 404 in plain text and never the page, which a browser would run as a script.
 *
 * Hono's serveStatic sends the videos, in ranges: those of the local API, and the samples of the poster scenes. All other files are read once, when the host starts, and held in memory (about
 * 3 MB), and Node sends them directly. serveStatic would read them from the disk each time, for more than ten times as much processor
 * time, and does not know the weights of Accept-Encoding.
 *
 * @param distDir folder of the built app, with .br and .gz copies beside the files
 * @param samplesDir the folder of SCENE_SAMPLES; undefined: no samples
 * @param pageHeaders security headers of a page, and of everything that could be opened as one
 * @returns answers a request; `headers` are those of this answer besides those of the file: names and values in turn
 */
export function staticFiles(
  distDir: string,
  samplesDir: string | undefined,
  pageHeaders: HeaderFields,
) {
  const files = readFiles(distDir, pageHeaders)
  const textHeaders = { ...pageHeaders, ...NOT_KEPT, 'Content-Type': 'text/plain; charset=UTF-8' }
  const notFound = prepare(404, 'Not found', textHeaders)
  const notAllowed = prepare(405, 'Method not allowed', { ...textHeaders, Allow: 'GET, HEAD' })
  const shareLost = prepare(303, '', {
    ...pageHeaders,
    ...NOT_KEPT,
    Location: '/posters?shared=lost',
  })
  const sendVideo = sendVideos(distDir, {
    ...pageHeaders,
    'Cache-Control': `public, max-age=${DAY_S}`,
    // A Marquee on another host shows them, too.
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
  const sendSample = samplesDir === undefined ? undefined : sceneSamples(samplesDir, pageHeaders)

  function find(address: string, accepted = '') {
    const copies = files.get(address) ?? (isPage(address) ? files.get(PAGE) : undefined)
    return copies?.find(({ accepting }) => accepting.test(accepted)) ?? notFound
  }
  return (request: IncomingMessage, response: ServerResponse, headers: readonly string[]) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const address = pathOfTarget(request.url ?? '')
    if (isRead && address.startsWith(MEDIA) && !address.includes('/.')) {
      sendVideo(request, response, headers)
      return
    }
    if (isRead && sendSample !== undefined && isSample(address)) {
      sendSample(request, response, headers)
      return
    }
    // Node drops a body that nobody reads.
    const isShare = request.method === 'POST' && address === SHARE
    const other = isShare ? shareLost : notAllowed
    const answer = isRead ? find(address, request.headers['accept-encoding']) : other
    // All headers at once, as a list: the other ways of Node cost half as much as the rest of the answer.
    response.writeHead(answer.status, [...answer.headers, ...headers])
    // Node leaves the body out of an answer to HEAD.
    response.end(answer.body)
  }
}

/** Answers requests for the samples of the poster scenes. @param folder that of SCENE_SAMPLES */
export function sceneSamples(folder: string, pageHeaders: HeaderFields) {
  // The person who runs the host may put another file in the place of one.
  const headers = { ...pageHeaders, 'Cache-Control': `public, max-age=${HOUR_S}` }
  return sendVideos(folder, headers, SAMPLES.length - 1)
}

/** Whether an address is that of a sample, if there is one. */
export function isSample(address: string): boolean {
  return address.startsWith(SAMPLES) && isSampleName(address.slice(SAMPLES.length))
}

/** Whether a file is a sample by its name: a poster scene, and the ending of a video. Nothing else in the folder is served. */
function isSampleName(name: string): boolean {
  return POSTER_SCENES.some((scene) => namesOf(scene).includes(name))
}

/**
 * Reads which samples there are. It is done once, at the start.
 *
 * @param folder that of SCENE_SAMPLES
 * @throws Error with a sentence if the folder cannot be read
 */
export function findSceneSamples(folder: string): SceneSamples {
  const files = readFolder(folder)
  return Object.fromEntries(
    POSTER_SCENES.flatMap((scene) => {
      const name = namesOf(scene).find((one) => files.includes(one))
      return name === undefined ? [] : [[scene, `${SAMPLES}${name}`]]
    }),
  )
}

function namesOf(scene: PosterScene): string[] {
  return ENDINGS.map((ending) => scene + ending)
}

function readFolder(folder: string): string[] {
  try {
    return readdirSync(folder).filter(
      (name) => isSampleName(name) && statSync(path.join(folder, name)).isFile(),
    )
  } catch (error) {
    const where = JSON.stringify(folder)
    throw new Error(`SCENE_SAMPLES is ${where}, but it must be a folder that can be read.`, {
      cause: error,
    })
  }
}

/** Answers requests for the videos of a folder, in ranges. @param skipped how much of an address is not a part of the path in it */
function sendVideos(folder: string, headers: HeaderFields, skipped = 0) {
  const videos = new Hono({ getPath: pathOf })
  videos.use(serveStatic({ root: folder, rewriteRequestPath: (asked) => asked.slice(skipped) }))
  videos.notFound((c) => c.text('Not found', 404, NOT_KEPT))
  const send = getRequestListener(videos.fetch)
  const own = Object.entries({ ...headers, 'Accept-Ranges': 'bytes' }).flat()
  return (request: IncomingMessage, response: ServerResponse, further: readonly string[]) => {
    setHeaders(response, [...own, ...further])
    void send(request, response)
  }
}

/** Sets headers that stay unless the answer has others of these names. @param headers names and values in turn */
export function setHeaders(response: ServerResponse, headers: readonly string[]) {
  for (let index = 0; index < headers.length; index += 2) {
    response.setHeader(headers[index] ?? '', headers[index + 1] ?? '')
  }
}

/** Prepares an answer with its headers: names and values in turn. */
function prepare(status: number, body: string | Buffer, headers: HeaderFields) {
  const all = { ...headers, 'Content-Length': String(Buffer.byteLength(body)) }
  return { status, headers: Object.entries(all).flat(), body }
}

/** Reads all files but videos. @returns their paths, as in addresses → their copies, the smallest first, and the file itself */
function readFiles(distDir: string, pageHeaders: HeaderFields) {
  const copiesOf = (address: string) =>
    COPIES.filter(({ ending }) => existsSync(path.join(distDir, address + ending))).map(
      ({ ending, coding, accepting }) => ({
        accepting,
        ...prepare(200, readFileSync(path.join(distDir, address + ending)), {
          ...policies(address, pageHeaders),
          'Content-Type': getMimeType(address) ?? 'application/octet-stream',
          'Cache-Control': caching(address),
          // Also on the uncompressed answer: a shared cache would send it to all clients.
          Vary: 'Accept-Encoding',
          ...(coding !== undefined && { 'Content-Encoding': coding }),
        }),
      }),
    )
  const addresses = readdirSync(distDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${path.relative(distDir, path.join(entry.parentPath, entry.name))}`)
    // Neither videos, nor copies by their own names, nor internal files of the build, such as .vite/manifest.json.
    .filter((address) => !/^\/media\/|\/\.|\.(?:br|gz)$/.test(address))
  return new Map(addresses.map((address) => [address, copiesOf(address)]))
}

/** Matches Accept-Encoding headers with this coding, unless its weight is 0 (RFC 9110, 12.5.3). */
function acceptingCoding(coding: string): RegExp {
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

/** Security headers: short ones for a script or a style sheet of the page, but not for the service worker, which is not under /assets/. */
function policies(address: string, pageHeaders: HeaderFields): HeaderFields {
  if (!/^\/assets\/.*\.(?:js|css)$/.test(address)) return pageHeaders
  return address.startsWith(PICTURE_WORKER) ? WORKER_HEADERS : PART_HEADERS
}

/** Whether an address is one of the page, not that of a file. */
function isPage(address: string): boolean {
  return !/^\/(?:assets|media|scene-samples|uploads)\/|\/\.|\.[^/.]+$/.test(address)
}
