/**
 * Whether tests go through all their cases: `npm run test:full`. Else each takes as many as find what it
 * is about, others each time, in a second at most.
 */
export const IS_FULL = import.meta.env.TEST_FULL === '1'
