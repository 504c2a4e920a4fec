/** What was pressed is shown at once if it is there within this time, in milliseconds. After that, a wait is shown. */
export const HOLD_MS = 300

/** Waits for a promise, but no longer than this time, in milliseconds. It must not reject. */
export async function withTimeout(limitMs: number, promise?: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs)
  })
  await Promise.race([promise, limit])
  clearTimeout(timer)
}
