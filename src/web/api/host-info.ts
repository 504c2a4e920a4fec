import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'

import { isSuccessCode } from '#contract/envelope.ts'
import { caughtFailure } from '#web/api/api-error.ts'
import { exchange, HAS_HOST } from '#web/api/exchange.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { parseJson } from '#web/api/request.ts'

/** The path of a video on this host, and of nothing else: `//` would begin the name of another one. */
const SAMPLE_PATH = /^(?:\/[\w-]+)+\.(?:webm|mp4)$/

const hostInfo = z.object({
  demoKey: z.optional(z.string()),
  // Not a record of zod: that would be 2 KB more before the first rows.
  sceneSamples: z.catch(z.looseObject({}), {}),
  uploads: z.catch(z.optional(z.object({ keepHours: z.number() })), undefined),
})

/** The cache for data of the host, which belongs to no account and no session. */
const hostQueryClient = createQueryClient()

const hostInfoQuery = {
  queryKey: ['host-info'],
  queryFn: async () => {
    const { data } = hostInfo.safeParse(await readHostInfo())
    return data === undefined
      ? null
      : { ...data, sceneSamples: readSceneSamples(data.sceneSamples) }
  },
} as const

/** Asks the host before a screen is shown, so that the answer causes no layout shift. Never rejects. */
export async function prepareHostInfo(): Promise<void> {
  await hostQueryClient.query(hostInfoQuery).catch(() => undefined)
}

/**
 * The key of the demo account, from the host that serves this page.
 *
 * @returns undefined if the host uses the real service, or if there is no host of ours
 */
export function useDemoKey(): string | undefined {
  const { data } = useQuery(hostInfoQuery, hostQueryClient)
  return data?.demoKey
}

const NONE = {}

/** scene → path of its sample on this host; what cannot be used is left out. Empty before the host has answered. */
export function useSceneSamples(): Readonly<Record<string, string>> {
  const { data } = useQuery(hostInfoQuery, hostQueryClient)
  return data?.sceneSamples ?? NONE
}

/** For how many hours the host keeps a picture, so that the service can fetch it. undefined: it takes none, or has not answered yet */
export function useKeepHours(): number | undefined {
  const { data } = useQuery(hostInfoQuery, hostQueryClient)
  return data?.uploads?.keepHours
}

/** The samples in what the host says. */
export function readSceneSamples(samples: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(samples).filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === 'string' && SAMPLE_PATH.test(entry[1]),
    ),
  )
}

/** What the host says of itself; undefined if the page is hosted as static files, or the host does not answer. */
async function readHostInfo(): Promise<unknown> {
  if (!HAS_HOST) return undefined
  try {
    const { status, body } = await exchange('/host/info', '', new AbortController().signal)
    return isSuccessCode(status) ? parseJson(body) : undefined
  } catch (error) {
    caughtFailure(error)
    return undefined
  }
}
