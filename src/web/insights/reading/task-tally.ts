import type { ExactNumber } from '#contract/record.ts'
import { TASK_STATUS } from '#contract/video-tasks.ts'
import {
  dayOf,
  type DayNumber,
  type Period,
  periodsBetween,
  type PeriodUnit,
  unitFor,
} from '#web/format/calendar.ts'
import { FailureGroups } from '#web/video-task/failure/failure-groups.ts'
import type { SearchCondition } from '#web/task-list/search/search-readers.ts'
import { STATUS_KINDS, type StatusKind } from '#web/task-list/search/status-kinds.ts'
import type { TaskFacts, TaskIndex } from '#web/task-list/search/task-index.ts'

/** The number of tasks of each status, and their prices. */
interface Counts {
  tasks: number
  byStatus: Readonly<Record<StatusKind, number>>
  /** the sum of their prices; the specification has no unit */
  price: ExactNumber
  /** the number of tasks with a readable price */
  priced: number
}

/** The tasks of a period. */
interface PeriodCounts extends Period, Counts {
  /** it is too far from the others for one axis, see `mainDays` */
  isFar: boolean
}

/** The figures of all plots. */
export interface TaskFigures {
  /** the number of all rows, also of those that are in no plot */
  seen: number
  total: Counts
  /** from the first day with a task to the last, including periods without tasks, except beside far ones; empty if no day is known */
  periods: readonly PeriodCounts[]
  unit: PeriodUnit
  elapsed: ElapsedFigures
  failures: ReturnType<FailureGroups['figures']>
  /** the number of statuses that were inferred from other fields */
  inferred: number
  /** the number of rows that could not be read */
  unreadable: number
  /** the number of rows that do not meet the conditions */
  outside: number
  /** the number of tasks whose day is not known: they are in no period */
  undated: number
}

/** Collects counts. */
class CountTally {
  readonly #byStatus = { pending: 0, processing: 0, completed: 0, failed: 0, open: 0, other: 0 }
  readonly #price = new ExactSum()
  #priced = 0
  tasks = 0

  add(kind: StatusKind, price: ExactNumber | null): void {
    this.tasks += 1
    this.#byStatus[kind] += 1
    if (price === null) return
    this.#priced += 1
    this.#price.add(price)
  }

  addAll(other: CountTally): void {
    for (const kind of STATUS_KINDS) this.#byStatus[kind] += other.#byStatus[kind]
    this.tasks += other.tasks
    this.#priced += other.#priced
    this.#price.add(other.#price.value)
  }

  counts(): Counts {
    return {
      tasks: this.tasks,
      byStatus: { ...this.#byStatus },
      price: this.#price.value,
      priced: this.#priced,
    }
  }
}

/** Makes figures of the tasks of an index that meet some conditions. The index may grow meanwhile. */
export class TaskTally {
  readonly #index: TaskIndex
  readonly #conditions: readonly SearchCondition[]
  readonly #total = new CountTally()
  readonly #days = new Map<DayNumber, CountTally>()
  readonly #elapsed = new ElapsedTally()
  readonly #failures = new FailureGroups()
  #seen = 0
  #inferred = 0
  #unreadable = 0
  #outside = 0
  #undated = 0
  #today: DayNumber = 0

  constructor(index: TaskIndex, conditions: readonly SearchCondition[]) {
    this.#index = index
    this.#conditions = conditions
  }

  /**
   * Counts rows that were not counted yet.
   *
   * @param now milliseconds since the epoch
   * @param most of the rows
   * @returns whether all rows of the index are counted
   */
  count(now: number, most = Infinity): boolean {
    const to = Math.min(this.#index.count, this.#seen + most)
    this.#today = dayOf(now)
    const found = this.#index.find(this.#conditions, now, { from: this.#seen, to })
    this.#outside += to - this.#seen - found.length
    this.#seen = to
    for (const at of found) {
      const facts = this.#index.factsAt(at)
      if (facts === undefined) this.#unreadable += 1
      else this.#add(facts)
    }
    return to === this.#index.count
  }

  /** The figures so far. */
  figures(): TaskFigures {
    const days = mainDays(this.#days, this.#today)
    const [first = 0, last = first] = [days[0], days.at(-1)]
    const unit = unitFor(first, last)
    return {
      seen: this.#seen,
      total: this.#total.counts(),
      periods: days.length === 0 ? [] : this.#periods(first, last, unit),
      unit,
      elapsed: this.#elapsed.figures(),
      failures: this.#failures.figures(),
      inferred: this.#inferred,
      unreadable: this.#unreadable,
      outside: this.#outside,
      undated: this.#undated,
    }
  }

  #add({ kind, isInferred, created, elapsed, price, errorMsg }: TaskFacts): void {
    if (isInferred) this.#inferred += 1
    this.#total.add(kind, price)
    if (Number.isNaN(created)) this.#undated += 1
    else this.#dayOf(dayOf(created)).add(kind, price)
    if (!Number.isNaN(elapsed)) this.#elapsed.add(elapsed)
    if (kind === TASK_STATUS.failed) this.#failures.add(errorMsg)
  }

  #dayOf(day: DayNumber): CountTally {
    const known = this.#days.get(day)
    if (known !== undefined) return known
    const fresh = new CountTally()
    this.#days.set(day, fresh)
    return fresh
  }

  #periods(first: DayNumber, last: DayNumber, unit: PeriodUnit): PeriodCounts[] {
    const entryOf = (period: Period, isFar: boolean) => ({ period, isFar, tally: new CountTally() })
    const entries = new Map(
      periodsBetween(first, last, unit).map((period) => [period.first, entryOf(period, false)]),
    )
    for (const [day, tally] of this.#days) {
      const [period = { first: day, last: day }] = periodsBetween(day, day, unit)
      const entry = entries.get(period.first) ?? entryOf(period, true)
      entry.tally.addAll(tally)
      entries.set(period.first, entry)
    }
    return Array.from(entries.values(), ({ period, isFar, tally }) => ({
      ...period,
      isFar,
      ...tally.counts(),
    })).toSorted((a, b) => a.first - b.first)
  }
}

/** One task in so many is too few to make an axis that is empty but for a bar. */
const FEW = 20

/**
 * The days of an axis, in order. Days that have not come yet are left out, and a few tasks of years before all others:
 * such days are most likely wrong, and with them all others would share a bar.
 */
function mainDays(tallies: ReadonlyMap<DayNumber, CountTally>, today: DayNumber): DayNumber[] {
  const all = [...tallies.keys()].toSorted((a, b) => a - b)
  // The clock of the service may be a little fast.
  const past = all.filter((day) => day <= today + 1)
  const days = past.length === 0 ? all : past
  const sizeOf = (day: DayNumber) => tallies.get(day)?.tasks ?? 0
  const total = days.reduce((sum, day) => sum + sizeOf(day), 0)
  let seen = 0
  let start = 0
  for (const [at, day] of days.entries()) {
    if (seen * FEW <= total && typeof unitFor(days[at - 1] ?? day, day) === 'object') start = at
    seen += sizeOf(day)
  }
  return days.slice(start)
}

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

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The limits of bars that get about twice as long each time, in milliseconds. */
const DOUBLING = [
  0,
  ...[1, 2, 5, 10, 20, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 20, 30].map((count) => count * MINUTE),
  ...[1, 2, 4, 8].map((count) => count * HOUR),
  ...[1, 2, 7, 30].map((count) => count * DAY),
]

/** The possible lengths of bars that are equally long, in milliseconds: round values, each at most 2.5 times the one before. */
const STEPS = [
  ...[1, 2, 5, 10, 20, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 20, 30].map((count) => count * MINUTE),
  ...[1, 2, 4, 8, 12].map((count) => count * HOUR),
  ...[1, 2, 5, 10, 20, 50, 100].map((count) => count * DAY),
]

/** The most bars that can be told apart, and the most for a small number of tasks. */
const MAX_BARS = 20
const MAX_BARS_OF_FEW = 8

/** If the longest usual time is more than this many times the shortest, bars double in length. */
const WIDE = 50

/** A bar is at least this part of the times in it, so that no bar begins at "3 days and 1 second". */
const FINEST = 100

/** The percentage of the longest times that does not count for the length of the bars. */
const OUTLIERS = 2

/** The tasks whose elapsed time is at least `from` and less than `to`, in milliseconds. */
interface ElapsedBucket {
  from: number
  /** null: no upper limit */
  to: number | null
  count: number
}

/** The elapsed times of tasks, including the time they waited. */
interface ElapsedFigures {
  /** the number of tasks whose elapsed time is known */
  count: number
  /** milliseconds; null if no time is known */
  median: number | null
  /** the 95th percentile, in milliseconds */
  p95: number | null
  /** from the first that is not empty to the last */
  buckets: readonly ElapsedBucket[]
}

/** Collects elapsed times. It keeps all of them, at eight bytes each, so that median and p95 are exact. */
export class ElapsedTally {
  #values = new Float64Array(1024)
  #count = 0

  /** Adds an elapsed time, in milliseconds. */
  add(elapsed: number): void {
    if (this.#count === this.#values.length) {
      const larger = new Float64Array(this.#count * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#count] = elapsed
    this.#count += 1
  }

  /** The figures so far. */
  figures(): ElapsedFigures {
    // Sort in place, as the order in which they came does not matter.
    // oxlint-disable-next-line unicorn/no-array-sort -- a copy of a megabyte, three times a second
    const sorted = this.#values.subarray(0, this.#count).sort()
    const at = (index: number) => sorted[index] ?? 0
    const middle = (this.#count - 1) / 2
    const isEmpty = this.#count === 0
    return {
      count: this.#count,
      median: isEmpty ? null : (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
      p95: isEmpty ? null : at(Math.ceil(this.#count * 0.95) - 1),
      buckets: bucketsOf(sorted),
    }
  }
}

/** The bars for sorted elapsed times, from the first that is not empty to the last. */
function bucketsOf(sorted: Float64Array): ElapsedBucket[] {
  const limits = limitsFor(sorted)
  const counts = limits.map(() => 0)
  let bar = 0
  for (const elapsed of sorted) {
    while (elapsed >= (limits[bar + 1] ?? Infinity)) bar += 1
    counts[bar] = (counts[bar] ?? 0) + 1
  }
  const first = counts.findIndex((count) => count > 0)
  const last = counts.findLastIndex((count) => count > 0)
  if (first === -1) return []
  return counts.slice(first, last + 1).map((count, index) => ({
    from: limits[first + index] ?? 0,
    to: limits[first + index + 1] ?? null,
    count,
  }))
}

/** Where bars begin: 8 to 20 bars of equal length if the times lie close together, otherwise bars that double in length. */
function limitsFor(sorted: Float64Array): readonly number[] {
  const shortest = Math.max(sorted[0] ?? 0, 0)
  const usual = sorted[Math.ceil((sorted.length * (100 - OUTLIERS)) / 100) - 1] ?? 0
  const barsUpTo = (longest: number, step: number) =>
    Math.floor(longest / step) - Math.floor(shortest / step) + 1
  const most = Math.max(Math.min(2 * Math.sqrt(sorted.length), MAX_BARS - 1), MAX_BARS_OF_FEW)
  const step = STEPS.find((one) => barsUpTo(usual, one) <= most && one * FINEST >= usual)
  if (step === undefined || usual > WIDE * Math.max(shortest, SECOND)) return DOUBLING
  const all = barsUpTo(sorted.at(-1) ?? 0, step)
  const count = all <= MAX_BARS ? all : barsUpTo(usual, step)
  const start = Math.floor(shortest / step)
  return Array.from({ length: count + 1 }, (_, index) => (start + index) * step)
}
