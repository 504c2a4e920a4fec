import { isRecord, normalizeTyped } from '#contract/record.ts'
import { TASK_STATUS } from '#contract/video-tasks.ts'
import { useApiSession } from '#web/api/session.tsx'
import { accountEntry } from '#web/api/tab-entries.ts'
import { m } from '#web/messages/generated/messages.js'
import {
  readTasksLink,
  savedAddress,
  tasksAddress,
  type TasksPlace,
} from '#web/task-list/tasks-address.ts'
import { createDeviceChoices, useDeviceChoice } from '#web/ui/device-choice.ts'

/** The longest name of a view, in characters. */
const MAX_NAME = 60

/** How many views stand beside the statuses. */
const MOST_BESIDE = 3

/** The views that come along. Their searches follow the language, and so do their names until they are renamed. */
const STANDARD = {
  'failed-today': () =>
    named(m.saved_view_failed_today(), {
      request: { status: TASK_STATUS.failed },
      search: { text: m.saved_view_today(), sort: undefined },
    }),
  // This name is what it searches for. Browsers keep it as "unfinished".
  unfinished: () =>
    named(m.task_late(), {
      search: { text: m.task_late().toLowerCase(), sort: undefined },
    }),
  longest: () =>
    named(m.saved_view_longest(), {
      search: { text: '', sort: { by: 'elapsed', isDescending: true } },
    }),
}
type StandardId = keyof typeof STANDARD
const STANDARD_IDS: readonly StandardId[] = ['failed-today', 'unfinished', 'longest']

/** A list that a person has given a name: its filters, its search, its order and its rows per page. */
export interface SavedView {
  /** unique in the account, in any case of letters */
  readonly name: string
  /** the result of savedAddress */
  readonly address: string
  /** milliseconds since the epoch; 0: never */
  readonly usedAt: number
  /** undefined: the person has saved it */
  readonly standard?: StandardId | undefined
}

/** The views of the account. */
export function useSavedViews(): {
  views: readonly SavedView[]
  /** @returns false if the browser does not keep it: then it holds until the page is left */
  change: (views: readonly SavedView[], isSilent?: boolean) => boolean
} {
  const choice = choiceOf(useApiSession().profileId)
  return { views: useDeviceChoice(choice), change: choice.set }
}

/** The views that stand beside the statuses: those that were used last, in the order of the person. */
export function viewsBeside(views: readonly SavedView[]): readonly SavedView[] {
  const last = new Set(views.toSorted((a, b) => b.usedAt - a.usedAt).slice(0, MOST_BESIDE))
  return views.filter((view) => last.has(view))
}

/** Notes that a view was used. */
export function withUse(
  views: readonly SavedView[],
  name: string,
  usedAt: number,
): readonly SavedView[] {
  return views.map((view) => (view.name === name ? { ...view, usedAt } : view))
}

/** Adds a view, or replaces the one of the same name where it is. */
export function withSaved(views: readonly SavedView[], added: SavedView): readonly SavedView[] {
  const known = viewNamed(views, added.name)
  return known === undefined
    ? [...views, added]
    : views.map((view) => (view === known ? added : view))
}

/** Moves a view to another place. */
export function withMove(
  views: readonly SavedView[],
  from: number,
  to: number,
): readonly SavedView[] {
  const rest = views.filter((_, at) => at !== from)
  return [...rest.slice(0, to), ...views.slice(from, from + 1), ...rest.slice(to)]
}

/** Adds the standard views that are not there, unless another view has the name. */
export function withStandard(views: readonly SavedView[]): readonly SavedView[] {
  const missing = standardViews().filter(
    ({ standard, name }) =>
      viewNamed(views, name) === undefined && !views.some((view) => view.standard === standard),
  )
  return missing.length === 0 ? views : [...views, ...missing]
}

/** The view of a name, in any case of letters. */
export function viewNamed(views: readonly SavedView[], name: string): SavedView | undefined {
  return views.find((view) => view.name.toLowerCase() === name.toLowerCase())
}

/** A name as it was typed, without blanks around it. @returns undefined if it is blank or too long */
export function readViewName(typed: string): string | undefined {
  const name = typed.trim().replaceAll(/\s+/g, ' ')
  return normalizeTyped(name).trim() === '' || Array.from(name).length > MAX_NAME ? undefined : name
}

const choiceOf = createDeviceChoices(
  (profileId) => accountEntry('saved-views', profileId),
  readSavedViews,
  writeSavedViews,
)

/** Reads a stored text, with plain checks as it is part of the first load. What cannot be read is left out. */
export function readSavedViews(text: string | null): readonly SavedView[] {
  const stored = parse(text)
  if (!Array.isArray(stored)) return standardViews()
  const views: SavedView[] = []
  for (const view of stored.map(readView)) {
    if (view !== undefined && viewNamed(views, view.name) === undefined) views.push(view)
  }
  return views
}

/** Writes what readSavedViews reads. */
export function writeSavedViews(views: readonly SavedView[]): string {
  return JSON.stringify(
    views.map((view) => {
      const { name, usedAt, standard } = view
      if (standard === undefined) return view
      return { standard, usedAt, ...(name !== STANDARD[standard]().name && { name }) }
    }),
  )
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

function readView(stored: unknown): SavedView | undefined {
  if (!isRecord(stored)) return undefined
  const standard = STANDARD_IDS.find((id) => id === stored['standard'])
  const { name: defaultName = '', address = stored['address'] } = standard
    ? STANDARD[standard]()
    : {}
  const { name: storedName, usedAt } = stored
  const name = readViewName(typeof storedName === 'string' ? storedName : defaultName)
  if (name === undefined || typeof address !== 'string') return undefined
  return {
    name,
    address: savedAddress(readTasksLink(address)),
    usedAt: Number.isFinite(usedAt) ? Number(usedAt) : 0,
    standard,
  }
}

function standardViews(): readonly SavedView[] {
  return STANDARD_IDS.map((standard) => ({ ...STANDARD[standard](), usedAt: 0, standard }))
}

function named(name: string, place: TasksPlace): Pick<SavedView, 'name' | 'address'> {
  return { name, address: tasksAddress(place) }
}
