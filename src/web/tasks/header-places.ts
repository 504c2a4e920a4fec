/* The grid areas of those parts of the header that other files draw. */

/** The switch, or the button that opens its sheet. It is last in its line. */
export const switchPlace =
  'h-control min-w-30 justify-self-end max-sm:min-w-24 max-sm:col-start-2 max-sm:row-start-1 xl:col-start-5'

/** The tools for the whole list. On a phone in portrait they are below the last item of the first line. */
export const toolsPlace =
  'inline-flex h-control min-w-[calc(4*var(--spacing-icon)+0.75rem)] items-center gap-1 col-start-2 row-start-2 justify-self-end'

/** The note about refreshing: a separate line, or the middle of the only line on wide screens. */
export const notePlace =
  'col-span-full min-h-8 max-[22rem]:min-h-12 text-xs text-muted tabular-nums sm:min-h-5 sm:text-sm ' +
  'xl:col-span-1 xl:col-start-2 xl:row-start-1 xl:pl-3'
