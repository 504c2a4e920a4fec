import type { ExactNumber } from '#contract/exact-number.ts'

const MILLION = 1_000_000

/**
 * A sum without rounding errors: exact for whole numbers of any size, and to six decimal places for fractions. The order
 * of the numbers does not matter.
 */
export class ExactSum {
  /** the part that a double holds exactly, and the rest */
  #small = 0
  #large = 0n
  #millionths = 0

  /** Adds a number. */
  add(figure: ExactNumber): void {
    if (typeof figure === 'bigint') {
      this.#large += figure
      return
    }
    const whole = Math.trunc(figure)
    this.#millionths += Math.round((figure - whole) * MILLION)
    const sum = this.#small + whole
    if (Number.isSafeInteger(sum)) this.#small = sum
    else this.#large += BigInt(whole)
  }

  /** The sum so far. */
  get value(): ExactNumber {
    const carried = Math.trunc(this.#millionths / MILLION)
    const total = this.#large + BigInt(this.#small) + BigInt(carried)
    const fraction = this.#millionths - carried * MILLION
    const isSmall = Number.isSafeInteger(Number(total))
    if (fraction !== 0) return (Number(total) * MILLION + fraction) / MILLION
    return isSmall ? Number(total) : total
  }
}
