/** Waits for a promise with a time limit. @param giveUp is called when the limit is over */
export type TimeLimit = <Value>(promise: Promise<Value>, giveUp?: () => void) => Promise<Value>

/**
 * Limits the wait for a storage that may never answer. After a time-out the limit is shorter until the next
 * answer, so that three waits in a row do not take three times the full limit.
 *
 * @param limitMs in milliseconds
 * @param afterwardsMs the limit after a time-out, in milliseconds
 */
export function createTimeLimit(limitMs: number, afterwardsMs: number): TimeLimit {
  let current = limitMs
  return async (promise, giveUp) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tooLong = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        current = afterwardsMs
        reject(new DOMException('no answer in time', 'TimeoutError'))
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
