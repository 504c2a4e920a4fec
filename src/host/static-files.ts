import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

const YEAR_S = 31_536_000
const DAY_S = 86_400
const HOUR_S = 3600
/** The service worker. */
const WORKER = '/sw.js'

/**
 * Serves the built app: its files, and its one page for every address that is not a file's.
 * A missing file is 404 in plain text, never the page: a browser would take it for a script.
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
      // The local API's results: a Marquee on another host shows them too.
      c.res.headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
    } else {
      // Also on the uncompressed answer: a shared cache would give it to everybody.
      c.res.headers.set('Vary', 'Accept-Encoding')
    }
  })
  // The build's own notes, such as .vite/manifest.json, are nobody else's.
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

/** Caching by where a file lies: names under /assets/ carry a hash of their content. */
function fileCaching(path: string): string {
  // Whether there is a newer version is asked by this file.
  if (path === WORKER) return 'no-cache'
  if (path.startsWith('/assets/')) return `public, max-age=${YEAR_S}, immutable`
  return `public, max-age=${path.startsWith('/media/') ? DAY_S : HOUR_S}`
}

function namesFile(path: string): boolean {
  return /^\/(?:assets|media)\//.test(path) || /\.[^/.]+$/.test(path)
}
