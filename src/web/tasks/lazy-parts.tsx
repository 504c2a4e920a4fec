import { type ComponentType, lazy, type ReactNode } from 'react'

import { m } from '#web/messages/generated/messages.js'

/**
 * The parts of the tasks screen that its first rows do not need. They are loaded once the rows are
 * there, so that they open later although the host may be gone.
 */
const loadEmptyList = () => import('#web/tasks/list-empty.tsx')
const loadNotes = () => import('#web/tasks/list-notes.tsx')
const loadIgnoredInputs = () => import('#web/notices/ignored-inputs.tsx')
const loadAutoRefresh = () => import('#web/tasks/auto-refresh.tsx')
const loadDialogs = () => import('#web/tasks/dialogs.tsx')

export const EmptyList = later(async () => (await loadEmptyList()).EmptyList)
export const LoadFailed = later(async () => (await loadEmptyList()).LoadFailed)
export const ReplyNotes = later(async () => (await loadNotes()).ReplyNotes)
export const StaleRows = later(async () => (await loadNotes()).StaleRows)
export const IgnoredInputs = later(async () => (await loadIgnoredInputs()).IgnoredInputs)
// Where it does not come the screen is still whole: it is refreshed by hand.
export const AutoRefresh = later(async () => (await loadAutoRefresh()).AutoRefresh, Nothing)
export const TextDialog = later(async () => (await loadDialogs()).TextDialog)
export const VideoDialog = later(async () => (await loadDialogs()).VideoDialog)

/** Loads all of them ahead of time. */
export async function loadLazyParts(): Promise<void> {
  await Promise.allSettled([loadEmptyList(), loadNotes(), loadIgnoredInputs(), loadDialogs()])
}

function later<Props>(
  load: () => Promise<ComponentType<Props>>,
  instead: () => ReactNode = NotLoaded,
) {
  // A part that does not come must not take the rows with it.
  return lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => instead) }))
}

function Nothing() {
  return null
}

function NotLoaded() {
  return (
    <p role="alert" className="p-4">
      {m.crash_chunk_text()}
    </p>
  )
}
