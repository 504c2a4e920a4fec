import type { Column } from '#web/tasks/table/table-parts.tsx'
import { followChoice, readChoice, writeChoice } from '#web/ui/device-choice.ts'

/*
 * The columns that somebody does without. Which ones stands at the root of the page, and the style sheet does the rest:
 * it is set before the first picture, and no row is drawn again for it.
 */

/** The columns that can be hidden, in order. The others say which task a row is, and how it is with it. */
export const OPTIONAL_COLUMNS = [
  'preview',
  'price',
  'created',
  'elapsed',
  'result',
] as const satisfies readonly Column[]
/** The name of one. */
export type OptionalColumn = (typeof OPTIONAL_COLUMNS)[number]

const ENTRY = 'marquee.hidden-columns'

/** The columns that this page does without. */
export function hiddenColumns(): OptionalColumn[] {
  return columnsIn(document.documentElement.dataset['hiddenColumns'])
}

/** Hides columns, shows all others, and remembers that; where the browser refuses, until the page is left. */
export function hideColumns(columns: readonly OptionalColumn[]): void {
  const names = columns.join(' ')
  document.documentElement.dataset['hiddenColumns'] = names
  writeChoice(ENTRY, names)
}

/** Hides the columns that were hidden in this browser before. */
export function applyHiddenColumns(): void {
  document.documentElement.dataset['hiddenColumns'] = columnsIn(readChoice(ENTRY)).join(' ')
}

/**
 * Does what another tab does with its columns.
 *
 * @param onChange is called afterwards
 * @returns how to stop that
 */
export function followHiddenColumns(onChange?: () => void): () => void {
  return followChoice(ENTRY, () => {
    applyHiddenColumns()
    onChange?.()
  })
}

/** Of what is kept only the names that there are: anybody can write there. */
function columnsIn(names: string | null | undefined): OptionalColumn[] {
  const kept = names?.split(' ') ?? []
  return OPTIONAL_COLUMNS.filter((column) => kept.includes(column))
}
