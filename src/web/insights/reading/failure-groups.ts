import { startOf } from '#web/format/untrusted-text.ts'
import { shapeOf } from '#web/insights/reading/failure-shape.ts'

/** So many kinds are told apart while reading, and so many of them are given out. */
const MOST_KEPT = 2_000
const MOST_GIVEN = 200
const MOST_SAMPLES = 5
/** Of one whole message, in characters. */
const SAMPLE_LENGTH = 2_000
const MOST_REMEMBERED = 1_000

/** Failures of one kind. */
export interface FailureGroup {
  /** what their messages have in common, see shapeOf; '' where there is no message */
  shape: string
  count: number
  /** one of the messages, whole unless it is very long */
  sample: string
  /** IDs of a few of the tasks */
  uuids: readonly string[]
}

/** Failures by what their messages say. */
export interface FailureFigures {
  /** the largest first; of two alike the one whose shape comes first in the alphabet */
  groups: readonly FailureGroup[]
  /** failures of kinds that are not among them */
  other: number
}

/** Takes failures in and groups them by what their messages have in common. */
export class FailureGroups {
  readonly #groups = new Map<string, { count: number; sample: string; uuids: string[] }>()
  /** messages come again and again, word for word */
  readonly #shapes = new Map<string, string>()
  #other = 0

  /** Takes a failed task in. */
  add(message: string | null, uuid: string | null): void {
    const shape = this.#shapeOf(message ?? '')
    let group = this.#groups.get(shape)
    if (group === undefined) {
      if (this.#groups.size >= MOST_KEPT) {
        this.#other += 1
        return
      }
      group = { count: 0, sample: sampleOf(message ?? ''), uuids: [] }
      this.#groups.set(shape, group)
    }
    group.count += 1
    if (uuid !== null && group.uuids.length < MOST_SAMPLES) group.uuids.push(uuid)
  }

  /** What is known so far. */
  figures(): FailureFigures {
    const sorted = [...this.#groups]
      .map(([shape, group]) => ({ shape, ...group, uuids: [...group.uuids] }))
      .toSorted((a, b) => b.count - a.count || (a.shape < b.shape ? -1 : 1))
    const rest = sorted.slice(MOST_GIVEN).reduce((sum, { count }) => sum + count, 0)
    return { groups: sorted.slice(0, MOST_GIVEN), other: this.#other + rest }
  }

  #shapeOf(message: string): string {
    // As keys only short ones: a megabyte would stay in memory for its first line.
    if (message.length > SAMPLE_LENGTH) return shapeOf(message)
    const known = this.#shapes.get(message)
    if (known !== undefined) return known
    const shape = shapeOf(message)
    if (this.#shapes.size >= MOST_REMEMBERED) this.#shapes.clear()
    this.#shapes.set(message, shape)
    return shape
  }
}

/** The message; of a very long one its start, and a sign that there is more. */
function sampleOf(message: string): string {
  return message.length > SAMPLE_LENGTH ? `${startOf(message, SAMPLE_LENGTH)}…` : message
}
