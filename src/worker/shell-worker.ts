/**
 * The service worker: keeps the page and its code, so that the app opens without a network. It keeps
 * nothing else: answers of the API are none of its business.
 */
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
/** Put before this script by the build. */
declare const SHELL_FILES: ShellFiles

const PREFIX = 'marquee-shell-'
const VERSION = import.meta.env.MARQUEE_BUILT_AT
const CACHE = `${PREFIX}${VERSION}`

/** A network that takes longer to bring the page is as good as none, in milliseconds. */
const PAGE_LIMIT_MS = 4_000

/** The language that was chosen when this worker was registered: its address says so. */
const LANGUAGE = new URL(self.location.href).searchParams.get('language')

const paths = allFiles(SHELL_FILES)

self.addEventListener('install', (event) => {
  event.waitUntil(keepLanguage())
  // Pages of any version get on with it: code is asked for by names that tell its content.
  void self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([forgetOlder(), self.registration.navigationPreload.enable()]))
})

// A page that has nothing else to do asks for the rest; any other message asks which version is at work.
self.addEventListener('message', (event) => {
  if (event.data === 'rest') event.waitUntil(keepRest())
  else event.source?.postMessage(VERSION, {})
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { mode, method, url } = request
  const isNavigation = mode === 'navigate'
  const answer = answerTo({ isNavigation, method, url: new URL(url) }, paths, self.location.origin)
  if (answer.from === 'page') event.respondWith(page(event))
  if (answer.from === 'kept') event.respondWith(kept(answer.path, request))
})

/** Everything that one language needs, or nothing: half a version is none. */
async function keepLanguage(): Promise<void> {
  const response = await fetch(PAGE, { cache: 'reload' })
  if (!response.ok || !isOfBuild(SHELL_FILES, await response.clone().text())) {
    // The browser tries again later.
    throw new Error('The page is of another version than this worker.')
  }
  const cache = await caches.open(CACHE)
  // Where somebody has changed the language, all of it may be there already.
  const missing = await missingIn(cache, filesToOpen(SHELL_FILES, LANGUAGE))
  await cache.addAll(missing.filter((path) => path !== PAGE).map(requestFor))
  await cache.put(PAGE, response)
}

let resting: Promise<void> | undefined

/** What is left, one file after the other; where that is cut short, the next page that asks has it go on. */
async function keepRest(): Promise<void> {
  resting ??= addRest()
    // The host is gone, or has another version by now.
    .catch(() => undefined)
    .finally(() => {
      resting = undefined
    })
  return resting
}

async function addRest(): Promise<void> {
  // To open the cache would make it again.
  if (await isForgotten()) return
  const cache = await caches.open(CACHE)
  for (const path of await missingIn(cache, paths)) {
    const { installing, waiting } = self.registration
    // The one to come waits until this one has nothing to do, and keeps the rest itself.
    if (installing !== null || waiting !== null || (await isForgotten())) return
    await cache.add(requestFor(path))
  }
}

/** Whether somebody has forgotten everything. A cache may be there all the same: Chromium makes one for its notes on code. */
async function isForgotten(): Promise<boolean> {
  return (await ownPage()) === undefined
}

async function ownPage(): Promise<Response | undefined> {
  return caches.match(PAGE, { cacheName: CACHE, ignoreVary: true })
}

async function missingIn(cache: Cache, wanted: ReadonlySet<string>): Promise<string[]> {
  const there = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  return [...wanted].filter((path) => !there.has(path))
}

/** What a page has loaded comes from the browser's own cache; there any file without a hash may be old. */
function requestFor(path: string): Request {
  const cache = path.startsWith(HASHED) ? 'default' : 'reload'
  return new Request(path, { cache, priority: 'low' })
}

/** The version before this one may still be open in a tab: its code is kept, too. */
async function forgetOlder(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  await Promise.all(names.slice(0, -1).map(async (name) => caches.delete(name)))
}

/** The newest page there is, with what its host says of it; without a network the one that is kept. */
async function page(event: FetchEvent): Promise<Response> {
  const own = await ownPage()
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
