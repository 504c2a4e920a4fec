import { useSyncExternalStore } from 'react'

import { isHandedOut } from '#contract/media.ts'

let hosts: readonly string[] = []
const listeners = new Set<() => void>()

/** Says whose videos our host hands out, as in MediaInfo. */
export function setMediaHosts(next: readonly string[]): void {
  hosts = next
  for (const listener of listeners) listener()
}

/** Whose videos our host hands out. The component renders again when they change. */
export function useMediaHosts(): readonly string[] {
  return useSyncExternalStore(subscribe, () => hosts)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether our host hands out the video of another one at this address. */
export function isOfMediaHost(url: URL): boolean {
  return isHandedOut(url, hosts)
}

/** Whether a video may load without being asked for: from our own host, or through it unless the person saves data. */
export function loadsByItself(url: URL): boolean {
  return (
    url.origin === location.origin ||
    (isOfMediaHost(url) && navigator.connection?.saveData !== true)
  )
}

/** Whether this page can read a video: it comes from our own host, or our host hands it out. No other host learns who looks at it. */
export function isReadable(url: URL): boolean {
  return url.origin === location.origin || isOfMediaHost(url)
}
