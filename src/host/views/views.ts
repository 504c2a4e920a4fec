import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

import * as z from 'zod/mini'

import { describeInvalidInputs } from '#contract/invalid-input.ts'
import { isJson } from '#contract/record.ts'
import { pickListParams } from '#contract/requests.ts'
import { listQueryString, readListRequest } from '#contract/video-tasks.ts'
import {
  LENDING_TIMES,
  type LentView,
  MAX_VIEW_TEXT,
  MOST_LENT_TASKS,
  MOST_VIEWS,
  type OwnView,
  readViewCredential,
  type ViewFacts,
} from '#contract/views.ts'
import { acceptedKeys, askForList } from '#host/accepted-keys.ts'
import { rateLimit } from '#host/rate-limit.ts'
import { type ClientSignal, hostResponse, type TaskApi, type TaskRequest } from '#host/task-api.ts'
import { lentLists, passedOn } from '#host/views/lent-lists.ts'
import { type ViewEntry, type ViewRecords, viewStore } from '#host/views/view-store.ts'

/** Largest request for a view that is read, in bytes: MOST_LENT_TASKS names of 64 characters fit. */
export const MAX_LEND_BYTES = 80 * 1024

const MINUTE_MS = 60_000
const LENDINGS_PER_HOUR = 100
const REQUESTS_PER_MINUTE = 600
/** Requests of all clients with credentials of no view. */
const FAILURES_PER_MINUTE = 100

const text = z
  .string()
  .check(z.regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u), z.maxLength(MAX_VIEW_TEXT))
const taskName = z.string().check(z.regex(/^[^\s\p{C}]{1,64}$/u))
const times: readonly number[] = Object.values(LENDING_TIMES)
const lendRequest = z.object({
  tasks: z.optional(z.array(taskName).check(z.minLength(1), z.maxLength(MOST_LENT_TASKS))),
  ms: z.number().check(z.refine((ms) => times.includes(ms))),
  from: text,
  note: text,
})

/** The lent views of a host. */
export type Views = ReturnType<typeof openViews>

/**
 * Opens the lent views of a host. Its methods reject if the records cannot be used.
 *
 * @param longestMs for how long a view may be lent, in milliseconds
 * @param now milliseconds since the epoch; another clock is for tests
 */
export function openViews(
  taskApi: TaskApi,
  records: ViewRecords,
  longestMs: number,
  now: () => number = Date.now,
) {
  const store = viewStore(records, now)
  const keys = acceptedKeys(taskApi, now)
  const answerTasks = lentLists()
  const lendings = rateLimit(LENDINGS_PER_HOUR, 60 * MINUTE_MS, now)
  const requests = rateLimit(REQUESTS_PER_MINUTE, MINUTE_MS, now)
  const failures = rateLimit(FAILURES_PER_MINUTE, MINUTE_MS, now)

  /** Answers an unknown ID and a wrong secret alike. */
  const unknown = () => failures('') ?? hostResponse(404, 'view-unknown', 'There is no such view.')

  function endOf({ sealed, until }: ViewEntry): Response | undefined {
    if (sealed === null)
      return hostResponse(410, 'view-taken-back', 'The lender has ended the view.')
    return until > now() ? undefined : hostResponse(410, 'view-over', 'The view is over.')
  }

  /** Opens a view for one request. @returns also the refusal */
  async function open(credential: Credential | undefined) {
    if (credential === undefined) return unknown()
    const name = nameOf(credential)
    const entry = await store.read(name)
    if (entry === undefined) return unknown()
    const refusal = requests(name) ?? endOf(entry)
    if (refusal !== undefined) return refusal
    const apiKey = unseal(entry, credential)
    // Without it, somebody has changed the record.
    return apiKey === undefined ? unknown() : { id: credential.id, name, entry, apiKey }
  }

  return {
    info: { longestMs },

    /** Lends a view. @param body a LendRequest as JSON */
    async lend(apiKey: string, body: string, requestId?: string): Promise<Response> {
      const asked = lendRequest.safeParse(isJson(body) ? JSON.parse(body) : undefined).data
      if (asked === undefined) return hostResponse(400, 'not-allowed', 'This is no LendRequest.')
      const owner = ownerOf(apiKey)
      const refusal = (await keys.refusalOf(apiKey, requestId)) ?? lendings(owner)
      if (refusal !== undefined) return refusal
      const { from, note, tasks: names, ms } = asked
      const until = now() + Math.min(ms, longestMs)
      const tasks = names === undefined ? null : [...new Set(names)]
      const lent: LentView = { id: randomToken(), secret: randomToken(), until }
      const entry = seal({ owner, from, note, tasks, until }, apiKey, lent)
      const view = { ...factsOf(entry), id: lent.id, opened: 0, openedAt: null }
      if (await store.add({ ...view, name: nameOf(lent) }, entry))
        return Response.json(lent, { status: 201 })
      return hostResponse(409, 'not-allowed', `${MOST_VIEWS} views of this key are open already.`)
    },

    /** Lists the open views of a key. */
    async own(apiKey: string): Promise<Response> {
      const views = await store.ofOwner(ownerOf(apiKey))
      const shown: OwnView[] = views.map((view) => ({ ...view, name: undefined }))
      return Response.json(shown)
    },

    /** Ends a view of a key, or all. */
    async end(apiKey: string, id?: string): Promise<Response> {
      const ended = await store.end(ownerOf(apiKey), id)
      return ended === 0 && id !== undefined
        ? hostResponse(404, 'not-allowed', 'There is no such open view of this key.')
        : new Response(null, { status: 204 })
    },

    /** Says what a view is. @param sent in the place of a key @param isOpening whether that is counted */
    async facts(sent: string, id: string | undefined, isOpening = false): Promise<Response> {
      const credential = readViewCredential(sent)
      const opened = await open(credential?.id === id ? credential : undefined)
      if (opened instanceof Response) return opened
      if (isOpening) await store.noteOpened(opened.id, opened.entry)
      return Response.json(factsOf(opened.entry))
    },

    /** Answers a request for the Task API that has a view credential in the place of a key. The Task API does not get it. */
    async forward({ request, operation, apiKey: sent, ...parts }: TaskRequest): Promise<Response> {
      if (operation !== 'listVideoTasks')
        return hostResponse(403, 'not-allowed', 'A lent view can only be read.')
      const opened = await open(readViewCredential(sent))
      if (opened instanceof Response) return opened
      const { origin, searchParams } = new URL(request.url)
      const read = readListRequest(pickListParams((name) => searchParams.getAll(name)))
      if (read.invalid.length > 0)
        return hostResponse(400, 'not-allowed', describeInvalidInputs(read.invalid))
      const { apiKey, id, name, entry } = opened
      const { requestId, clientSignal } = parts
      const ask = (query: string, signal?: ClientSignal) =>
        askForList(taskApi, { apiKey, origin, requestId, query, clientSignal: signal })
      const answer =
        entry.tasks === null
          ? passedOn(await ask(listQueryString(read.request), clientSignal))
          : await answerTasks({ id, tasks: entry.tasks, ask }, read.request)
      // It may have ended while the service was answering.
      return endOf((await store.read(name)) ?? entry) ?? answer
    },

    close: () => store.close(),
  }
}

type Credential = Pick<LentView, 'id' | 'secret'>

function factsOf({ from, note, tasks, until }: Omit<ViewEntry, 'sealed'>): ViewFacts {
  return { from, note, tasks: tasks?.length ?? null, until }
}

/** 128 random bits. */
function randomToken(): string {
  return randomBytes(16).toString('base64url')
}

/** Stands for the owner of a key. Only someone with the key can compute it. */
function ownerOf(apiKey: string): string {
  return createHmac('sha256', apiKey).update('views').digest('base64url')
}

/** The name of a view in the store. Only someone with its secret can compute it. */
function nameOf({ id, secret }: Credential): string {
  return createHash('sha256').update(`${id}.${secret}`).digest('base64url')
}

/** The cipher for the one text that is encrypted with a secret, and what else that text is bound to. */
function cipherOf({ from, note, tasks, until }: Omit<ViewEntry, 'sealed'>, credential: Credential) {
  const { id, secret } = credential
  const bytes = Buffer.from(hkdfSync('sha256', secret, id, 'marquee view', 44))
  const bound = Buffer.from(JSON.stringify([id, until, tasks, from, note]))
  return { key: bytes.subarray(0, 32), iv: bytes.subarray(32), bound }
}

/** Adds the key to a view, encrypted with its secret: without a link, the store reveals no key. */
function seal(view: Omit<ViewEntry, 'sealed'>, apiKey: string, credential: Credential): ViewEntry {
  const { key, iv, bound } = cipherOf(view, credential)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(bound)
  const bytes = Buffer.concat([cipher.update(apiKey), cipher.final(), cipher.getAuthTag()])
  return { ...view, sealed: bytes.toString('base64url') }
}

/** Decrypts the key of a view. @returns undefined if the view was changed */
function unseal(view: ViewEntry, credential: Credential): string | undefined {
  const { key, iv, bound } = cipherOf(view, credential)
  const bytes = Buffer.from(view.sealed ?? '', 'base64url')
  const options = { authTagLength: 16 }
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv, options).setAAD(bound)
    decipher.setAuthTag(bytes.subarray(-options.authTagLength))
    const opened = decipher.update(bytes.subarray(0, -options.authTagLength))
    return Buffer.concat([opened, decipher.final()]).toString()
  } catch {
    return undefined
  }
}
