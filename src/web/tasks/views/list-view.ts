import type { InvalidInput } from '#contract/invalid-input.ts'
import { m } from '#web/messages/generated/messages.js'

const LIST_VIEWS = ['table', 'gallery'] as const
/** How the list shows its tasks: as rows, or as tiles with pictures. */
export type ListView = (typeof LIST_VIEWS)[number]

/** The name of the chosen view in localStorage. */
export const LIST_VIEW_ENTRY = 'marquee.list-view'

/** A task of the list, in either view. */
export const LIST_ROW = 'tbody > tr, [data-gallery] > li'

/** Names the view in the address of a list. A table is not named: its reader may have chosen the gallery. */
export function withView(list: string, view: ListView): string {
  return view === 'table' ? list : `${list}${list.includes('?') ? '&' : '?'}view=${view}`
}

/** The view that a person can change to. */
export function otherView(view: ListView): ListView {
  return view === 'table' ? 'gallery' : 'table'
}

/** The label of the button that changes the view. */
export function otherViewLabel(view: ListView): string {
  return view === 'table' ? m.view_gallery() : m.view_table()
}

/** Reads a stored text. A table is the default. */
export function readListView(text: string | null): ListView {
  return text === 'gallery' ? text : 'table'
}

/** The view of an address: undefined if it names none. Other values are reported as ignored. */
export function readViewOfAddress({ view: value }: { view?: unknown }): {
  view?: ListView
  invalid: InvalidInput<'view'>[]
} {
  const view = LIST_VIEWS.find((one) => one === value)
  if (view !== undefined) return { view, invalid: [] }
  const rule = { type: 'one-of', values: LIST_VIEWS } as const
  return { invalid: value === undefined ? [] : [{ name: 'view', value, rule }] }
}
