import { useEffect, useEffectEvent } from 'react'

import { type ApiFailure, failureOf } from '#web/api/api-error.ts'
import type { TaskList } from '#web/task-list/use-task-list.ts'
import { currentPause, isFieldFocused } from '#web/ui/pauses.ts'

/** When the dialog last opened automatically. It opens again only after a read has succeeded since then. */
let askedAt = 0

/**
 * Asks for another key when the service refuses the current one while rows are on screen.
 *
 * @param onKeyRefused opens the dialog
 */
export function useKeyRequest({ reads }: TaskList, onKeyRefused: () => void): void {
  const { error, data } = reads.page
  const ask = useEffectEvent((failure: ApiFailure) => {
    if (failure.kind !== 'unauthorized') return
    if (data === undefined || data.readAt <= askedAt) return
    // Do not interrupt a busy person. They can open the dialog from the banner.
    if (currentPause() !== undefined || isFieldFocused()) return
    askedAt = Date.now()
    onKeyRefused()
  })
  useEffect(() => {
    if (error !== null) ask(failureOf(error))
  }, [error])
}
