import process from 'node:process'

/** The seed for sampling the matrices; playwright.config.ts draws one if none is given. */
export const seed = Number(process.env['E2E_SEED'] ?? 0)

/** Whether every cell of each matrix is run: `npm run test:full`. */
export const isFull = process.env['TEST_FULL'] === '1'
