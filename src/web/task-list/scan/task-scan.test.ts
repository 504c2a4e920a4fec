import { environmentManager } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { TASK_STATUS, type VideoTaskRow } from '#contract/video-tasks.ts'
import { type ApiSession, startSession } from '#web/api/session.tsx'
import { dayOf, startOfDay } from '#web/format/calendar.ts'
import { prefetchRows, rowsQuery } from '#web/task-list/rows-source.ts'
import { openTaskScan, type TaskScan } from '#web/task-list/scan/task-scan.ts'
import { mayFindMore } from '#web/tasks/search/search-status.tsx'

interface TestRecord {
  uuid: string | null
  created_at?: string | null
}
const requests: URL[] = []
const sessions: ApiSession[] = []
let total: number | null = 0
/** undefined: as many as the total says */
let records: readonly TestRecord[] | undefined
let isHeld = false
const held: (() => void)[] = []
let arrive: () => void = () => undefined

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20), toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  vi.stubGlobal('navigator', { onLine: true })
  requests.length = 0
  total = 250
  records = undefined
  isHeld = false
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://host')
    requests.push(url)
    arrive()
    if (isHeld) await turn()
    const page = Number(url.searchParams.get('page') ?? 1)
    const all = records ?? expected(total ?? 0).map((uuid) => ({ uuid }))
    const data = { list: all.slice((page - 1) * 100, page * 100), total, page }
    return Response.json({ code: 200, message: '', data })
  })
})
afterEach(() => {
  for (const session of sessions.splice(0)) session.end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A session that ends with the test, and with it what it still reads. */
function openSession(): ApiSession {
  const session = startSession('p', 'key', false)
  sessions.push(session)
  return session
}

const names = (rows: readonly VideoTaskRow[]) =>
  rows.map((row) => (row.kind === 'task' ? row.task.uuid : null))
const expected = (count: number) => Array.from({ length: count }, (_, at) => `u${at}`)

async function readAll(scan: TaskScan): Promise<(string | null)[]> {
  const read: (string | null)[] = []
  for await (const rows of scan.rows()) read.push(...names(rows))
  return read
}

/** Waits until it is let go. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    held.push(resolve)
  })
}

/** Lets pages that are held back come, and waits until so many are asked for. */
async function letCome(count: number) {
  const areAsked = new Promise<void>((resolve) => {
    arrive = () => requests.length >= count && resolve()
  })
  arrive()
  for (const letGo of held.splice(0)) letGo()
  await areAsked
}

test('whoever asks for rows gets each once, in order, while they come and afterwards', async () => {
  const session = openSession()
  const scan = openTaskScan(session, {}, { isChecked: true })
  const [first, second] = await Promise.all([readAll(scan), readAll(scan)])
  expect(first).toEqual(expected(250))
  expect(second).toEqual(expected(250))
  expect(await readAll(scan)).toEqual(expected(250))
  expect(scan.pages.progress).toMatchObject({ rows: 250, doubts: [] })
})

test('rows come before the list is at its end', async () => {
  isHeld = true
  const scan = openTaskScan(openSession(), {})
  const rows = scan.rows()
  await letCome(1)
  await letCome(3)
  const { value } = await rows.next()
  expect(names(value ?? [])).toEqual(expected(100))
  expect(scan.pages.progress.phase.kind).toBe('reading')
  scan.pages.cancel()
})

test('the filter goes with each request, and has a list of its own', async () => {
  const session = openSession()
  const failed = openTaskScan(session, { status: TASK_STATUS.failed })
  await readAll(failed)
  expect(new Set(requests.map((url) => url.searchParams.get('status')))).toEqual(
    new Set([TASK_STATUS.failed]),
  )
  expect(openTaskScan(session, {})).not.toBe(failed)
})

test('a list that asks goes on for a caller that may read all of it', async () => {
  const session = openSession()
  const scan = openTaskScan(session, {}, { mostRequests: 1 })
  await vi.waitFor(() => expect(scan.pages.progress.phase.kind).toBe('asking'))
  expect(openTaskScan(session, {}, { mostRequests: 1 })).toBe(scan)
  expect(scan.pages.progress.phase.kind).toBe('asking')
  // Leaving the screen and coming back is no answer.
  scan.hold()()
  scan.hold()()
  expect(scan.pages.progress.phase.kind).toBe('asking')
  expect(openTaskScan(session, {})).toBe(scan)
  await readAll(scan)
  expect(scan.pages.progress.phase.kind).toBe('done')
})

describe('a list that was read', () => {
  test('is read a second time for a file; a short one anew, if it is not new', async () => {
    const session = openSession()
    const forFile = () => openTaskScan(session, {}, { maxAgeMs: Infinity, isChecked: true })
    const scan = openTaskScan(session, {})
    await readAll(scan)
    expect(requests).toHaveLength(3)
    expect(forFile()).toBe(scan)
    await scan.ended()
    expect(requests).toHaveLength(6)
    expect(scan.pages.progress).toMatchObject({ rows: 250, doubts: [] })
    vi.setSystemTime(Date.now() + 61_000)
    await forFile().ended()
    expect(requests).toHaveLength(12)
    // A second reading of a long one would cost too much.
    total = 1_100
    await session.queryClient.invalidateQueries()
    const long = forFile()
    await long.ended()
    expect(requests).toHaveLength(23)
    vi.setSystemTime(Date.now() + 61_000)
    expect(forFile()).toBe(long)
    expect(long.pages.progress.phase.kind).toBe('done')
  })

  test('is not read again within a minute', async () => {
    const session = openSession()
    const scan = openTaskScan(session, {})
    await readAll(scan)
    vi.setSystemTime(Date.now() + 59_000)
    expect(openTaskScan(session, {})).toBe(scan)
    vi.setSystemTime(Date.now() + 2_000)
    expect(openTaskScan(session, {})).not.toBe(scan)
  })

  test('is read again where newer rows were asked for, or it was cancelled', async () => {
    const session = openSession()
    const scan = openTaskScan(session, {})
    await readAll(scan)
    await session.queryClient.invalidateQueries()
    const next = openTaskScan(session, {})
    expect(next).not.toBe(scan)
    next.pages.cancel()
    // A search shows what was read until then.
    expect(openTaskScan(session, {}, { maxAgeMs: Infinity })).toBe(next)
    expect(openTaskScan(session, {})).not.toBe(next)
  })
})

test('a reading that was left unfinished is taken up within a minute, and begun anew after that', () => {
  isHeld = true
  const session = openSession()
  const scan = openTaskScan(session, {})
  const release = scan.hold()
  vi.setSystemTime(Date.now() + 120_000)
  expect(openTaskScan(session, {})).toBe(scan)
  release()
  vi.setSystemTime(Date.now() + 59_000)
  expect(openTaskScan(session, {})).toBe(scan)
  vi.setSystemTime(Date.now() + 2_000)
  expect(openTaskScan(session, {})).not.toBe(scan)
  session.end()
})

test('it is read only while somebody wants it', async () => {
  isHeld = true
  total = 2_000
  const scan = openTaskScan(openSession(), {})
  const [first, second] = [scan.hold(), scan.hold()]
  await letCome(1)
  await letCome(5)
  first()
  expect(scan.pages.progress.phase.kind).toBe('reading')
  second()
  expect(scan.pages.progress.phase.kind).toBe('paused')
  const third = scan.hold()
  expect(scan.pages.progress.phase.kind).toBe('reading')
  // Who pauses it wants it paused.
  scan.pages.pause()
  third()
  scan.hold()
  expect(scan.pages.progress.phase.kind).toBe('paused')
  scan.pages.cancel()
})

test('the end of the session ends it, and whoever waits for rows', async () => {
  isHeld = true
  const session = openSession()
  const scan = openTaskScan(session, {})
  const read = readAll(scan)
  await letCome(1)
  session.end()
  expect(await read).toEqual([])
  expect(scan.pages.progress.phase.kind).toBe('cancelled')
})

describe('how long a list is kept', () => {
  const MINUTE = 60_000
  beforeEach(() => {
    // Else the cache takes this for a server, and forgets nothing.
    environmentManager.setIsServer(() => false)
    return () => environmentManager.setIsServer(() => true)
  })
  const kept = ({ queryClient }: ApiSession) =>
    queryClient.getQueriesData<TaskScan>({ queryKey: ['video-tasks', 'p', 'whole'] })

  test('as long as it is being read, however long that takes', () => {
    isHeld = true
    const session = openSession()
    const scan = openTaskScan(session, {})
    const release = scan.hold()
    vi.advanceTimersByTime(20 * MINUTE)
    expect(openTaskScan(session, {})).toBe(scan)
    release()
    session.end()
  })

  test('until the session ends; of lists with a filter, only those on screen', async () => {
    const session = openSession()
    await readAll(openTaskScan(session, {}))
    const release = openTaskScan(session, { status: TASK_STATUS.failed }).hold()
    await readAll(openTaskScan(session, { status: TASK_STATUS.completed }))
    const filters = () => kept(session).map(([, scan]) => scan?.filter.status)
    expect(filters()).toEqual([undefined, TASK_STATUS.failed, TASK_STATUS.completed])
    await readAll(openTaskScan(session, { status: TASK_STATUS.pending }))
    expect(filters()).toEqual([undefined, TASK_STATUS.failed, TASK_STATUS.pending])
    release()
    vi.setSystemTime(Date.now() + 20 * MINUTE)
    const scan = openTaskScan(session, {}, { maxAgeMs: Infinity })
    expect(await readAll(scan)).toEqual(expected(250))
    expect(requests.filter(({ search }) => !search.includes('status'))).toHaveLength(3)
    session.end()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('of each filter one at most', async () => {
    const session = openSession()
    await readAll(openTaskScan(session, {}))
    await session.queryClient.invalidateQueries()
    const next = openTaskScan(session, {})
    expect(kept(session).map(([, scan]) => scan)).toEqual([next])
    await readAll(next)
    session.end()
  })
})

describe('a search after a refresh', () => {
  const OPEN = {}
  const FAILED = { error_msg: 'No face' }
  /** Tasks have numbers, from the newest of the first reading on. Those without a text have ended with a video. */
  const taskOf = (nth: number, more?: object) => ({
    uuid: `u${nth}`,
    created_at: new Date(Date.UTC(2026, 10, 19) - nth * 1000).toISOString(),
    ...(more ?? { video_url: `https://v/${nth}` }),
  })
  const tasks = (from: number, to: number, more?: object) =>
    Array.from({ length: to - from }, (_, at) => taskOf(from + at, more))
  const LIST = tasks(0, 250)
  const serve = (list: readonly TestRecord[]) => {
    records = list
    total = list.length
  }
  const open = (session: ApiSession) =>
    openTaskScan(session, {}, { maxAgeMs: Infinity, mostRequests: 10 })
  /** Reads the list again a minute later. @returns the pages that were asked for */
  async function refresh(session: ApiSession) {
    vi.setSystemTime(Date.now() + 60_000)
    await session.queryClient.invalidateQueries()
    requests.length = 0
    await open(session).ended()
    const read = await readAll(open(session))
    expect(new Set(read)).toEqual(new Set(records?.map(({ uuid }) => uuid)))
    return requests.map((url) => Number(url.searchParams.get('page') ?? 1))
  }

  test.each<[string, readonly TestRecord[], (readonly TestRecord[])?]>([
    ['is as it was', LIST],
    ['has two new tasks', LIST, [...tasks(-2, 0, OPEN), ...LIST]],
    ['has open tasks that have ended', [...tasks(0, 3, OPEN), ...tasks(3, 250)], LIST],
    ['has one video', [...tasks(0, 99, FAILED), ...tasks(99, 100), ...tasks(100, 250, FAILED)]],
    ['needs more requests than it may send unasked', tasks(0, 1_150)],
  ])('of a list that %s asks for its first page alone', async (_, before, after = before) => {
    const session = openSession()
    serve(before)
    await openTaskScan(session, {}).ended()
    serve(after)
    expect(await refresh(session)).toEqual([1])
    expect(open(session).pages.progress).toMatchObject({ doubts: ['read-once'] })
  })

  type Totals = Partial<Record<'before' | 'after', number | null>>
  const signed = (by: string) => LIST.map((task) => ({ ...task, video_url: by }))
  test.each<[string, readonly TestRecord[], (readonly TestRecord[])?, Totals?]>([
    [
      'has a new task in place of another',
      [taskOf(0), taskOf(1, OPEN), ...tasks(2, 250)],
      [taskOf(0), taskOf(0.5, OPEN), ...tasks(2, 250)],
    ],
    ['has another task behind the first page', LIST, [...LIST, taskOf(250)]],
    ['has one less behind the first page', LIST, LIST.slice(0, -1)],
    ['has one less on the first page', LIST, LIST.slice(1)],
    ['has one more and one less', LIST, [taskOf(-1), ...LIST.slice(0, -1)]],
    ['begins with a task from behind', LIST, [{ ...taskOf(-1), uuid: 'u150' }, ...LIST]],
    ['begins with a task twice', LIST, [taskOf(-1), taskOf(-1), ...LIST]],
    ['begins with an unreadable record', LIST, [{ ...taskOf(-1), uuid: null }, ...LIST]],
    ['has new tasks alone on its first page', LIST, [...tasks(-100, 0), ...LIST]],
    ['has an open task behind the first page', [...LIST, taskOf(250, OPEN)]],
    ['has another status there', [...LIST, taskOf(250, { status: 'archived' })]],
    ['has a newer task behind an older one', [...LIST, taskOf(10.5)]],
    ['does not say when a task was created', [...LIST, { ...taskOf(250), created_at: null }]],
    ['has a changed task', LIST, [taskOf(0, FAILED), ...tasks(1, 250)]],
    ['has new addresses of videos', signed('https://v/?a'), signed('https://v/?b')],
    ['has no video on the first page', [...tasks(0, 100, FAILED), ...tasks(100, 250)]],
    ['was not read as a whole', LIST, LIST, { before: 251 }],
    ['has no total any more', LIST, LIST, { after: null }],
  ])('of a list that %s reads all of it', async (_, before, after = before, totals = {}) => {
    const session = openSession()
    serve(before)
    total = totals.before ?? total
    await openTaskScan(session, {}).ended()
    serve(after)
    if (totals.after === null) total = null
    expect(await refresh(session)).toEqual(expect.arrayContaining([1, 2, 3]))
  })

  test('reads all of a list under a status, where tasks leave at any place', async () => {
    const session = openSession()
    serve(LIST)
    const filter = { status: TASK_STATUS.completed }
    await openTaskScan(session, filter).ended()
    await session.queryClient.invalidateQueries()
    await openTaskScan(session, filter, { maxAgeMs: Infinity }).ended()
    expect(requests).toHaveLength(6)
  })

  test('keeps what was kept before, each row with its reply, and no older scan', async () => {
    const session = openSession()
    const start = Date.now()
    const scans: WeakRef<TaskScan>[] = []
    for (const added of [0, 1, 2]) {
      serve(tasks(-added, 250))
      expect(await refresh(session)).toEqual(added === 0 ? [1, 2, 3] : [1])
      scans.push(new WeakRef(open(session)))
    }
    const scan = open(session)
    const cameWith = [0, 99, 100, 101, 102, 201, 202, 251].map((at) => {
      const { readAt = 0, request } = scan.originOf(at) ?? {}
      return `${(readAt - start) / 60_000} ${request?.pageNumber ?? ''}`
    })
    // The minute and the page of each.
    expect(cameWith.join()).toBe('3 1,3 1,2 1,1 1,1 2,1 2,1 3,1 3')
    expect(scan.pages.progress).toMatchObject({ keptSince: start + 60_000, rows: 252 })
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    await gc?.({ execution: 'async' })
    expect(scans.map((one) => one.deref())).toEqual([undefined, undefined, scan])
  })

  test.each([
    ['for a file', { isChecked: true, maxAgeMs: Infinity }, 6],
    ['that must be new', {}, 3],
  ])('is no reading %s: that one asks for every page', async (_, limits, count) => {
    const session = openSession()
    serve(LIST)
    await open(session).ended()
    const read = async () => {
      requests.length = 0
      await openTaskScan(session, {}, limits).ended()
      return requests.length
    }
    await session.queryClient.invalidateQueries()
    expect(await read()).toBe(count)
    expect(await refresh(session)).toEqual([1])
    expect(await read()).toBe(count)
    // The search may still wait for the first page.
    await session.queryClient.invalidateQueries()
    open(session)
    expect(await read()).toBe(count)
  })
})

test('a search that is only typed reads no list; of one that was read, it has the results at hand', async () => {
  const session = openSession()
  const search = { text: 'u12', sort: undefined }
  const request = { pageNumber: 1, pageSize: 20 }
  const today = startOfDay(dayOf(Date.now()))
  const { queryKey } = rowsQuery(session, request, search, today)
  const cache = session.queryClient.getQueryCache()
  const resultsAtHand = () => session.queryClient.getQueryData(queryKey)
  await prefetchRows(session, request, search)
  expect(requests).toHaveLength(0)
  expect(resultsAtHand()).toBeUndefined()
  await readAll(openTaskScan(session, {}))
  const { length } = requests
  await prefetchRows(session, request, search)
  // "u12" and "u120" to "u129" begin so.
  expect(resultsAtHand()).toMatchObject({ total: 11, searched: { total: 250, isRead: true } })
  expect(requests).toHaveLength(length)
  expect(cache.findAll({ queryKey, predicate: mayFindMore })).toHaveLength(0)

  // Read anew, it may be searched before it is whole, with whole results at hand from before.
  const again = session.queryClient.refetchQueries({ queryKey })
  expect(cache.findAll({ queryKey, predicate: mayFindMore })).toHaveLength(1)
  await again
})
