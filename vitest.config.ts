import { defineConfig } from 'vitest/config'

// The aliases (#contract/…) come from package.json "imports": no plugin, no second list.
export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/*.test.ts', 'e2e/**/*.test.ts'],
    environment: 'node',
    // A test asks what is still in memory.
    execArgv: ['--expose-gc'],
    // Style sheets are empty in tests; the text of one that is asked for is not.
    css: { include: [/\?raw$/] },
    // A property test of hundreds of runs takes a second or two, on a busy machine more.
    testTimeout: 20_000,
    // A test that needs a second try, a leftover mock or an open handle is a wrong test.
    retry: 0,
    allowOnly: false,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
  },
})
