import { vi } from 'vitest'

const derive = crypto.subtle.deriveBits.bind(crypto.subtle)

/**
 * Has PBKDF2 go one round for each thousand that it is asked for, until the test is over: what comes out
 * is as good as before, but for its price. The price has tests of its own, without this.
 */
export function deriveQuickly(): void {
  vi.spyOn(crypto.subtle, 'deriveBits').mockImplementation((method, key, length) => {
    if (typeof method === 'string' || !('iterations' in method)) throw new Error('not PBKDF2')
    return derive({ ...method, iterations: Math.ceil(method.iterations / 1000) }, key, length)
  })
}
