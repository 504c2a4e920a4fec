import { setTimeout as pause } from 'node:timers/promises'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { API_BASE } from '#contract/operations.ts'
import { createApp } from '#local-api/app.ts'
import { advanceSome, initialState, stateAt } from '#local-api/lifecycle.ts'
import { SCENE_CLIPS } from '#local-api/outcomes.ts'
import { openStore, type Store } from '#local-api/store.ts'
import { TASK_SCENES, TASK_STATUS } from '#contract/video-tasks.ts'
import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import {
  createAccount,
  generateApiKey,
  type NewAccount,
  replaceApiKey,
  selectSeededAccount,
} from '#local-api/accounts.ts'
import { insertTasks, POSTER_PRICE, type NewTask } from '#local-api/tasks.ts'

/** Options of the local API. */
export interface LocalApiOptions {
  /** folder of the database and the demo key; created if missing */
  dataDir: string
  /** milliseconds since 1970; default: the system's clock */
  now?: () => number
  /** whether the list without a scene holds posters too (spec: not shown) */
  postersInList: boolean
  /** called with every internal error */
  reportError: (error: unknown) => void
}

/** The local Task API over one data folder. */
export type LocalApi = ReturnType<typeof openLocalApi>

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
  postersInList,
  reportError,
}: LocalApiOptions) {
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
    /**
     * Answers one request. Its path starts with API_BASE, as it came to the host; its origin is
     * where the clips are served.
     */
    fetch: app.fetch,
    /** the demo account's key */
    demoKey,
    /** what a poster of each scene looks like: scene → path on the host */
    sceneSamples: SCENE_CLIPS,
    /** starts changing tasks by itself, without keeping the process alive */
    start() {
      worker ??= setTimeout(work, WORKER_INTERVAL).unref()
    },
    /** stops that and closes the data folder; no calls are allowed afterwards */
    close() {
      clearTimeout(worker)
      store.close()
    },
  }
}

const SECOND = 1000
const DAY = 24 * 60 * 60 * SECOND

const DEMO = 'demo'

/** The accounts with a known key, and how many finished tasks each starts with. */
const SENTINEL_ACCOUNTS: readonly (NewAccount & { apiKey: string; finishedTasks: number })[] = [
  { apiKey: 'mq_empty', name: 'Empty', points: 100, finishedTasks: 0 },
  { apiKey: 'mq_no_points', name: 'Out of points', points: 3, finishedTasks: 12 },
  account('mq_forbidden', 'Forbidden', 'forbidden'),
  account('mq_rate_limited', 'Rate limited', 'rate-limited'),
  account('mq_down', 'Down', 'down'),
  account('mq_html', 'Web page', 'html'),
  account('mq_slow', 'Slow', 'slow'),
  account('mq_odd', 'Odd records', 'odd'),
  account('mq_refuses', 'Refuses', 'refuses-creations'),
  account('mq_list_null', 'List is null', 'list-null'),
  account('mq_list_left_out', 'No list', 'list-left-out'),
  account('mq_texts', 'Numbers as text', 'texts'),
  account('mq_foreign', 'Foreign records', 'foreign'),
  account('mq_wrong_total', 'Wrong total', 'wrong-total'),
  account('mq_code_word', 'Suspended', 'code-word'),
]

function account(apiKey: string, name: string, behaviour: NonNullable<NewAccount['behaviour']>) {
  return { apiKey, name, behaviour, points: 1000, finishedTasks: 30 }
}

/**
 * Fills a new data folder in one transaction. A second call, even by another process, finds the demo
 * account and adds nothing. Only times depend on `now`.
 *
 * @param now milliseconds since 1970: the end of the 30 days that the tasks are spread over
 * @returns the demo account's key
 */
function seed(store: Store, now: number): string {
  return store.database.writeTransaction(() => {
    const demoKey = keepDemoKey(store.dataDir)
    const demo = selectSeededAccount(store, DEMO)
    if (demo !== undefined) {
      // The key file wins: it may have been deleted or restored.
      replaceApiKey(store, demo.id, demoKey)
      return demoKey
    }
    const random = randomNumbers(20_260_105)
    const demoAccount = { apiKey: demoKey, seedName: DEMO, name: 'Demo', points: 500 }
    const { id } = createAccount(store, demoAccount)
    insertTasks(store, id, [...finishedTasks(292, now, random), ...liveTasks(now, random)])
    for (const { finishedTasks: count, ...sentinel } of SENTINEL_ACCOUNTS) {
      const created = createAccount(store, { ...sentinel, seedName: sentinel.apiKey })
      insertTasks(store, created.id, finishedTasks(count, now, random))
    }
    return demoKey
  })
}

/** Finished tasks of the 30 days before `now`, oldest first. */
function finishedTasks(count: number, now: number, random: () => number): NewTask[] {
  return Array.from({ length: count }, (_, index) => {
    // The youngest is some hours old; younger tasks are unfinished, see below.
    const age = 30 * DAY * (1 - (index + random()) / (count + 2))
    const task = newTask(Math.floor(now - age), random)
    return { ...task, ...stateAt(task, task, now) }
  })
}

/**
 * Unfinished tasks. They stay unfinished for up to ten minutes, longer than new tasks, so that the demo
 * shows some of each status.
 */
function liveTasks(now: number, random: () => number): NewTask[] {
  const processing = [25, 70, 150].map((secondsLeft, index) => {
    const task = newTask(now - (300 - index * 40) * SECOND, random)
    const started = stateAt(task, task, task.dueAt)
    return {
      ...task,
      ...started,
      status: TASK_STATUS.processing,
      dueAt: now + secondsLeft * SECOND,
    }
  })
  const pending = [15, 60, 140, 300, 600].map((secondsLeft, index) => {
    const task = newTask(now - (150 - index * 30) * SECOND, random)
    return { ...task, dueAt: now + secondsLeft * SECOND }
  })
  return [...processing, ...pending]
}

/** A task that was created at a time: mostly a video, about 40 % of them with a celebrity. */
function newTask(createdAt: number, random: () => number) {
  const uuid = randomUuid(random)
  const task = { uuid, createdAt, imageUrl: null, prompt: null }
  const state = { ...initialState(task), dueAt: initialState(task).dueAt ?? createdAt }
  if (random() < 0.05) {
    const imageUrl = `https://images.example/portraits/${uuid.slice(0, 8)}.jpg`
    const prompt = choose(POSTER_SCENES, random)
    return { ...task, ...state, kind: 'poster', price: POSTER_PRICE, imageUrl, prompt } as const
  }
  const scene = random() < 0.4 ? choose(TASK_SCENES, random) : null
  return { ...task, ...state, kind: 'video', price: choose([12, 20, 36], random), scene } as const
}

function choose<Choice>(choices: readonly [Choice, ...Choice[]], random: () => number): Choice {
  return choices[Math.floor(random() * choices.length)] ?? choices[0]
}

/** A version 4 UUID from our own random numbers. */
function randomUuid(random: () => number): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('')
  const variant = (8 + Math.floor(random() * 4)).toString(16)
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`]
  return [...groups, variant + hex.slice(17, 20), hex.slice(20)].join('-')
}

/** Numbers from 0 to 1, the same ones every time (Park and Miller's generator). */
function randomNumbers(start: number): () => number {
  const modulus = 2 ** 31 - 1
  let state = start
  return () => {
    state = (state * 48_271) % modulus
    return state / modulus
  }
}

const DEMO_KEY = /^mq_demo_[0-9A-Za-z]{24}$/

/**
 * The demo account's key; each data folder has a different one. It is printed at the start, so it is
 * kept in plain text, in a file that only its owner can read. A missing or invalid file is replaced.
 * Call this with the store's write lock held.
 */
function keepDemoKey(dataDir: string): string {
  const file = join(dataDir, 'demo-key')
  const kept = readIfThere(file)?.trim() ?? ''
  if (DEMO_KEY.test(kept)) return kept
  const made = generateApiKey('mq_demo_')
  // Renamed into place, so that a crash never leaves half a key.
  const draft = `${file}.new`
  writeFileSync(draft, `${made}\n`, { mode: 0o600 })
  renameSync(draft, file)
  return made
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
