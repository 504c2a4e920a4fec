/**
 * Whether tests run all their cases (`npm run test:full`). Otherwise each test runs a random sample that takes
 * at most a second and is still likely to find a defect.
 */
export const IS_FULL = import.meta.env.TEST_FULL === '1'
