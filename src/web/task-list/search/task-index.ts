import {
  TASK_STATUS,
  TASK_STATUSES,
  type ListFilters,
  type VideoTask,
  type VideoTaskRow,
} from '#contract/video-tasks.ts'
import type { ExactNumber } from '#contract/record.ts'
import { stringifyExactJson } from '#contract/exact-json.ts'
import { shapeOf } from '#web/task-list/failure-shape.ts'
import type {
  Limits,
  SearchCondition,
  SearchedStatus,
} from '#web/task-list/search/search-readers.ts'
import { STATUS_KINDS, type StatusKind } from '#web/task-list/search/status-kinds.ts'
import { elapsedMs, usualTimes } from '#web/task-list/elapsed.ts'
import { foldText, plainText, taskMatcher } from '#web/task-list/search/task-query.ts'
import { identityOfTask } from '#web/task-list/task-identity.ts'
import { type AccountMarks, markKey, NO_MARKS, type TaskMarks } from '#web/task-list/task-marks.ts'
import {
  isTaskUnfinished,
  type StatusEvidence,
  statusEvidence,
} from '#web/task-list/status-evidence.ts'

/** What the index knows of a task. */
export interface TaskFacts {
  kind: StatusKind
  /** the service did not say the status; it was inferred from other fields */
  isInferred: boolean
  /** milliseconds since the epoch; NaN: not known */
  created: number
  /** milliseconds; NaN: not known */
  elapsed: number
  price: ExactNumber | null
  errorMsg: string | null
}

/** What tasks can be sorted by. */
export type SortKey = 'status' | 'price' | 'created' | 'elapsed'

/** An order of tasks. Tasks whose value is not known are last in both directions. */
export interface TaskSort {
  by: SortKey
  isDescending: boolean
}

/** What is true of a task, as one number: a list of truths takes eight bytes for each. */
const HAS_VIDEO = 1
const IS_UNFINISHED = 2
const IS_INFERRED = 4

/** What a record that could not be read counts as, instead of its position in STATUS_KINDS. */
const UNREAD = -1

/** How many rows share a text, and what the text is. Most tasks have no error message, and most messages occur often. */
class Texts {
  readonly #numbers = new Map<string, number>()
  readonly #texts: string[] = []
  /** what is searched */
  readonly #plain: string[] = []
  /** those that were needed */
  readonly #shapes: string[] = []

  /** The number of a text. 0 is no text. */
  add(text: string | null): number {
    if (text === null) return 0
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    this.#plain.push(foldText(text))
    this.#numbers.set(text, this.#texts.push(text))
    return this.#texts.length
  }

  /** The text of a number. */
  at(number: number): string | null {
    return this.#texts[number - 1] ?? null
  }

  /** For each number, whether the text contains this one. */
  including(part: string): readonly boolean[] {
    const folded = foldText(part)
    return [false, ...this.#plain.map((text) => text.includes(folded))]
  }

  /** For each number, whether the message has this shape. */
  ofShape(shape: string): readonly boolean[] {
    const wanted = new Set([plainText(shape), plainText(shapeOf(shape))])
    const shapes = this.#texts.map((text, at) => (this.#shapes[at] ??= plainText(shapeOf(text))))
    return [shape === '', ...shapes.map((one) => wanted.has(one))]
  }
}

/**
 * The columns of a list that can be searched and sorted: about a hundred bytes for each row. A row is known by its position in
 * the list. The records themselves are in the archive of the scan.
 */
export class TaskIndex {
  readonly #filter: ListFilters
  readonly #ids: VideoTask['id'][] = []
  /** in lower case */
  readonly #uuids: (string | null)[] = []
  /** milliseconds since the epoch; NaN: not known */
  readonly #created: number[] = []
  /** milliseconds; NaN: not known */
  readonly #elapsed: number[] = []
  /** null: not known */
  readonly #prices: (ExactNumber | null)[] = []
  /** sums of the truths above; 0: the record could not be read */
  readonly #truths: number[] = []
  /** positions in STATUS_KINDS, or UNREAD */
  readonly #kinds: number[] = []
  /** numbers of error messages, or of records that could not be read */
  readonly #messages: number[] = []
  readonly #texts = new Texts()
  readonly #marks: () => AccountMarks

  /**
   * @param filter of the list, which says something about its tasks
   * @param marks gives the marks of the account at the moment
   */
  constructor(filter: ListFilters, marks: () => AccountMarks = () => NO_MARKS) {
    this.#filter = filter
    this.#marks = marks
  }

  /** The number of rows. */
  get count(): number {
    return this.#kinds.length
  }

  /** What is known of a row; undefined: its record could not be read. */
  factsAt(at: number): TaskFacts | undefined {
    const kind = STATUS_KINDS[this.#kinds[at] ?? -1]
    if (kind === undefined) return undefined
    return {
      kind,
      isInferred: this.#is(at, IS_INFERRED),
      created: this.#created[at] ?? Number.NaN,
      elapsed: this.#elapsed[at] ?? Number.NaN,
      price: this.#prices[at] ?? null,
      errorMsg: this.#texts.at(this.#messages[at] ?? 0),
    }
  }

  /** Appends rows in the order of the list. */
  add(rows: readonly VideoTaskRow[]): void {
    for (const row of rows) this.#set(this.count, row)
  }

  /** Takes over what newer replies say about tasks that are here. @returns the positions that they have */
  update(rows: readonly VideoTaskRow[]): Map<number, VideoTaskRow> {
    const newer = new Map(
      rows.flatMap((row) => {
        const uuid = row.kind === 'task' ? row.task.uuid : null
        return uuid === null ? [] : [[uuid.toLowerCase(), row] as const]
      }),
    )
    const changed = new Map<number, VideoTaskRow>()
    for (const [at, uuid] of this.#uuids.entries()) {
      const row = uuid === null ? undefined : newer.get(uuid)
      if (row === undefined) continue
      this.#set(at, row)
      changed.set(at, row)
    }
    return changed
  }

  /**
   * How many new tasks a newer first page of the list has before those that are here.
   *
   * @returns undefined if it does not go on with those, or if times of creation rise anywhere: then new tasks may come elsewhere, too
   */
  countBefore(rows: readonly VideoTaskRow[]): number | undefined {
    const page = new TaskIndex(this.#filter)
    page.add(rows)
    const names = rows.map((_, at) => page.#nameAt(at))
    const added = names.indexOf(this.#nameAt(0))
    const fresh = new Set(names.slice(0, added))
    const isStart =
      fresh.size === added &&
      !this.#kinds.some((_, at) => fresh.has(this.#nameAt(at))) &&
      names.every(
        (name, at) => name !== undefined && (at < added || name === this.#nameAt(at - added)),
      )
    const created = [...page.#created, ...this.#created.slice(names.length - added)]
    const isSorted = created.every((at, index) => index === 0 || at <= (created[index - 1] ?? 0))
    return isStart && isSorted ? added : undefined
  }

  #is(at: number, truth: number): boolean {
    return ((this.#truths[at] ?? 0) & truth) !== 0
  }

  #nameAt(at: number): string | undefined {
    return identityOfTask({ uuid: this.#uuids[at] ?? null, id: this.#ids[at] ?? null })
  }

  /**
   * The positions of the rows that meet all conditions, in the order of the list. An ID that names rows exactly finds those alone.
   *
   * @param now milliseconds since the epoch
   * @param part from the first position to before the last
   */
  find(
    conditions: readonly SearchCondition[],
    now: number,
    { from = 0, to = this.count } = {},
  ): number[] {
    const tests = conditions.map((condition) => this.#test(condition, now))
    const found: number[] = []
    for (let at = from; at < to; at += 1) if (tests.every((test) => test(at))) found.push(at)
    return found
  }

  /** The same positions in another order. Equal rows stay in theirs. */
  sorted(positions: readonly number[], { by, isDescending }: TaskSort): number[] {
    const values = {
      status: this.#kinds,
      price: this.#prices,
      created: this.#created,
      elapsed: this.#elapsed,
    }[by]
    const sign = isDescending ? -1 : 1
    const isUnknown = (at: number) =>
      this.#kinds[at] === UNREAD || Number.isNaN(values[at] ?? Number.NaN)
    const known = positions.filter((at) => !isUnknown(at))
    const unknown = positions.filter(isUnknown)
    known.sort((a, b) => {
      const [one, other] = [values[a] ?? 0, values[b] ?? 0]
      if (one === other) return 0
      // A price may be too large for a number: comparing is exact.
      return one < other ? -sign : sign
    })
    return [...known, ...unknown]
  }

  #set(at: number, row: VideoTaskRow): void {
    const task = row.kind === 'task' ? row.task : undefined
    const evidence = task && statusEvidence(task, { filter: this.#filter.status, readAt: 0 })
    this.#ids[at] = task?.id ?? null
    this.#uuids[at] = task?.uuid?.toLowerCase() ?? null
    this.#created[at] = Date.parse(task?.createdAt ?? '')
    this.#elapsed[at] = (task && elapsedMs(task.createdAt, task.completedAt)) ?? Number.NaN
    this.#prices[at] = task?.price ?? null
    this.#truths[at] = task && evidence ? truthsOf(task, evidence) : 0
    this.#kinds[at] = evidence ? STATUS_KINDS.indexOf(kindOf(evidence.status)) : UNREAD
    const text = row.kind === 'task' ? row.task.errorMsg : stringifyExactJson(row.raw)
    this.#messages[at] = this.#texts.add(text)
  }

  #test(condition: SearchCondition, now: number): (at: number) => boolean {
    switch (condition.kind) {
      case 'task': {
        const match = taskMatcher(condition.query)
        const matchOf = (at: number) => match(this.#uuids[at] ?? null, this.#ids[at] ?? null)
        const isExact = this.#kinds.some((_, at) => matchOf(at) === 'whole')
        return (at) => (isExact ? matchOf(at) === 'whole' : matchOf(at) !== undefined)
      }
      case 'created':
        return (at) => isWithin(this.#created[at] ?? Number.NaN, condition)
      case 'since':
        return (at) => (this.#created[at] ?? Number.NaN) >= now - condition.ms
      case 'elapsed':
        return (at) => {
          const known = this.#elapsed[at] ?? Number.NaN
          const isRunning = !condition.isOver && Number.isNaN(known) && this.#is(at, IS_UNFINISHED)
          return isWithin(isRunning ? now - (this.#created[at] ?? Number.NaN) : known, condition)
        }
      case 'price':
        return (at) => {
          const price = this.#prices[at] ?? null
          return price !== null && isWithin(price, condition)
        }
      case 'video':
        return (at) => this.#is(at, HAS_VIDEO)
      case 'late': {
        const over = usualTimes(this.#elapsed)?.late ?? Infinity
        const isOver = this.#test({ kind: 'elapsed', isOver: false, over }, now)
        return (at) => Number.isNaN(this.#elapsed[at]) && isOver(at)
      }
      case 'failure': {
        const isOfShape = this.#texts.ofShape(condition.shape)
        const failed = STATUS_KINDS.indexOf(TASK_STATUS.failed)
        return (at) => this.#kinds[at] === failed && isOfShape[this.#messages[at] ?? 0] === true
      }
      case 'status':
        return this.#statusTest(condition.status)
      case 'words': {
        const isIn = this.#texts.including(condition.text)
        const matches = condition.query && taskMatcher(condition.query)
        const part = foldText(condition.text)
        const isNoted = this.#markTest(({ note }) => foldText(note).includes(part))
        return (at) =>
          isIn[this.#messages[at] ?? 0] === true ||
          matches?.(this.#uuids[at] ?? null, this.#ids[at] ?? null) !== undefined ||
          isNoted(at)
      }
      case 'marked': {
        const { mark } = condition
        return this.#markTest((marks) => marks[mark] !== false && marks[mark] !== '')
      }
      case 'not': {
        const test = this.#test(condition.condition, now)
        // Of a record that could not be read, nobody knows what it is not.
        return (at) => this.#kinds[at] !== UNREAD && !test(at)
      }
      case 'any':
      case 'all': {
        const tests = condition.conditions.map((one) => this.#test(one, now))
        return condition.kind === 'any'
          ? (at) => tests.some((test) => test(at))
          : (at) => tests.every((test) => test(at))
      }
    }
  }

  /** Tests the marks of a row. Most accounts have few, so those that pass are found first. */
  #markTest(passes: (marks: TaskMarks) => boolean): (at: number) => boolean {
    const passing = Object.entries(this.#marks()).filter(([, marks]) => passes(marks))
    if (passing.length === 0) return () => false
    const keys = new Set(passing.map(([key]) => key))
    return (at) =>
      keys.has(markKey({ uuid: this.#uuids[at] ?? null, id: this.#ids[at] ?? null }) ?? '')
  }

  #statusTest(status: SearchedStatus): (at: number) => boolean {
    if (status === 'unfinished') return (at) => this.#is(at, IS_UNFINISHED)
    const kinds = new Set(kindsOf(status).map((kind) => STATUS_KINDS.indexOf(kind)))
    return (at) => kinds.has(this.#kinds[at] ?? -1)
  }
}

function truthsOf(task: VideoTask, { source, status }: StatusEvidence): number {
  return (
    (task.videoUrl === null ? 0 : HAS_VIDEO) +
    (isTaskUnfinished(task, status) ? IS_UNFINISHED : 0) +
    (source === 'inferred' ? IS_INFERRED : 0)
  )
}

/** Whether a value is within limits. A price may be too large for a number: comparing is exact. */
function isWithin(value: ExactNumber, { over, from, under, to }: Limits): boolean {
  return (
    value > (over ?? -Infinity) &&
    value >= (from ?? -Infinity) &&
    value < (under ?? Infinity) &&
    value <= (to ?? Infinity)
  )
}

/** What a status counts as. @param status of a task's evidence */
function kindOf(status: string | null): StatusKind {
  if (status === null) return 'open'
  return TASK_STATUSES.find((known) => known === status) ?? 'other'
}

/** What a status that is searched for stands for. */
function kindsOf(status: Exclude<SearchedStatus, 'unfinished'>): readonly StatusKind[] {
  if (status === 'ended') return [TASK_STATUS.completed, TASK_STATUS.failed]
  // A list does not say whether an open task is pending or processing.
  const isOpen = status === TASK_STATUS.pending || status === TASK_STATUS.processing
  return isOpen ? [status, 'open'] : [status]
}
