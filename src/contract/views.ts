import { VIEW_CREDENTIAL } from '#contract/operations.ts'

/**
 * Lent views: who has an account lends a part of its list, and who opens the link sees that, read-only, until it ends (spec: not
 * shown). The key stays in the lender's browser and on the host.
 */

/**
 * Where the host lends a view (POST: LendRequest → LentView), lists those of a key (GET: OwnView[]) and ends all of them (DELETE).
 * Below it, by the ID of a view: its lender ends it (DELETE); its viewer reads what it
 * is (GET with the credential in the place of the key: ViewFacts) and opens it (POST: the same, and it is counted).
 */
export const VIEWS_PATH = '/host/views'

/** The most tasks of one view that is not the whole list. */
export const MOST_LENT_TASKS = 1_000

/** The most views of a key that are open at once. */
export const MOST_VIEWS = 20

/** For how long a view may be lent, in milliseconds. */
export const LENDING_TIMES = { halfHour: 1_800_000, day: 86_400_000, week: 604_800_000 } as const

/** Longest name of a lender and longest note, in characters. */
export const MAX_VIEW_TEXT = 100

/** Asks for a view. */
export interface LendRequest {
  /** names of tasks, each its uuid or its number; undefined: the whole list */
  tasks?: readonly string[]
  /** one of LENDING_TIMES; the host may shorten it */
  ms: number
  /** what the viewer reads as the name of the lender */
  from: string
  /** such as "ticket 4711"; '': none */
  note: string
}

/** A view that was lent. The secret is in no other reply. */
export interface LentView {
  id: string
  secret: string
  /** when it ends, milliseconds since the epoch by the host's clock */
  until: number
}

/** What a view is, for its lender and its viewer. */
export interface ViewFacts {
  from: string
  note: string
  /** null: the whole list */
  tasks: number | null
  /** when it ends, milliseconds since the epoch by the host's clock */
  until: number
}

/** A view in the list of its lender. */
export interface OwnView extends ViewFacts {
  id: string
  /** how often a page has opened it with its secret */
  opened: number
  /** when that was last, milliseconds since the epoch; null: never */
  openedAt: number | null
}

const TOKEN = '[\\w-]{22}'
const credential = new RegExp(`^mqview\\.(${TOKEN})\\.(${TOKEN})$`)

/** What a page sends in the place of an API key. No service gets it. It ends as the ID does, which is no secret: the end is shown. */
export function viewCredential({ id, secret }: Pick<LentView, 'id' | 'secret'>): string {
  return `${VIEW_CREDENTIAL}${secret}.${id}`
}

/** Reads what was sent in the place of an API key. @returns undefined: it is a key */
export function readViewCredential(
  text: string | undefined,
): Pick<LentView, 'id' | 'secret'> | undefined {
  const [, secret, id] = credential.exec(text ?? '') ?? []
  return id === undefined || secret === undefined ? undefined : { id, secret }
}
