import { type QueryCache, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'

import { isSuccessCode } from '#contract/envelope.ts'
import { isViewEnd, type ViewEnd } from '#contract/host-error-code.ts'
import {
  type LendRequest,
  type LentView,
  type OwnView,
  type ViewFacts,
  readViewCredential,
  VIEWS_PATH,
} from '#contract/views.ts'
import { ApiError, failureOf } from '#web/api/api-error.ts'
import { type Caller, exchange, hostTime } from '#web/api/exchange.ts'
import { parseJson, readReply } from '#web/api/request.ts'
import type { ApiSession } from '#web/api/session.tsx'

const factsShape = {
  from: z.string(),
  note: z.string(),
  tasks: z.nullable(z.number()),
  until: z.number(),
}
const viewFacts: z.ZodMiniType<ViewFacts> = z.object(factsShape)
const lentView: z.ZodMiniType<LentView> = z.object({
  id: z.string(),
  secret: z.string(),
  until: z.number(),
})
const ownViews: z.ZodMiniType<OwnView[]> = z.array(
  z.object({ ...factsShape, id: z.string(), opened: z.number(), openedAt: z.nullable(z.number()) }),
)

/** Lends a view of the caller's list. @throws ApiError */
export async function lendView(caller: Caller, wanted: LendRequest): Promise<LentView> {
  return read(lentView, await ask(caller, 'POST', VIEWS_PATH, wanted))
}

/** The views of a caller that are open, the newest first. @throws ApiError */
export async function readOwnViews(caller: Caller): Promise<OwnView[]> {
  return read(ownViews, await ask(caller, 'GET', VIEWS_PATH))
}

const ownViewsKey = ({ profileId }: ApiSession) => ['own-views', profileId]

/** The views of an account that are open, read whenever they are shown, and with `refreshOwnViews`. */
export function useOwnViews(session: ApiSession) {
  const query = { queryKey: ownViewsKey(session), queryFn: async () => readOwnViews(session) }
  // A moment ago they may not have been opened yet.
  const fresh = { ...query, staleTime: 0 }
  const { data = [], error, isPending } = useQuery(fresh, session.queryClient)
  return { views: data, isRead: !isPending, failure: error === null ? undefined : failureOf(error) }
}

/** Reads the views again. */
export async function refreshOwnViews(session: ApiSession): Promise<void> {
  await session.queryClient.invalidateQueries({ queryKey: ownViewsKey(session) })
}

/** Ends a view of the caller, or all of them. @throws ApiError */
export async function endView(caller: Caller, id?: string): Promise<void> {
  await ask(caller, 'DELETE', id === undefined ? VIEWS_PATH : `${VIEWS_PATH}/${id}`)
}

/**
 * What a lent view is.
 *
 * @param caller has the credential of the view in the place of a key
 * @param method POST counts as opening it
 * @throws ApiError, also once the view has ended
 */
export async function readViewFacts(caller: Caller, method: 'GET' | 'POST'): Promise<ViewFacts> {
  const id = readViewCredential(caller.apiKey)?.id ?? ''
  return read(viewFacts, await ask(caller, method, `${VIEWS_PATH}/${id}`))
}

/** How often a page asks whether its view is still lent, in milliseconds. */
const ASK_AGAIN_MS = 15_000

const factsKey = ({ profileId }: ApiSession) => ['view', profileId]

/** Keeps what is known of the view of a session, so that its screen need not ask first. */
export function keepViewFacts(session: ApiSession, facts: ViewFacts): void {
  session.queryClient.setQueryData(factsKey(session), facts)
}

/** What the view of a session is, asked again now and then; and why it has ended, once any answer of our host has said so. */
export function useViewFacts(session: ApiSession) {
  const { data: facts } = useQuery(
    {
      queryKey: factsKey(session),
      queryFn: async () => readViewFacts(session, 'GET'),
      refetchInterval: ({ state: { data } }) =>
        Math.max(1_000, Math.min(ASK_AGAIN_MS, (data?.until ?? Infinity) - hostTime(Date.now()))),
      // A hidden tab does not ask.
      refetchOnWindowFocus: 'always',
    },
    session.queryClient,
  )
  const cache = session.queryClient.getQueryCache()
  const end = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => endIn(cache),
  )
  return { facts, end }
}

function endIn(cache: QueryCache): ViewEnd | undefined {
  for (const query of cache.getAll()) {
    const { error } = query.state
    const failure = error === null ? undefined : failureOf(error)
    if (failure?.kind === 'refused' && isViewEnd(failure.hostErrorCode))
      return failure.hostErrorCode
  }
  return undefined
}

/** Asks our host. @returns the JSON of its answer @throws ApiError */
async function ask(
  { apiKey, signal }: Caller,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: LendRequest,
): Promise<unknown> {
  const sent = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const reply = await exchange(path, apiKey, signal, { method, ...(body !== undefined && sent) })
  // Our host sends its failures as envelopes.
  return isSuccessCode(reply.status) ? parseJson(reply.body) : readReply(reply)
}

function read<Answer>(schema: z.ZodMiniType<Answer>, json: unknown): Answer {
  const { data } = schema.safeParse(json)
  if (data === undefined) throw new ApiError({ kind: 'unreadable', issue: 'other-data' })
  return data
}
