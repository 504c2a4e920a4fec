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
import { type ElapsedFigures, ElapsedTally } from '#web/insights/reading/elapsed-tally.ts'
import { type FailureFigures, FailureGroups } from '#web/video-task/failure/failure-groups.ts'
import type { SearchCondition } from '#web/task-list/search/search-readers.ts'
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
export interface PeriodCounts extends Period, Counts {
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

  get tasks(): number {
    return this.#tasks
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
