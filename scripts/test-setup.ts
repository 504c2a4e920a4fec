// Runs before each file of unit tests. Files share a process, so this clears what others left.
import { vi } from 'vitest'

vi.useRealTimers()
vi.unstubAllGlobals()
vi.unstubAllEnvs()
vi.resetModules()
