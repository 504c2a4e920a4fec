import { createTimeLimit } from '#web/api/storage-timeout.ts'
import { startFiles } from '#web/shell/builds.ts'
import { chosenLanguage, type Language, LANGUAGES } from '#web/shell/choices.ts'
import { whenIdle } from '#web/ui/when-idle.ts'

/** How often a page that stays open asks whether there is a newer version, in milliseconds. */
const ASK_MS = 60 * 60_000

/** How long the host may take to show that it is there, in milliseconds. */
const HOST_MS = 8_000

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
  container.addEventListener('controllerchange', () => {
    askVersion()
    void container.ready.then(askForRest)
  })
  askVersion()
  setInterval(() => void askForNewVersion(container), ASK_MS)
  try {
    await container.register(workerUrl(chosenLanguage()))
    askForRest(await container.ready)
  } catch {
    // Refused by the browser (private windows, a page without https); or offline, with another language than before.
  }
}

/** Has the worker keep what the chosen language does not need. Whoever saves data loads that only when it is used. */
function askForRest(registration: ServiceWorkerRegistration): void {
  if (navigator.connection?.saveData === true) return
  whenIdle(() => {
    // One that is on its way is asked when it is at work; in Chromium it waits far too long for one that was asked meanwhile.
    if (registration.installing !== null || registration.waiting !== null) return
    registration.active?.postMessage('rest')
  })
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

/**
 * Whether a reload would bring the app in a language: what it starts with is kept, or the host is there. Where nothing
 * is kept, a reload does what it always does.
 */
export async function canStart(language: Language): Promise<boolean> {
  const container = workers()
  if (!container?.controller) return true
  try {
    const files = startFiles(language)
    const kept = await Promise.all(
      files.map(async (one) => caches.match(one, { ignoreVary: true })),
    )
    // What any host can be asked: whether there is a newer version.
    if (kept.includes(undefined)) {
      const registration = await container.getRegistration()
      await createTimeLimit(HOST_MS, HOST_MS)(Promise.resolve(registration?.update()))
    }
    return true
  } catch {
    return false
  }
}

/** Some browsers have none in a private window, or on a page without https. */
function workers(): ServiceWorkerContainer | undefined {
  return 'serviceWorker' in navigator ? navigator.serviceWorker : undefined
}

/** The one kind of address of a script that this app may make: its worker's, which learns the language by it. */
function workerUrl(chosen: Language): string {
  const createScriptURL = (language: string) => {
    const known = LANGUAGES.find((one) => one === language)
    if (known === undefined) throw new TypeError(`no language of this app: ${language}`)
    return `/sw.js?language=${known}`
  }
  const policy = window.trustedTypes?.createPolicy('app-worker', { createScriptURL })
  return policy?.createScriptURL(chosen) ?? createScriptURL(chosen)
}
