// Runs before each file of unit tests. Files share a process, so this clears what others left.
import { vi } from 'vitest'

vi.useRealTimers()
vi.unstubAllGlobals()
vi.unstubAllEnvs()
vi.resetModules()

// Browsers have it, Node does not: a defect that the app reports fails the run.
globalThis.reportError = (error: unknown) => {
  queueMicrotask(() => {
    throw error
  })
}
