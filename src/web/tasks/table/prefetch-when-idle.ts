import { useEffect } from 'react'

import type { VideoTaskListParams } from '#contract/video-tasks.ts'
import { whenIdle } from '#web/ui/when-idle.ts'

/** Reads the next page while nothing else is going on, so that the next click has it at once. */
export function usePrefetchWhenIdle(
  params: VideoTaskListParams | undefined,
  prefetch: (params: VideoTaskListParams) => void,
): void {
  const key = JSON.stringify(params)
  useEffect(() => {
    if (params === undefined) return undefined
    return whenIdle(() => {
      prefetch(params)
    })
    // oxlint-disable-next-line react/exhaustive-deps -- `key` stands for params; prefetch is new on each render
  }, [key])
}
