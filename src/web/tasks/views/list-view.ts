import { m } from '#web/messages/generated/messages.js'

/** Every view, the default first. */
export const LIST_VIEWS = ['table', 'gallery'] as const
/** How the list shows its tasks: as rows, or as tiles with pictures. */
export type ListView = (typeof LIST_VIEWS)[number]

/** The name of the chosen view in localStorage. */
export const LIST_VIEW_ENTRY = 'marquee.list-view'

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
