import { pathToFileURL } from 'node:url'

import { defineConfig } from 'vitest/config'

const MESSAGES = '#web/messages/generated/messages.js'
const compiled = pathToFileURL(MESSAGES.replace('#web', 'src/web')).href

// The aliases (#contract/…) come from package.json "imports": no second list.
export default defineConfig({
  plugins: [
    {
      // A module for each message, and nothing in them to transform: Node loads them itself.
      name: 'messages-as-they-are',
      enforce: 'pre',
      resolveId: (id) => (id === MESSAGES ? { id: compiled, external: true } : null),
    },
  ],
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/*.test.ts', 'e2e/**/*.test.ts'],
    environment: 'node',
    server: { deps: { external: [/\/messages\/generated/] } },
    // A process for each core takes one file after the other; the setup clears up between them.
    isolate: false,
    maxWorkers: '100%',
    setupFiles: ['scripts/test-setup.ts'],
    // A test asks what is still in memory.
    execArgv: ['--expose-gc'],
    // For --changed: what no test imports, and yet some read.
    forceRerunTriggers: ['**/*.{css,json,md}', '**/vitest.config.ts'],
    // Style sheets are empty in tests; the text of one that is asked for is not.
    css: { include: [/\?raw$/] },
    // The longest takes two seconds. On a machine that is busy with something else it may take many times that.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A test that needs a second try, a leftover mock or an open handle is a wrong test.
    retry: 0,
    allowOnly: false,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
  },
})
