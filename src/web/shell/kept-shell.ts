import { createAtom } from '@tanstack/react-store'

import { createTimeLimit } from '#web/api/storage-timeout.ts'
import { startFiles } from '#web/shell/builds.ts'
import { chosenLanguage, type Language, LANGUAGES } from '#web/shell/choices.ts'
import { whenIdle } from '#web/ui/when-idle.ts'

/** How often a page that stays open asks whether there is a newer version, in milliseconds. */
const ASK_MS = 60 * 60_000

/** How long to wait for an answer of the host, in milliseconds. */
const HOST_MS = 8_000

/** Whether a newer version is ready, and a reload brings it. */
export const newVersion = createAtom(false)

/** How far the change to the other language is. */
export const languageChange = createAtom<'none' | 'under-way' | 'not-loaded'>('none')

/** whether the kept shell was removed since this page was loaded */
let isForgotten = false

/**
 * Has the browser keep the shell of the app, and sets `newVersion` when a newer one is ready.
 *
 * @returns false if the browser cannot keep it, or refuses
 */
export async function keepShell(): Promise<boolean> {
  const container = workers()
  if (container === undefined || isForgotten) return false
  container.addEventListener('message', ({ data }) => {
    newVersion.set(data !== import.meta.env.MARQUEE_BUILT_AT)
  })
  container.addEventListener('controllerchange', () => void container.ready.then(askForRest))
  void container.ready.then(followVersions)
  setInterval(() => void askForNewVersion(container), ASK_MS)
  try {
    const { installing, active } = await container.register(workerUrl(chosenLanguage()))
    void container.ready.then(askForRest)
    return (installing ?? active) !== null
  } catch {
    // The browser refuses (a private window, a page without https), or it is offline and the language has changed.
    return false
  }
}

/**
 * Asks the newest worker for its version, now and whenever one is installed. Chromium may let a new worker wait for minutes
 * because the old one is busy. Nobody else has to wait: on a reload, the old one gives the newest page.
 */
function followVersions(registration: ServiceWorkerRegistration): void {
  const ask = () => {
    const { installing, waiting, active } = registration
    if (installing === null) (waiting ?? active)?.postMessage('version')
    else installing.addEventListener('statechange', ask)
  }
  registration.addEventListener('updatefound', ask)
  ask()
}

/** Has the worker keep the files that the chosen language does not need. With data saving on, they are loaded only when used. */
function askForRest(registration: ServiceWorkerRegistration): void {
  if (navigator.connection?.saveData === true) return
  whenIdle(() => {
    // A new worker is asked once it controls the page. If the old one were asked now, Chromium would delay the new one for too long.
    if (registration.installing !== null || registration.waiting !== null) return
    registration.active?.postMessage('rest')
  })
}

async function askForNewVersion(container: ServiceWorkerContainer): Promise<void> {
  try {
    // The registration may have been removed meanwhile.
    const registration = await container.getRegistration()
    await registration?.update()
  } catch {
    // Offline this fails. The next try follows within the hour.
  }
}

/**
 * Removes the kept shell from this browser. The next load of the app keeps it again.
 *
 * @returns false if some of it may be left
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
 * Whether a reload would load the app in a language: its files are kept, or the host answers. Without a kept shell the
 * answer is always yes, as a reload goes to the host in any case.
 */
export async function canStart(language: Language): Promise<boolean> {
  const container = workers()
  if (!container?.controller) return true
  try {
    const { entry = [], imports = [], styles = [] } = startFiles(language)
    const files = [entry, imports, styles].flat()
    const kept = await Promise.all(
      files.map(async (one) => caches.match(one, { ignoreVary: true })),
    )
    // Asking for a newer version is a request that every host answers.
    if (kept.includes(undefined)) {
      const registration = await container.getRegistration()
      await createTimeLimit(HOST_MS, HOST_MS)(Promise.resolve(registration?.update()))
    }
    return true
  } catch {
    return false
  }
}

/** Undefined in some browsers: in a private window, or on a page without https. */
function workers(): ServiceWorkerContainer | undefined {
  return 'serviceWorker' in navigator ? navigator.serviceWorker : undefined
}

/** The address of the worker, with the language. It is the only script address that Trusted Types let the app make. */
function workerUrl(chosen: Language): string {
  const createScriptURL = (language: string) => {
    const known = LANGUAGES.find((one) => one === language)
    if (known === undefined) throw new TypeError(`no language of this app: ${language}`)
    return `/sw.js?language=${known}`
  }
  const policy = window.trustedTypes?.createPolicy('app-worker', { createScriptURL })
  return policy?.createScriptURL(chosen) ?? createScriptURL(chosen)
}
