/**
 * The service worker. It caches the page and its code, so that the app opens without a network, and takes what is shared with the
 * installed app. It never touches answers of the API.
 */
import { answerShare, forgetOldShare } from '#worker/share.ts'
import {
  allFiles,
  answerTo,
  filesToOpen,
  HASHED,
  isOfBuild,
  PAGE,
  type ShellFiles,
} from '#worker/shell-files.ts'

declare const self: ServiceWorkerGlobalScope
/** The build writes this before the script. */
declare const SHELL_FILES: ShellFiles

const PREFIX = 'marquee-shell-'
const VERSION = import.meta.env.MARQUEE_BUILT_AT
const CACHE = `${PREFIX}${VERSION}`

/** After this time for the page, the network counts as missing, in milliseconds. */
const PAGE_LIMIT_MS = 4_000

/** The language at registration, which is part of the worker's address. */
const LANGUAGE = new URL(self.location.href).searchParams.get('language')

const paths = allFiles(SHELL_FILES)

self.addEventListener('install', (event) => {
  event.waitUntil(keepLanguage())
  // Safe with pages of any version, because names of code contain its hash.
  void self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  const { clients, registration } = self
  // A page that was there before the first worker opens its other screens from the cache, too.
  const claimed = clients.claim()
  event.waitUntil(Promise.all([forgetOlder(), registration.navigationPreload.enable(), claimed]))
})

// An idle page asks for the rest; any other message asks for the active version.
self.addEventListener('message', (event) => {
  if (event.data === 'rest') event.waitUntil(keepRest())
  else event.source?.postMessage(VERSION, {})
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { mode, method, url } = request
  const isNavigation = mode === 'navigate'
  const answer = answerTo({ isNavigation, method, url: new URL(url) }, paths, self.location.origin)
  if (answer.from === 'kept') event.respondWith(kept(answer.path, request))
  if (answer.from === 'share') event.respondWith(answerShare(request))
  if (answer.from !== 'page') return
  event.respondWith(page(event))
  event.waitUntil(forgetOldShare())
})

/** Caches all files of one language, or fails: a part of a version is useless. */
async function keepLanguage(): Promise<void> {
  // If it is of another version, the browser retries later.
  const response = await pageOfBuild(await fetch(PAGE, { cache: 'reload' }))
  const cache = await caches.open(CACHE)
  // After a change of language, all files may be cached already.
  const missing = await missingIn(cache, filesToOpen(SHELL_FILES, LANGUAGE))
  await cache.addAll(missing.filter((path) => path !== PAGE).map(requestFor))
  await cache.put(PAGE, response)
}

let resting: Promise<void> | undefined

/** Caches the other files, one by one. If that is interrupted, the next page that asks continues it. */
async function keepRest(): Promise<void> {
  resting ??= addRest()
    // The host is gone, or has another version now.
    .catch(() => undefined)
    .finally(() => {
      resting = undefined
    })
  return resting
}

async function addRest(): Promise<void> {
  // caches.open would create it again.
  if (await isForgotten()) return
  const cache = await caches.open(CACHE)
  for (const path of await missingIn(cache, paths)) {
    const { installing, waiting } = self.registration
    // The next version waits until this one is idle, and caches the rest itself.
    if (installing !== null || waiting !== null || (await isForgotten())) return
    await cache.add(requestFor(path))
  }
}

/** Whether everything was forgotten on this device. Chromium may still create a cache, for compiled code. */
async function isForgotten(): Promise<boolean> {
  return (await ownPage()) === undefined
}

async function ownPage(): Promise<Response | undefined> {
  return caches.match(PAGE, { cacheName: CACHE, ignoreVary: true })
}

/** The page of the next version, where that waits for this one to be idle: pages have announced it already. */
async function waitingPage(): Promise<Response | undefined> {
  if (self.registration.waiting === null) return undefined
  const cacheName = (await versions()).at(-1) ?? CACHE
  return caches.match(PAGE, { cacheName, ignoreVary: true })
}

async function missingIn(cache: Cache, wanted: ReadonlySet<string>): Promise<string[]> {
  const there = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  return [...wanted].filter((path) => !there.has(path))
}

/** Files with a hash may come from the browser's HTTP cache; others may be outdated there. */
function requestFor(path: string): Request {
  const cache = path.startsWith(HASHED) ? 'default' : 'reload'
  return new Request(path, { cache, priority: 'low' })
}

/** The names of the caches of all versions, the newest last. */
async function versions(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX))
}

/** Keeps the code of the previous version, which may still be open in a tab. */
async function forgetOlder(): Promise<void> {
  const names = (await versions()).filter((name) => name !== CACHE)
  await Promise.all(names.slice(0, -1).map(async (name) => caches.delete(name)))
}

/**
 * The cached page at once, while the host's is stored for the next time, with its headers. A reload gets the host's page,
 * or the cached one without a network.
 */
async function page(event: FetchEvent): Promise<Response> {
  const own = (await waitingPage()) ?? (await ownPage())
  const preloaded = Promise.resolve<Response | undefined>(event.preloadResponse)
  const fresh = preloaded.then(async (response) => response ?? fetch(event.request))
  if (own === undefined) return fresh
  // Where a browser cannot tell (Firefox, WebKit), each load is a reload: one of them must reach a new host.
  if (event.request.isReloadNavigation === false) {
    // A page of another version has its own worker, which is on its way. Without a network the cached page stays.
    event.waitUntil(fresh.then(keepPage).catch(() => undefined))
    return own
  }
  const late = new Promise<undefined>((resolve) => {
    setTimeout(resolve, PAGE_LIMIT_MS)
  })
  const response = await Promise.race([fresh, late]).catch(() => undefined)
  // Firefox does not reject a preload without a network, but gives an error response.
  if (response === undefined || response.type === 'error') return own
  // A proxy without its host answers with an error page.
  return response.status >= 500 ? own : response
}

/** Caches the page again, with the headers that the host sends now. */
async function keepPage(response: Response): Promise<void> {
  const own = await pageOfBuild(response)
  if (await isForgotten()) return
  const cache = await caches.open(CACHE)
  await cache.put(PAGE, own)
}

/** @throws Error if a response is not the page of this version */
async function pageOfBuild(response: Response): Promise<Response> {
  if (response.ok && isOfBuild(SHELL_FILES, await response.clone().text())) return response
  throw new Error('The page is of another version than this worker.')
}

async function kept(path: string, request: Request): Promise<Response> {
  const options = path.startsWith(HASHED) ? {} : { cacheName: CACHE }
  return (await caches.match(path, { ...options, ignoreVary: true })) ?? fetch(request)
}
