import { defineConfig } from 'vitest/config'

// The aliases (#contract/…) come from package.json "imports": no plugin, no second list.
export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'node',
    // A test that needs a second try, a leftover mock or an open handle is a wrong test.
    retry: 0,
    allowOnly: false,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
  },
})
