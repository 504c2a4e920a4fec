// A Task API in memory, and lent views of its list, for the tests of this folder.
import { bearerHeader } from '#contract/operations.ts'
import { errorEnvelope } from '#contract/envelope.ts'
import { pickListParams } from '#contract/requests.ts'
import { readListRequest, TASK_SCENES, TASK_STATUSES } from '#contract/video-tasks.ts'
import { LENDING_TIMES, type LendRequest, viewCredential } from '#contract/views.ts'
import { closeAfterTest, KEY, LIST_PATH, readJson } from '#host/servers.fixture.ts'
import type { TaskApi, TaskRequest } from '#host/task-api.ts'
import type { ViewRecords } from '#host/views/view-store.ts'
import { openViews } from '#host/views/views.ts'
import * as z from 'zod/mini'

/** When the tests begin, by their own clock. */
export const START = Date.UTC(2026, 10, 30)

/** A number that a double would round. */
export const LONG_PRICE = '12345678901234567891'

/** The uuid of a task of the list by its place, from 0. */
export function uuidOf(place: number): string {
  return `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`
}

/** The number of a task of the list by its place. */
export const numberOf = (place: number) => 900_000 - place

const statusOf = (place: number) => TASK_STATUSES[place % TASK_STATUSES.length]
const sceneOf = (place: number) => (place % 3 === 0 ? TASK_SCENES[0] : undefined)

/** A record as a service writes it. The key of the account stands in its message. */
function recordOf(place: number): string {
  const created = new Date(START - place * 60_000).toISOString()
  const message = JSON.stringify(`failed with ${KEY}`)
  return (
    `{"id":${numberOf(place)},"uuid":"${uuidOf(place)}","price":${LONG_PRICE},` +
    `"created_at":"${created}","error_msg":${message}}`
  )
}

/** Has a list of one account, newest first, and records what it is asked. */
function memoryTaskApi(count = 300) {
  const places = Array.from({ length: count }, (_, place) => place)
  const asked: TaskRequest[] = []
  const state = {
    /** answers in the place of the list */
    instead: (_asked: TaskRequest): Response | undefined => undefined,
    /** runs before each answer */
    before: (): Promise<void> => Promise.resolve(),
  }
  const taskApi: TaskApi = {
    async fetch(request) {
      asked.push(request)
      await state.before()
      if (request.request.headers.get('authorization') !== bearerHeader(KEY))
        return Response.json(errorEnvelope(401, 'no such key'), { status: 401 })
      const instead = state.instead(request)
      if (instead !== undefined) return instead
      const { searchParams } = new URL(request.request.url)
      const read = readListRequest(pickListParams((name) => searchParams.getAll(name)))
      const { status, scene, pageNumber, pageSize } = read.request
      const found = places.filter(
        (place) =>
          (status === undefined || statusOf(place) === status) &&
          (scene === undefined || sceneOf(place) === scene),
      )
      const rows = found.slice((pageNumber - 1) * pageSize, pageNumber * pageSize).map(recordOf)
      const data = `{"list":[${rows.join()}],"total":${found.length},"page":${pageNumber},"page_size":${pageSize}}`
      return new Response(`{"code":200,"message":"success","data":${data}}`, {
        headers: { 'Content-Type': 'application/json' },
      })
    },
  }
  const queries = () => asked.map(({ request }) => new URL(request.url).search)
  return { taskApi, asked, queries, state, places }
}

const page = z.object({
  data: z.object({
    list: z.array(z.object({ uuid: z.string() })),
    total: z.number(),
    page: z.number(),
    page_size: z.number(),
  }),
})
/** The reply to who lends a view. */
export const lentView = z.object({ id: z.string(), secret: z.string(), until: z.number() })

/** Records in memory: no disk slows a test down that is about something else. */
function memoryRecords(now: () => number) {
  const kept = new Map<string, { value: string; forgetAt: number }>()
  const find = (name: string) => {
    const { value, forgetAt = 0 } = kept.get(name) ?? {}
    return forgetAt > now() ? value : undefined
  }
  const records: ViewRecords = {
    read: (name) => Promise.resolve(find(name)),
    replace({ name, known, ...record }) {
      const isKnown = find(name) === known
      if (isKnown) kept.set(name, record)
      return Promise.resolve(isKnown)
    },
    close: () => undefined,
  }
  return { records, kept }
}

/** Opens views of a list, with a clock that a test sets. @param options.records default: in memory */
export function openTestViews({
  count = 300,
  longestMs = LENDING_TIMES.week,
  ...options
}: { count?: number; longestMs?: number; records?: ViewRecords } = {}) {
  const clock = { now: START }
  const service = memoryTaskApi(count)
  const now = () => clock.now
  const { records, kept } = memoryRecords(now)
  const views = openViews(service.taskApi, options.records ?? records, longestMs, now)
  closeAfterTest(() => views.close())

  const request = (asked: Partial<LendRequest> = {}): LendRequest => ({
    ms: LENDING_TIMES.day,
    from: 'Ada',
    note: 'ticket 4711',
    ...asked,
  })
  /** Lends a view, which must succeed. */
  async function lend(asked?: Partial<LendRequest>) {
    const answer = await views.lend(KEY, JSON.stringify(request(asked)))
    const view = lentView.parse(await answer.json())
    return { ...view, credential: viewCredential(view) }
  }
  /** Asks for a page of a list. */
  const ask = (apiKey: string, query = '') =>
    views.forward({
      request: new Request(`http://host.invalid/api${LIST_PATH}${query}`),
      operation: 'listVideoTasks',
      apiKey,
    })
  /** The places in the list of the tasks of a page, and its total. */
  async function list(apiKey: string, query = '') {
    const { data } = page.parse(readJson(await (await ask(apiKey, query)).text()))
    return { places: data.list.map(({ uuid }) => Number(uuid.slice(-12))), total: data.total }
  }
  return { views, service, clock, kept, request, lend, ask, list }
}

/** The status of an answer, and what the host says about it. */
export async function refusalOf(pending: Response | Promise<Response>) {
  const answer = await pending
  return [answer.status, answer.headers.get('x-marquee-host-error-code')]
}
