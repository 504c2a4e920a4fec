import { isRecord } from '#contract/record.ts'
import type { VideoTask } from '#contract/video-tasks.ts'
import { startOf } from '#web/format/untrusted-text.ts'
import { identityOfTask } from '#web/task-list/task-identity.ts'

/** What a person has noted about a task. It stays in the browser: the service does not get it. */
export interface TaskMarks {
  readonly isStarred: boolean
  /** the gallery leaves it out */
  readonly isHidden: boolean
  /** one line; '': none */
  readonly note: string
}

/** The marks of an account's tasks, see markKey. Tasks without any mark are not in it. */
export type AccountMarks = Readonly<Record<string, TaskMarks>>

/** What is to be said about marks: where they are kept, at the first one of an account; or why the last change was refused. */
export type MarkNotice = { kind: 'first' } | { kind: 'refused'; text: string }

/** No marks. */
export const NO_MARKS: AccountMarks = {}

const UNMARKED: TaskMarks = { isStarred: false, isHidden: false, note: '' }

/** The longest note, in UTF-16 code units. */
export const MAX_NOTE_LENGTH = 200

/** The most tasks of an account that can have marks. With more, storage and vault would become large. */
export const MOST_MARKED = 2_000

/** The words that find hidden tasks, as a pattern. The gallery shows hidden tasks to somebody who searches for them. */
export const HIDDEN_WORDS = 'hidden|已?隐藏'

/** Longest ID that a mark is kept for, in characters. An ID is opaque text of any length. */
const MAX_ID_LENGTH = 200

/** The name of a task in its account's marks. Like in searches, case does not matter. Undefined: it has no usable ID. */
export function markKey({ uuid, id }: Pick<VideoTask, 'uuid' | 'id'>): string | undefined {
  if (uuid !== null && uuid.length > MAX_ID_LENGTH) return undefined
  return identityOfTask({ uuid: uuid?.toLowerCase() ?? null, id })
}

/** The marks of a task. */
export function marksOf(marks: AccountMarks, task: Pick<VideoTask, 'uuid' | 'id'>): TaskMarks {
  // For `marks[…]` V8 keeps the last ID that was looked up, even after a lock.
  const key = markKey(task) ?? ''
  return Object.hasOwn(marks, key) ? Reflect.get(marks, key) : UNMARKED
}

/** Changes the marks of some tasks, and leaves those of others alone. @param keys see markKey */
export function withMarks(
  marks: AccountMarks,
  keys: readonly string[],
  change: Partial<TaskMarks>,
): AccountMarks {
  const changed = keys.map((key) => [key, { ...UNMARKED, ...marks[key], ...change }] as const)
  const next: AccountMarks = { ...marks, ...Object.fromEntries(changed) }
  return Object.fromEntries(Object.entries(next).filter(([, one]) => isMarked(one)))
}

/** The marks of an account, with those that another record of it has of further tasks. */
export function mergedMarks(own: AccountMarks, more: AccountMarks = NO_MARKS): AccountMarks {
  return { ...more, ...own }
}

/** Makes one line of a text, without characters that cannot be seen. It may be too long. */
export function noteLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

/**
 * Reads stored marks. Part of the first load, so it uses plain checks.
 *
 * @returns what can be read; a note that is too long is cut
 */
export function readMarks(kept: unknown): AccountMarks {
  if (!isRecord(kept)) return NO_MARKS
  const read = Object.entries(kept).map(([key, one]) => [key, readTaskMarks(one)] as const)
  return Object.fromEntries(read.filter(([, one]) => isMarked(one)))
}

function readTaskMarks(kept: unknown): TaskMarks {
  if (!isRecord(kept)) return UNMARKED
  const { isStarred, isHidden, note } = kept
  return {
    isStarred: isStarred === true,
    isHidden: isHidden === true,
    note: typeof note === 'string' ? startOf(noteLine(note), MAX_NOTE_LENGTH) : '',
  }
}

function isMarked({ isStarred, isHidden, note }: TaskMarks): boolean {
  return isStarred || isHidden || note !== ''
}
