/** Runs a job when it is its turn. An aborted job does not start. */
export type Turns = (job: () => Promise<void>, signal: AbortSignal) => Promise<void>

/**
 * Lets jobs run in the order in which they come.
 *
 * @param limit how many of them run at the same time
 */
export function createTurns(limit: number): Turns {
  let running = 0
  const waiting: (() => void)[] = []
  return async (job, signal) => {
    if (running < limit) running += 1
    else {
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
      })
    }
    try {
      if (!signal.aborted) await job()
    } finally {
      // The next one takes over this place.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
