/**
 * The service worker: keeps the page and its code, so that the app opens without a network. It keeps
 * nothing else: answers of the API are none of its business.
 */
import { answerTo, HASHED, PAGE, type ShellFiles } from '#worker/shell-files.ts'

declare const self: ServiceWorkerGlobalScope
/** Put before this script by the build. */
declare const SHELL_FILES: ShellFiles

const PREFIX = 'marquee-shell-'
const VERSION = import.meta.env.MARQUEE_BUILT_AT
const CACHE = `${PREFIX}${VERSION}`

/** A network that takes longer to bring the page is as good as none, in milliseconds. */
const PAGE_LIMIT_MS = 4_000

const paths = new Set(SHELL_FILES.paths)

self.addEventListener('install', (event) => {
  event.waitUntil(keepAll())
  // Pages of any version get on with it: code is asked for by names that tell its content.
  void self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([forgetOlder(), self.registration.navigationPreload.enable()]))
})

// A page asks which version is at work.
self.addEventListener('message', ({ source }) => {
  source?.postMessage(VERSION, {})
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { mode, method, url } = request
  const isNavigation = mode === 'navigate'
  const answer = answerTo({ isNavigation, method, url: new URL(url) }, paths, self.location.origin)
  if (answer.from === 'page') event.respondWith(page(event))
  if (answer.from === 'kept') event.respondWith(kept(answer.path, request))
})

/** All of it or nothing: half a version is none. */
async function keepAll(): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.addAll(
    // Any other file may come from the browser's own cache, and be old.
    SHELL_FILES.paths.map(
      (path) => new Request(path, { cache: path.startsWith(HASHED) ? 'default' : 'reload' }),
    ),
  )
  const text = (await (await cache.match(PAGE))?.text()) ?? ''
  if (SHELL_FILES.starts.every((path) => text.includes(path))) return
  await caches.delete(CACHE)
  // The browser tries again later.
  throw new Error('The page is of another version than this worker.')
}

/** The version before this one may still be open in a tab: its code is kept, too. */
async function forgetOlder(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  await Promise.all(names.slice(0, -1).map(async (name) => caches.delete(name)))
}

/** The newest page there is, with what its host says of it; without a network the one that is kept. */
async function page(event: FetchEvent): Promise<Response> {
  const own = await caches.match(PAGE, { cacheName: CACHE, ignoreVary: true })
  const preloaded = Promise.resolve<Response | undefined>(event.preloadResponse)
  const fresh = preloaded.then(async (response) => response ?? fetch(event.request))
  if (own === undefined) return fresh
  const late = new Promise<undefined>((resolve) => {
    setTimeout(resolve, PAGE_LIMIT_MS)
  })
  const response = await Promise.race([fresh, late]).catch(() => undefined)
  // Firefox rejects no request that it sent ahead: where there is no network, it gives this.
  if (response === undefined || response.type === 'error') return own
  // A proxy whose host is gone has a page of its own.
  return response.status >= 500 ? own : response
}

async function kept(path: string, request: Request): Promise<Response> {
  const options = path.startsWith(HASHED) ? {} : { cacheName: CACHE }
  return (await caches.match(path, { ...options, ignoreVary: true })) ?? fetch(request)
}
