/**
 * Where the later parts of the screen's header stand. Their places are kept before they are there,
 * so that nothing moves when they come.
 */

/** The switch, or what opens the sheet that it is in; last in its line. */
export const switchPlace =
  'h-control min-w-30 justify-self-end max-sm:min-w-24 max-sm:col-start-2 max-sm:row-start-1 xl:col-start-5'

/** What one does with the list as a whole; on a phone held upright below what is last in the first line. */
export const toolsPlace =
  'inline-flex h-control min-w-[calc(3*var(--spacing-icon)+0.5rem)] items-center gap-1 col-start-2 row-start-2 justify-self-end'

/** What is said about refreshing: a line of its own, or the middle of the only line on wide screens. */
export const notePlace =
  'col-span-full min-h-8 max-[22rem]:min-h-12 text-xs text-muted tabular-nums sm:min-h-5 sm:text-sm ' +
  'xl:col-span-1 xl:col-start-2 xl:row-start-1 xl:pl-3'
