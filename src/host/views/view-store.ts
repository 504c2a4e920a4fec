import * as z from 'zod/mini'

import { isJson } from '#contract/record.ts'
import { MOST_VIEWS } from '#contract/views.ts'

/** How long a view is kept after its end, in milliseconds: meanwhile its viewer is told why it is gone. */
const VIEW_KEPT_MS = 7 * 24 * 60 * 60_000

/**
 * Records of views: texts by their names. What `replace` has acknowledged survives the process. Several hosts may use the same records.
 * Every method but `close` rejects if they cannot be used.
 */
export interface ViewRecords {
  read(name: string): Promise<string | undefined>
  /**
   * Writes a record, which is deleted at `forgetAt` (milliseconds since the epoch).
   *
   * @param change.known what was read; undefined: there was no record
   * @returns false: the record is another one meanwhile, and stays
   */
  replace(change: {
    name: string
    known: string | undefined
    value: string
    forgetAt: number
  }): Promise<boolean>
  /** Every later use rejects. */
  close(): void
}

const facts = { from: z.string(), note: z.string(), until: z.number() }

const viewEntry = z.object({
  ...facts,
  owner: z.string(),
  /** the API key, encrypted with the secret; null: the lender has ended the view, and the rest is erased, too */
  sealed: z.nullable(z.string()),
  /** names of tasks; null: the whole list */
  tasks: z.nullable(z.array(z.string())),
})

/** A view. Its name in the store is known to who has its secret, so to the store an unknown ID and a wrong secret are the same. */
export type ViewEntry = z.infer<typeof viewEntry>

/** What the lender of a view sees of it, and its name. */
const listedView = z.object({
  ...facts,
  id: z.string(),
  name: z.string(),
  tasks: z.nullable(z.number()),
  opened: z.number(),
  openedAt: z.nullable(z.number()),
})
type ListedView = z.infer<typeof listedView>

/** Keeps views in records. @param now milliseconds since the epoch */
export function viewStore(records: ViewRecords, now: () => number) {
  async function look<Value>(name: string, schema: z.ZodMiniType<Value>) {
    const known = await records.read(name)
    const json: unknown = known !== undefined && isJson(known) ? JSON.parse(known) : undefined
    return { known, value: schema.safeParse(json).data }
  }
  /** Changes a record that is needed until a time. @param next returns undefined to leave it as it is */
  async function change<Value>(
    [name, until]: readonly [string, number],
    schema: z.ZodMiniType<Value>,
    next: (value: Value | undefined) => Value | undefined,
  ): Promise<boolean> {
    const forgetAt = until + VIEW_KEPT_MS
    for (;;) {
      const { known, value } = await look(name, schema)
      const changed = next(value)
      if (changed === undefined) return false
      const written = JSON.stringify(changed)
      if (await records.replace({ name, known, value: written, forgetAt })) return true
    }
  }
  const isOpen = ({ until }: ListedView) => until > now()
  const changeOwn = (owner: string, next: (views: ListedView[]) => ListedView[] | undefined) =>
    // No view is lent for longer than it is kept.
    change([`views-of:${owner}`, now() + VIEW_KEPT_MS], z.array(listedView), (views = []) =>
      next(views.filter(isOpen)),
    )
  const write = (name: string, entry: ViewEntry) =>
    change([`view:${name}`, entry.until], viewEntry, () => entry)
  const erase = (owner: string, { name, until }: ListedView) =>
    write(name, { owner, sealed: null, from: '', note: '', tasks: null, until })

  return {
    /** Reads a view, also one that is over. */
    read: async (name: string) => (await look(`view:${name}`, viewEntry)).value,
    /** Reads the open views of an owner, newest first. */
    async ofOwner(owner: string): Promise<ListedView[]> {
      const { value = [] } = await look(`views-of:${owner}`, z.array(listedView))
      return value.filter(isOpen)
    },
    /** Records a view. @returns false: its owner has too many that are open */
    async add(view: ListedView, entry: ViewEntry): Promise<boolean> {
      // Before it is listed: what is listed can be ended.
      await write(view.name, entry)
      const isListed = await changeOwn(entry.owner, (views) =>
        views.length < MOST_VIEWS ? [view, ...views] : undefined,
      )
      if (!isListed) await erase(entry.owner, view)
      return isListed
    },
    /** Ends a view of an owner, or all. @returns how many were open */
    async end(owner: string, id?: string): Promise<number> {
      const ending = (await this.ofOwner(owner)).filter((view) => (id ?? view.id) === view.id)
      // First the views, then the list: if this breaks off, it can be done again.
      await Promise.all(ending.map((view) => erase(owner, view)))
      const ids = new Set(ending.map((view) => view.id))
      if (ids.size > 0) await changeOwn(owner, (views) => views.filter((view) => !ids.has(view.id)))
      return ids.size
    },
    /** Counts that a view was opened now. */
    noteOpened: (id: string, { owner }: ViewEntry) =>
      changeOwn(owner, (views) =>
        views.map((view) =>
          view.id === id ? { ...view, opened: view.opened + 1, openedAt: now() } : view,
        ),
      ),
    close: () => records.close(),
  }
}
