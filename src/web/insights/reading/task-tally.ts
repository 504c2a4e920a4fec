import type { ExactNumber } from '#contract/record.ts'
import { TASK_STATUS } from '#contract/video-tasks.ts'
import {
  dayOf,
  type DayNumber,
  type Period,
  periodsBetween,
  type PeriodUnit,
  placeOf,
  unitFor,
} from '#web/format/calendar.ts'
import { type ElapsedFigures, ElapsedTally } from '#web/insights/reading/elapsed-tally.ts'
import { type FailureFigures, FailureGroups } from '#web/video-task/failure/failure-groups.ts'
import type { SearchCondition } from '#web/task-list/search/search-terms.ts'
import { STATUS_KINDS, type StatusKind } from '#web/task-list/search/status-kinds.ts'
import type { TaskFacts, TaskIndex } from '#web/task-list/search/task-index.ts'

/** The number of tasks of each status, and their prices. */
export interface Counts {
  tasks: number
  byStatus: Readonly<Record<StatusKind, number>>
  /** the sum of their prices; the specification has no unit */
  price: ExactNumber
  /** the number of tasks with a readable price */
  priced: number
}

/** The tasks of a period. */
export interface PeriodCounts extends Period, Counts {}

/** The figures of all plots. */
export interface TaskFigures {
  /** the number of all rows, also of those that are in no plot */
  seen: number
  total: Counts
  /** from the first day with a task to the last, including periods without tasks; empty if no day is known */
  periods: readonly PeriodCounts[]
  unit: PeriodUnit
  elapsed: ElapsedFigures
  failures: FailureFigures
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
  readonly #byStatus = new Map<StatusKind, number>()
  readonly #price = new ExactSum()
  #tasks = 0
  #priced = 0

  add(kind: StatusKind, price: ExactNumber | null): void {
    this.#tasks += 1
    this.#byStatus.set(kind, (this.#byStatus.get(kind) ?? 0) + 1)
    if (price === null) return
    this.#priced += 1
    this.#price.add(price)
  }

  addAll(other: CountTally): void {
    for (const [kind, count] of other.#byStatus) {
      this.#byStatus.set(kind, (this.#byStatus.get(kind) ?? 0) + count)
    }
    this.#tasks += other.#tasks
    this.#priced += other.#priced
    this.#price.add(other.#price.value)
  }

  counts(): Counts {
    const of = (kind: StatusKind) => this.#byStatus.get(kind) ?? 0
    return {
      tasks: this.#tasks,
      byStatus: {
        pending: of(TASK_STATUS.pending),
        processing: of(TASK_STATUS.processing),
        completed: of(TASK_STATUS.completed),
        failed: of(TASK_STATUS.failed),
        open: of('open'),
        other: of('other'),
      },
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
    const days = [...this.#days.keys()]
    const first = days.reduce((a, b) => Math.min(a, b), Infinity)
    const last = days.reduce((a, b) => Math.max(a, b), -Infinity)
    const unit = days.length === 0 ? 'day' : unitFor(first, last)
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
    const start = placeOf(first, unit)
    const periods = periodsBetween(first, last, unit).map((period) => ({
      period,
      tally: new CountTally(),
    }))
    for (const [day, tally] of this.#days) periods[placeOf(day, unit) - start]?.tally.addAll(tally)
    return periods.map(({ period, tally }) => ({ ...period, ...tally.counts() }))
  }
}

/** The kinds that at least one task has, from the bottom of a bar to its top. */
export function kindsAmong({ byStatus }: Counts): StatusKind[] {
  return STATUS_KINDS.filter((kind) => byStatus[kind] > 0)
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
