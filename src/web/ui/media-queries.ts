/** The list shows cards instead of a table, and its filters are in a sheet. */
export const NARROW = '(width < 64rem)'

/** A phone in portrait orientation. Frequent controls are at its lower edge. */
export const PHONE = '(width < 30rem) and (height >= 17rem)'

/** The person wants little motion. */
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'
