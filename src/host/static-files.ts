import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

const YEAR_S = 31_536_000
const DAY_S = 86_400
const HOUR_S = 3600
/** The service worker. */
const WORKER = '/sw.js'

/**
 * Serves the built app: its files, and the page for every address that is not that of a file.
 * A missing file is a 404 in plain text and never the page, which a browser would run as a script.
 *
 * @param distDir folder of the built app, with .br and .gz copies beside the files
 */
export function staticFiles(distDir: string): Hono {
  const app = new Hono({ getPath: (request) => new URL(request.url).pathname })
  app.use(async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    return c.text('Method not allowed', 405, { Allow: 'GET, HEAD', 'Cache-Control': 'no-store' })
  })
  app.use(async (c, next) => {
    await next()
    const isPage = c.res.headers.get('Content-Type')?.startsWith('text/html') === true
    const found = c.res.status !== 404
    c.res.headers.set('Cache-Control', found && !isPage ? fileCaching(c.req.path) : 'no-store')
    if (c.req.path.startsWith('/media/')) {
      c.res.headers.set('Accept-Ranges', 'bytes')
      // Videos of the local API: a Marquee on another host shows them, too.
      c.res.headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
    } else {
      // Also on the uncompressed answer: a shared cache would send it to all clients.
      c.res.headers.set('Vary', 'Accept-Encoding')
    }
  })
  // Internal files of the build, such as .vite/manifest.json, are not served.
  app.use('*', async (c, next) => (c.req.path.includes('/.') ? c.text('Not found', 404) : next()))
  app.use(serveStatic({ root: distDir, precompressed: true }))
  app.use(async (c, next) => {
    if (!namesFile(c.req.path)) return next()
    return c.text('Not found', 404)
  })
  app.use(serveStatic({ root: distDir, path: 'index.html', precompressed: true }))
  app.notFound((c) => c.text('Not found', 404))
  return app
}

/** Caching by folder: names under /assets/ contain a hash of the content. */
function fileCaching(path: string): string {
  // Browsers check this file for a newer version.
  if (path === WORKER) return 'no-cache'
  if (path.startsWith('/assets/')) return `public, max-age=${YEAR_S}, immutable`
  return `public, max-age=${path.startsWith('/media/') ? DAY_S : HOUR_S}`
}

function namesFile(path: string): boolean {
  return /^\/(?:assets|media)\//.test(path) || /\.[^/.]+$/.test(path)
}
