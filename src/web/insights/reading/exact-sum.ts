import type { ExactNumber } from '#contract/exact-number.ts'

const MILLION = 1_000_000

/**
 * A sum of figures of the service that no rounding spoils: whole ones are exact whatever their size,
 * fractions to six decimal places, in whatever order they come.
 */
export class ExactSum {
  /** what fits a double exactly, and what does not */
  #small = 0
  #large = 0n
  #millionths = 0

  /** Adds a figure. */
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
