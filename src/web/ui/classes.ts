import { classNames } from '#web/ui/class-names.ts'

/* Classes that hold what every screen has in place. The screen before React has the same places. */

/** The header of the page. @param isReadOnly the key of the account cannot create anything */
export const pageHeaderClasses = (isReadOnly: boolean) =>
  classNames(
    'top-0 z-20 border-b pt-[env(safe-area-inset-top)] roomy:sticky',
    isReadOnly ? 'border-edge bg-accent-soft' : 'border-line bg-canvas',
  )

/** The link that skips the header. It shows while it has the focus. */
export const skipLinkClasses =
  'sr-only z-30 rounded-control bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-1.5 focus:left-3'

export const pageHeaderLineClasses =
  'mx-auto gutter flex h-12 w-full max-w-7xl items-center gap-x-1 max-sm:[--gutter:0.75rem] sm:gap-x-4'

export const brandClasses = 'flex shrink-0 items-center gap-2 rounded-control font-semibold'
export const navClasses = 'flex shrink-0 sm:gap-1'

export const navLinkClasses =
  'rounded-control px-1.5 py-1.5 font-medium sm:px-2.5 text-muted hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:text-ink'

/** The screen. It is at least as high as the window, so that the footer does not move up for a short list. */
export const screenClasses =
  'mx-auto gutter flex min-h-[calc(100dvh-3rem)] w-full max-w-7xl flex-1 flex-col gap-4 py-5 outline-none'

export const headingTextClasses = 'text-xl font-semibold tracking-tight outline-none'

/** A radio group that looks like one bar. */
export const segmentsClasses =
  'flex w-fit max-w-full flex-wrap gap-0.5 rounded-control border border-line bg-canvas p-0.5'

export const segmentClasses =
  'relative flex h-icon shrink-0 items-center gap-1.5 rounded-inset px-2.5 text-sm whitespace-nowrap text-muted hover:text-ink has-checked:bg-surface has-checked:font-medium has-checked:text-ink has-checked:ring-1 has-checked:ring-edge has-focus-visible:outline-2 has-focus-visible:-outline-offset-1 has-focus-visible:outline-focus'

/** A radio on top of its label, and invisible, so that clicks reach the radio itself. */
export const segmentRadioClasses = 'absolute inset-0 size-full cursor-pointer opacity-0'
export const segmentNoteClasses = 'text-xs font-normal text-muted tabular-nums'

/** The field of the search. For a finger its text is as large as base.css makes it: a larger one would be painted anew. */
export const searchFieldClasses =
  'h-control w-full rounded-control border border-edge bg-surface pr-2 pl-8 text-ellipsis placeholder:text-muted pointer-coarse:text-[1rem]'
