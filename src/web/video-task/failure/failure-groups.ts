import { startOf } from '#web/format/untrusted-text.ts'
import { shapeOf } from '#web/task-list/failure-shape.ts'

/** The most groups that are counted during a scan, and the most that are returned. */
const MOST_KEPT = 2_000
const MOST_GIVEN = 200
/** The most of a sample message, in characters. */
const SAMPLE_LENGTH = 2_000

/** Failures whose messages have the same shape. */
export interface FailureGroup {
  /** what their messages have in common, see shapeOf; '' if they have no message */
  shape: string
  count: number
  /** one of the messages, shortened if it is very long */
  sample: string
}

/** Collects failures, and groups them by what their messages have in common. */
export class FailureGroups {
  readonly #groups = new Map<string, FailureGroup>()
  #other = 0

  /** Adds a failed task. */
  add(message: string | null): void {
    const text = message ?? ''
    const shape = shapeOf(text)
    const sample = text.length > SAMPLE_LENGTH ? `${startOf(text, SAMPLE_LENGTH)}…` : text
    const group = this.#groups.get(shape) ?? { shape, count: 0, sample }
    if (group.count === 0 && this.#groups.size >= MOST_KEPT) {
      this.#other += 1
      return
    }
    this.#groups.set(shape, { ...group, count: group.count + 1 })
  }

  /** The figures so far: the groups, the largest first, then by shape; and the number of failures in other groups. */
  figures(): { groups: readonly FailureGroup[]; other: number } {
    const sorted = [...this.#groups.values()].toSorted(
      (a, b) => b.count - a.count || (a.shape < b.shape ? -1 : 1),
    )
    const rest = sorted.slice(MOST_GIVEN).reduce((sum, { count }) => sum + count, 0)
    return { groups: sorted.slice(0, MOST_GIVEN), other: this.#other + rest }
  }
}
