import { type ReactNode, useMemo, useState } from 'react'

import type { VideoTask } from '#contract/video-tasks.ts'
import { useAccount, useAccounts } from '#web/accounts/account-services.ts'
import type { MarkChange } from '#web/accounts/mark-tasks.ts'
import { m } from '#web/messages/generated/messages.js'
import { type TaskMarking, TaskMarkingContext } from '#web/tasks/marks/task-marking.ts'
import { isNotLoaded } from '#web/ui/is-not-loaded.ts'

/** Lets the screen below change the marks of the active account's tasks. */
export function TaskMarkingProvider({ children }: { children: ReactNode }) {
  const services = useAccounts()
  const account = useAccount()
  const [news, setNews] = useState<TaskMarking['news']>()
  const marking = useMemo((): TaskMarking | undefined => {
    if (account === null) return undefined
    const marked = account
    async function mark(tasks: readonly VideoTask[], change: MarkChange) {
      const loaded = await import('#web/accounts/mark-tasks.ts').catch((error: unknown) => {
        if (!isNotLoaded(error)) throw error
        return undefined
      })
      const notLoaded = { kind: 'refused', text: m.crash_chunk_text() } as const
      const next = loaded ? await loaded.markTasks(services, marked, tasks, change) : notLoaded
      setNews((before) => next ?? (before?.kind === 'first' ? before : undefined))
      return next?.kind !== 'refused'
    }
    return {
      isOnDevice: account.keep === 'device',
      news,
      toggle: (tasks, name) => void mark(tasks, name),
      setNote: async (task, note) => mark([task], { note }),
      dismiss: () => setNews(undefined),
    }
  }, [services, account, news])
  return <TaskMarkingContext value={marking}>{children}</TaskMarkingContext>
}
