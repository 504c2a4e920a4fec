import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { readEnvelope } from '#contract/envelope.ts'
import { API_BASE, operations } from '#contract/operations.ts'
import { readReceivedList } from '#contract/read-video-tasks.ts'
import { TASK_STATUS, TASK_STATUSES, type VideoTask } from '#contract/video-tasks.ts'
import { findAccount } from '#local-api/accounts.ts'
import { advance } from '#local-api/app.fixture.ts'
import { openLocalApi, type LocalApi } from '#local-api/local-api.ts'
import { FAILURE_REASONS } from '#local-api/outcomes.ts'
import { openStore } from '#local-api/store.ts'
import { insertTasks } from '#local-api/tasks.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const DAY = 24 * 60 * 60 * 1000

let root: string

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'local-api-'))
})
afterAll(() => {
  rmSync(root, { recursive: true })
})

function open(name: string, now: () => number = () => NOW): LocalApi {
  const reportError = (error: unknown) => {
    throw error
  }
  return openLocalApi({ dataDir: join(root, name), now, postersInList: true, reportError })
}

async function list(api: LocalApi, query = ''): Promise<{ tasks: VideoTask[]; total: number }> {
  const url = `http://127.0.0.1${API_BASE}${operations.listVideoTasks.path}${query}`
  const headers = { authorization: `Bearer ${api.demoKey}` }
  const response = await api.fetch(new Request(url, { headers }))
  const reply = readEnvelope(response.status, await response.json())
  const page = reply.kind === 'success' ? readReceivedList(reply.data) : undefined
  const tasks = page?.rows.flatMap((row) => (row.kind === 'task' ? [row.task] : [])) ?? []
  return { tasks, total: page?.total ?? -1 }
}

async function listAll(api: LocalApi, query: string): Promise<VideoTask[]> {
  const pages = [1, 2, 3, 4].map((page) => list(api, `?page_size=100&page=${page}&${query}`))
  return (await Promise.all(pages)).flatMap((page) => page.tasks)
}

describe('a new data folder', () => {
  it('holds a demo account with 300 tasks of 30 days in all states', async () => {
    const api = open('demo')
    expect((await list(api)).total).toBe(300)
    const totals = TASK_STATUSES.map(async (status) => (await list(api, `?status=${status}`)).total)
    const [pending, processing, completed = 0, failed = 0] = await Promise.all(totals)
    expect({ pending, processing }).toEqual({ pending: 5, processing: 3 })
    expect(completed).toBeGreaterThan(240)
    expect(failed).toBeGreaterThan(20)
    const celebrities = (await list(api, '?scene=celebrity')).total
    expect(celebrities / 300).toBeGreaterThan(0.35)
    expect(celebrities / 300).toBeLessThan(0.45)
    const ages = (await listAll(api, '')).map(({ createdAt }) => NOW - Date.parse(createdAt ?? ''))
    expect(ages).toEqual(ages.toSorted((a, b) => a - b))
    expect(ages[0]).toBeLessThan(60_000)
    expect(ages.at(-1)).toBeGreaterThan(29 * DAY)
    expect(ages.at(-1)).toBeLessThanOrEqual(30 * DAY)
    const reasons = (await listAll(api, 'status=failed')).map(({ errorMsg }) => errorMsg)
    expect(new Set(reasons)).toEqual(new Set(FAILURE_REASONS))
    expect(Math.max(...reasons.map((reason) => reason?.length ?? 0))).toBeGreaterThan(300)
    expect(reasons.join('')).toMatch(/\p{Script=Han}/u)
    api.close()
  })

  it('has the same tasks in every folder, but another demo key', async () => {
    const [one, two] = [open('one'), open('two')]
    expect(await list(one)).toEqual(await list(two))
    expect(one.demoKey).toMatch(/^mq_demo_[0-9A-Za-z]{24}$/)
    expect(one.demoKey).not.toBe(two.demoKey)
    one.close()
    two.close()
  })

  it.each([
    ['mq_empty', 0, 100],
    ['mq_no_points', 12, 3],
    ['mq_slow', 30, 1000],
    ['mq_refuses', 30, 1000],
    ['mq_odd', 30, 1000],
    ['mq_forbidden', 30, 1000],
    ['mq_rate_limited', 30, 1000],
    ['mq_down', 30, 1000],
    ['mq_html', 30, 1000],
    ['mq_texts', 30, 1000],
    ['mq_foreign', 30, 1000],
    ['mq_wrong_total', 30, 1000],
  ])('knows the key %s with %i tasks and %i points', (apiKey, tasks, points) => {
    open('keys').close()
    const store = openStore(join(root, 'keys'))
    const account = findAccount(store, apiKey)
    expect(account?.points).toBe(points)
    const counted = store.database
      .query<{ n: number }>('SELECT count(*) AS n FROM tasks WHERE account_id = ?')
      .all(account?.id ?? 0)
    expect(counted).toEqual([{ n: tasks }])
    store.close()
  })

  it('finishes the unfinished tasks of the demo', async () => {
    let now = NOW
    const api = open('living', () => now)
    now += 11 * 60_000
    const store = openStore(join(root, 'living'))
    advance(store, now)
    store.close()
    expect((await list(api, '?status=pending')).total).toBe(0)
    expect((await list(api, '?status=processing')).total).toBe(0)
    expect((await list(api)).total).toBe(300)
    api.close()
  })
})

describe('a data folder opened again', () => {
  it('keeps its tasks and its demo key, and is not filled a second time', async () => {
    const first = open('again')
    const before = await list(first)
    first.close()
    const second = open('again', () => NOW + DAY)
    expect(second.demoKey).toBe(first.demoKey)
    expect(await list(second)).toEqual(before)
    second.close()
  })

  it('gives the demo account the key of the key file, or a new one', async () => {
    const first = open('key-file')
    first.close()
    const file = join(root, 'key-file', 'demo-key')
    expect(readFileSync(file, 'utf8')).toBe(`${first.demoKey}\n`)
    expect((statSync(file).mode % 0o1000).toString(8)).toBe('600')
    writeFileSync(file, 'half a k')
    const second = open('key-file')
    expect(second.demoKey).not.toBe(first.demoKey)
    expect((await list(second)).total).toBe(300)
    second.close()
    const brought = `mq_demo_${'a1B2'.repeat(6)}`
    writeFileSync(file, `${brought}\n`)
    const third = open('key-file')
    expect(third.demoKey).toBe(brought)
    expect((await list(third)).total).toBe(300)
    third.close()
  })

  it('keeps no key in the database, nor in its log', () => {
    const api = open('secret')
    const files = readdirSync(join(root, 'secret')).filter((file) => file !== 'demo-key')
    expect(files).toContain('tasks.db')
    expect(files).toContain('tasks.db-wal')
    for (const file of files) {
      const content = readFileSync(join(root, 'secret', file))
      expect(content.includes(api.demoKey)).toBe(false)
    }
    api.close()
  })

  it('is refused if another version wrote it', () => {
    const store = openStore(join(root, 'newer'))
    store.database.exec('PRAGMA user_version = 99')
    store.close()
    expect(() => open('newer')).toThrow('the data folder has schema 99, this version knows 2')
  })

  it('creates its schema once, even with two connections', () => {
    const stores = [1, 2, 3].map(() => openStore(join(root, 'schema')))
    const schema = stores.map((store) => store.database.query('SELECT * FROM sqlite_schema').all())
    expect(schema[1]).toEqual(schema[0])
    expect(schema[2]).toEqual(schema[0])
    for (const store of stores) store.close()
  })
})

it('advances by itself once started, and stops when closed', async () => {
  vi.useFakeTimers()
  try {
    let now = NOW
    const api = open('worker', () => now)
    api.start()
    api.start()
    expect(vi.getTimerCount()).toBe(1)
    now += 11 * 60_000
    vi.advanceTimersByTime(1000)
    expect((await list(api, '?status=pending')).total).toBe(0)
    api.close()
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

it('answers requests between the steps in which it advances many tasks', async () => {
  vi.useFakeTimers()
  try {
    let now = NOW
    const api = open('many', () => now)
    const store = openStore(join(root, 'many'))
    const { id } = findAccount(store, api.demoKey) ?? { id: 0 }
    insertTasks(
      store,
      id,
      Array.from({ length: 120 }, () => ({ status: TASK_STATUS.pending, dueAt: NOW })),
    )
    store.close()
    const unfinished = async () => (await list(api, '?status=pending')).total
    const before = await unfinished()
    now += 60 * 60_000
    api.start()
    vi.advanceTimersByTime(500)
    expect(await unfinished()).toBe(before - 50)
    vi.advanceTimersByTime(10)
    expect(await unfinished()).toBe(0)
    api.close()
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
