/** While a tab sends a submission it holds a lock of this name; the browser takes it from one that is gone. */
const lockName = (submissionId: string) => `marquee.sending.${submissionId}`

/** Does the work while the other tabs can see that this one is sending. */
export async function whileSending<Result>(
  submissionId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const release = await holdLock(submissionId)
  try {
    return await work()
  } finally {
    release()
  }
}

/** Returns how to let it go; without a lock where the browser refuses one. */
async function holdLock(submissionId: string): Promise<() => void> {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  if ('locks' in navigator) {
    await new Promise<void>((resolve) => {
      navigator.locks
        .request(lockName(submissionId), async () => {
          resolve()
          await released
        })
        .catch(resolve)
    })
  }
  return release
}

/** Whether certainly no tab is sending a submission; where the browser cannot say, it is not certain. */
export async function isSenderGone(submissionId: string): Promise<boolean> {
  if (!('locks' in navigator)) return false
  try {
    const { held = [], pending = [] } = await navigator.locks.query()
    return ![...held, ...pending].some(({ name }) => name === lockName(submissionId))
  } catch {
    return false
  }
}
