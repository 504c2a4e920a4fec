import { useState } from 'react'

import { useApiSession } from '#web/api/session.tsx'
import { useCancelVideoTasks } from '#web/api/video-tasks.ts'
import { tasksOf } from '#web/task-list/list-page.ts'
import { usePolling } from '#web/task-list/polling.ts'
import type { PauseReason } from '#web/task-list/refresh-plan.ts'
import { isTaskUnfinished } from '#web/task-list/status-evidence.ts'
import { currentPage, type TaskList } from '#web/task-list/use-task-list.ts'
import { chooseAutoRefresh, isAutoRefreshChosen } from '#web/tasks/refresh/auto-refresh-choice.ts'

/** How the list refreshes by itself. */
export interface AutoRefresh {
  /** the person's choice */
  isOn: boolean
  setOn: (isOn: boolean) => void
  /** why the list does not refresh at the moment; undefined: it does, or it is switched off */
  pause: PauseReason | undefined
}

/** Reads the list again by itself, unless the person has switched that off. */
export function useAutoRefresh({ state, reads }: TaskList): AutoRefresh {
  const { profileId } = useApiSession()
  const [isOn, setIsOn] = useState(() => isAutoRefreshChosen(profileId))
  const cancel = useCancelVideoTasks()
  const page = currentPage(state)
  const pause = usePolling(reads.page, {
    isOn,
    isUnfinished: tasksOf(page?.rows ?? []).some(({ task, evidence }) =>
      isTaskUnfinished(task, evidence.status),
    ),
    onReading() {
      if (page !== undefined && reads.requested !== 'awaited') cancel(page.request)
    },
  })
  return {
    isOn,
    setOn(next) {
      chooseAutoRefresh(profileId, next)
      setIsOn(next)
    },
    pause,
  }
}
