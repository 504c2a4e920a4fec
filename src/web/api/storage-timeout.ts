/** Waits for a promise, but not for ever. @param giveUp is called when it has lasted too long */
export type TimeLimit = <Value>(promise: Promise<Value>, giveUp?: () => void) => Promise<Value>

/**
 * Bounds how long something is waited for that may never answer. After it once did not, it gets less
 * time, until something of it answers again: three waits in a row do not cost three times the limit.
 *
 * @param limitMs milliseconds
 * @param afterwardsMs milliseconds, while it is known not to answer
 */
export function createTimeLimit(limitMs: number, afterwardsMs: number): TimeLimit {
  let current = limitMs
  return async (promise, giveUp) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tooLong = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        current = afterwardsMs
        reject(new Error('no answer in time'))
        giveUp?.()
      }, current)
    })
    const inTime = promise.then((value) => {
      current = limitMs
      return value
    })
    try {
      return await Promise.race([inTime, tooLong])
    } finally {
      clearTimeout(timer)
    }
  }
}
