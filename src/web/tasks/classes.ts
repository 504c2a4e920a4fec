/* Classes that hold the parts of the tasks screen in place. The screen before React has the same places. */

/** The switch, or the button that opens its sheet. It is last in its line. */
export const switchClasses =
  'h-control min-w-30 justify-self-end max-sm:min-w-24 max-sm:col-start-2 max-sm:row-start-1 xl:col-start-5'

/** The tools for the whole list. On a phone in portrait they are beside the age of the rows and the note about refreshing. */
export const toolsClasses =
  'inline-flex h-control min-w-[calc(4*var(--spacing-icon)+0.75rem)] items-center gap-1 col-start-2 row-start-2 justify-self-end max-xs:row-span-2'

/** The facts about a customer. They keep their height while they are empty, so that nothing moves when they come. */
export const factsClasses =
  'flex min-h-5 flex-wrap items-baseline gap-x-4 gap-y-1 text-sm text-muted tabular-nums max-lg:min-h-16 lg:flex-nowrap'

/** A separate line, or the middle of the only line on wide screens. */
const notePlace =
  'col-span-full text-xs text-muted tabular-nums sm:text-sm lg:min-h-control lg:content-center lg:leading-4 ' +
  'xl:col-span-1 xl:col-start-2 xl:row-start-1 xl:pl-3 '

/** The note about refreshing. On a phone a short one is below the age of the rows; a failure has a line of its own. */
export const noteClasses = `${notePlace}min-h-4 max-xs:relative max-xs:has-[svg]:row-start-4 max-xs:not-has-[svg]:col-span-1 max-xs:col-start-1 sm:min-h-5`

/** How much of the list a search has read, in the place of that note. */
export const searchedClasses = `${notePlace}min-h-control max-xs:row-start-4`

/** The header: the heading, the age of the rows, and what refreshes them. */
export const headerClasses =
  'grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 sm:grid-cols-[1fr_auto_auto_auto] xl:grid-cols-[auto_1fr_auto_auto_auto]'

/** The heading and the tools. */
export const headingClasses = (isPhone: boolean) =>
  isPhone ? 'contents' : 'flex flex-wrap items-center gap-x-4 max-lg:justify-between'

/** The age of the rows. It keeps its size while it is empty and while it grows, so that nothing moves. */
export const freshnessClasses =
  'min-h-5 text-sm text-muted tabular-nums max-sm:col-start-1 max-sm:row-start-2 lg:min-w-40 xl:col-start-3'

/** The statuses, and on a wide screen the saved views and the search at the end of their line. */
export const filtersClasses = 'flex flex-wrap items-center gap-x-5 gap-y-3'
/** The search field. On a narrow screen it has a line of its own. */
export const searchClasses = 'min-w-0 flex-1 max-lg:basis-full lg:w-80'
export const choicesClasses = 'ml-auto flex min-w-0 flex-1 justify-end gap-x-5 max-lg:basis-full'

/** What is searched for and chosen elsewhere, as terms. */
export const termsClasses = 'flex min-h-control flex-wrap items-start gap-x-4 gap-y-2'

/** The views that were used last. Their width is reserved, as only the app knows them. A narrower screen has them in the menu. */
export const savedViewsClasses = 'hidden w-80 shrink-0 items-center gap-1 xl:flex'

/** The total of a status. Its space is reserved. */
export const totalClasses = 'inline-block min-w-[4ch]'

/** The list, and the open task beside it. It is always a grid: if its display changed, the browser would lay out every row again. */
export const withDetailsClasses =
  'lg:grid lg:grid-cols-[minmax(0,1fr)] lg:data-task:grid-cols-[minmax(0,1fr)_27rem] lg:data-task:gap-4'
export const listClasses = 'flex min-w-0 flex-col gap-4'
export const detailsClasses =
  'lg:sticky lg:top-[calc(var(--header)+1rem)] lg:h-[calc(100dvh-15rem)] lg:min-h-80'
/** The frame of the rows. */
export const panelClasses = 'overflow-clip rounded-panel border border-line bg-surface'
