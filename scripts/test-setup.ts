// Runs before each file of unit tests: many share a process, but none finds what another has left.
import { vi } from 'vitest'

vi.useRealTimers()
vi.unstubAllGlobals()
vi.unstubAllEnvs()
vi.resetModules()
