import { setTimeout as pause } from 'node:timers/promises'

import { API_BASE } from '#contract/operations.ts'
import { createApp, type RequestParts } from '#local-api/app.ts'
import { advance, advanceSome } from '#local-api/lifecycle.ts'
import { seed } from '#local-api/seed.ts'
import { openStore } from '#local-api/store.ts'

/** Options of the local API. */
export interface LocalApiOptions {
  /** folder of the database and the demo key; created if missing */
  dataDir: string
  /** milliseconds since 1970; default: the system's clock */
  now?: () => number
  /** whether the list without a scene holds posters too; default: true (spec: not shown) */
  postersInList?: boolean
  /** called with every internal error; default: a process warning on stderr */
  reportError?: (error: unknown) => void
}

/** The local Task API over one data folder. */
export interface LocalApi {
  /**
   * Answers one request. Its path starts with API_BASE, as it came to the host; its origin is
   * where the clips are served.
   */
  fetch(request: Request, parts?: RequestParts): Response | Promise<Response>
  /** the demo account's key */
  readonly demoKey: string
  /** makes every status change that is due */
  advance(): void
  /** starts changing tasks by itself, without keeping the process alive */
  start(): void
  /** stops that and closes the data folder; no calls are allowed afterwards */
  close(): void
}

/** How often the worker looks for tasks that are due, in milliseconds. A check takes about 20 µs. */
const WORKER_INTERVAL = 500

/**
 * Opens the local Task API; a new data folder is filled with the demo and the sentinel accounts.
 *
 * @throws if the folder cannot be written, or comes from a newer version of this program
 */
export function openLocalApi({
  dataDir,
  now = Date.now,
  postersInList = true,
  reportError = warn,
}: LocalApiOptions): LocalApi {
  const store = openStore(dataDir)
  const demoKey = seed(store, now())
  const app = createApp({ base: API_BASE, store, now, postersInList, pause, reportError })
  let worker: ReturnType<typeof setTimeout> | undefined

  function work(): void {
    let changed = 0
    const startedAt = performance.now()
    try {
      changed = advanceSome(store, now())
    } catch (error) {
      // The next step repeats what a failed one did not change.
      reportError(error)
    }
    // Requests are answered between two steps, for as long as a step takes.
    const pauseMs = changed > 0 ? performance.now() - startedAt : WORKER_INTERVAL
    worker = setTimeout(work, pauseMs).unref()
  }

  return {
    demoKey,
    fetch: (request, parts) => app.fetch(request, parts),
    advance: () => {
      advance(store, now())
    },
    start: () => {
      worker ??= setTimeout(work, WORKER_INTERVAL).unref()
    },
    close: () => {
      clearTimeout(worker)
      store.close()
    },
  }
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error))
}
