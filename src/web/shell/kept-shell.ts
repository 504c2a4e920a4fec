/** How often a page that stays open asks whether there is a newer version, in milliseconds. */
const ASK_MS = 60 * 60_000

const WORKER = '/sw.js'

/** whether another version is at work than the one that this page is of */
let isOutdated = false
/** whether it was forgotten since this page was loaded */
let isForgotten = false
const listeners = new Set<() => void>()

/** Calls back when a newer version is ready; returns how to stop that. */
export function subscribeToVersions(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}

/** Whether a newer version is ready, and a reload brings it. */
export function hasNewVersion(): boolean {
  return isOutdated
}

/**
 * Has the browser keep the shell of the app, and hears of newer versions. A browser that does not keep
 * it, or is not allowed to, goes on without.
 */
export async function keepShell(): Promise<void> {
  const container = workers()
  if (container === undefined || isForgotten) return
  container.addEventListener('message', ({ data }) => {
    isOutdated = data !== import.meta.env.MARQUEE_BUILT_AT
    for (const listener of listeners) listener()
  })
  const askVersion = () => container.controller?.postMessage('version')
  container.addEventListener('controllerchange', askVersion)
  askVersion()
  try {
    await container.register(workerUrl())
  } catch {
    // Refused by the browser: private windows, or a page without https.
    return
  }
  setInterval(() => void askForNewVersion(container), ASK_MS)
}

async function askForNewVersion(container: ServiceWorkerContainer): Promise<void> {
  try {
    // It may have been forgotten meanwhile.
    const registration = await container.getRegistration()
    await registration?.update()
  } catch {
    // Offline it fails, and nothing is lost.
  }
}

/**
 * Removes the kept shell from this browser. The next load of the app keeps it again.
 *
 * @returns false where some of it may be left
 */
export async function forgetShell(): Promise<boolean> {
  isForgotten = true
  try {
    const registrations = (await workers()?.getRegistrations()) ?? []
    await Promise.all(registrations.map(async (one) => one.unregister()))
    const names = 'caches' in globalThis ? await caches.keys() : []
    await Promise.all(names.map(async (name) => caches.delete(name)))
    return true
  } catch {
    return false
  }
}

/** Some browsers have none in a private window, or on a page without https. */
function workers(): ServiceWorkerContainer | undefined {
  return 'serviceWorker' in navigator ? navigator.serviceWorker : undefined
}

/** The one address of a script that this app may make: its worker's. */
function workerUrl(): string {
  const policy = window.trustedTypes?.createPolicy('app-worker', {
    createScriptURL(url) {
      if (url === WORKER) return url
      throw new TypeError(`no script of this app: ${url}`)
    },
  })
  return policy?.createScriptURL(WORKER) ?? WORKER
}
