import process from 'node:process'

/** With which seed matrices are sampled; playwright.config.ts draws one where none is given. */
export const seed = Number(process.env['E2E_SEED'] ?? 0)

/** Whether every cell of each matrix is run: `npm run test:full`. */
export const isFull = process.env['TEST_FULL'] === '1'
