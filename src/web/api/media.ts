import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'

import { isSuccessCode } from '#contract/envelope.ts'
import { MEDIA_PATH, type MediaReply, MOST_MEDIA, SAVE_AS } from '#contract/media.ts'
import { caughtFailure } from '#web/api/api-error.ts'
import { exchange, hostTime } from '#web/api/exchange.ts'
import { parseJson } from '#web/api/request.ts'
import { type ApiSession, perSession, useApiSession } from '#web/api/session.tsx'

const mediaReply: z.ZodMiniType<MediaReply> = z.object({
  paths: z.array(z.nullable(z.string())),
  until: z.number(),
})

/** Where a video is loaded from, and until when that works, milliseconds since the epoch by the clock of our host. */
interface Place {
  /** null: our host could not be asked, or does not hand it out */
  address: string | null
  until: number
}

/** A place is asked for again so long before its end, in milliseconds. */
const MARGIN_MS = 60_000

/** The place of a video, kept until shortly before its end. @param attempt another one gets a new place */
function placeQuery(session: ApiSession, url: string, attempt: number) {
  return {
    queryKey: ['media', url, attempt],
    queryFn: async () => askTogether(session, url),
    staleTime: ({ state: { data, dataUpdatedAt } }: PlaceState) =>
      Math.max(0, (data?.until ?? 0) - MARGIN_MS - hostTime(dataUpdatedAt)),
  }
}

interface PlaceState {
  state: { data: Place | undefined; dataUpdatedAt: number }
}

/**
 * Where our host hands out the video of another one.
 *
 * @param url of a video of a media host
 * @returns null: our host could not be asked, or does not hand it out
 */
export async function readMediaAddress(session: ApiSession, url: string): Promise<string | null> {
  return (await session.queryClient.query(placeQuery(session, url, 0))).address
}

/**
 * As readMediaAddress.
 *
 * @param isWanted false: the video is loaded from its own address
 * @param attempt counts the attempts to play it: each gets a new place
 * @returns undefined while our host is asked
 */
export function useMediaAddress(
  url: string,
  isWanted: boolean,
  attempt = 0,
): string | null | undefined {
  const session = useApiSession()
  const query = { ...placeQuery(session, url, attempt), enabled: isWanted }
  const { data } = useQuery(query, session.queryClient)
  return isWanted ? data?.address : url
}

/** The address at which the browser saves a video under a name. */
export function savingAddress(address: string, name: string): string {
  return `${address}?${new URLSearchParams({ [SAVE_AS]: name }).toString()}`
}

/** Why our host does not hand out a video that it should; `other`: it did not arrive. */
export type MediaProblem = 'gone' | 'too-large' | 'not-video' | 'over' | 'busy' | 'other'

const PROBLEMS: Readonly<Record<number, MediaProblem>> = {
  403: 'over',
  410: 'gone',
  413: 'too-large',
  415: 'not-video',
  503: 'busy',
}

/** What an answer says about a video. @returns undefined: it is handed out */
function problemOfStatus(status: number): MediaProblem | undefined {
  return isSuccessCode(status) ? undefined : (PROBLEMS[status] ?? 'other')
}

/** Asks our host why a video does not load. @param address of readMediaAddress */
export async function readMediaProblem(
  { signal }: Pick<ApiSession, 'signal'>,
  address: string,
): Promise<MediaProblem | undefined> {
  try {
    return problemOfStatus((await exchange(address, '', signal, { method: 'HEAD' })).status)
  } catch (error) {
    caughtFailure(error)
    return 'other'
  }
}

/** Loads a whole video. @returns the answer with its stream, or why there is none. It rejects if the network is gone */
export async function openMedia(
  address: string,
  signal: AbortSignal,
): Promise<Response | MediaProblem> {
  const answer = await fetch(address, {
    signal,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    redirect: 'error',
  })
  return problemOfStatus(answer.status) ?? answer
}

type Answer = (place: Place) => void

/** The addresses that are asked for together: those of one turn of the event loop. */
const waiting = perSession<ApiSession, Map<string, Answer[]>, []>(() => new Map())

function askTogether(session: ApiSession, url: string): Promise<Place> {
  const asked = waiting(session)
  if (asked.size === 0) setTimeout(() => void ask(session))
  return new Promise((resolve) => {
    asked.set(url, [...(asked.get(url) ?? []), resolve])
  })
}

async function ask(session: ApiSession): Promise<void> {
  const asked = [...waiting(session)]
  waiting(session).clear()
  while (asked.length > 0) {
    const part = asked.splice(0, MOST_MEDIA)
    // One after the other: the host may be busy.
    const { paths, until } = await readPaths(session, part)
    for (const [at, [, answers]] of part.entries())
      for (const answer of answers) answer({ address: paths[at] ?? null, until })
  }
}

/** Never rejects. */
async function readPaths(
  { apiKey, signal }: ApiSession,
  asked: readonly (readonly [url: string, ...unknown[]])[],
): Promise<MediaReply> {
  const sent = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ urls: asked.map(([url]) => url) }),
  }
  try {
    const { status, body } = await exchange(MEDIA_PATH, apiKey, signal, sent)
    const { data } = mediaReply.safeParse(isSuccessCode(status) ? parseJson(body) : undefined)
    if (data !== undefined) return data
  } catch (error) {
    caughtFailure(error)
  }
  return { paths: [], until: 0 }
}
