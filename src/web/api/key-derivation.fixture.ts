import { vi } from 'vitest'

const derive = crypto.subtle.deriveBits.bind(crypto.subtle)

/**
 * Makes PBKDF2 run one iteration per thousand requested ones until the test ends, so that tests are fast. The
 * result works in the same way. Separate tests check the real number of iterations.
 */
export function deriveQuickly(): void {
  vi.spyOn(crypto.subtle, 'deriveBits').mockImplementation((method, key, length) => {
    if (typeof method === 'string' || !('iterations' in method)) throw new Error('not PBKDF2')
    return derive({ ...method, iterations: Math.ceil(method.iterations / 1000) }, key, length)
  })
}
