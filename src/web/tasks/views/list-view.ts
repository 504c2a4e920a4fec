/** Every view, the default first. */
export const LIST_VIEWS = ['table', 'gallery'] as const
/** How the list shows its tasks: as rows, or as tiles with pictures. */
export type ListView = (typeof LIST_VIEWS)[number]

/** The name of the chosen view in localStorage. */
export const LIST_VIEW_ENTRY = 'marquee.list-view'

/** Reads a stored text. A table is the default. */
export function readListView(text: string | null): ListView {
  return text === 'gallery' ? text : 'table'
}
