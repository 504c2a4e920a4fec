import { QueryClient, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'

import { readHostDocument } from '#web/api/request.ts'

const hostInfo = z.object({ taskApi: z.literal('local'), demoKey: z.string() })

/** What belongs to the host and to no account: outside of every session's cache. */
const hostQueryClient = new QueryClient()

const hostInfoQuery = {
  queryKey: ['host-info'],
  queryFn: async () => hostInfo.safeParse(await readHostDocument('/host/info')).data ?? null,
  networkMode: 'always',
} as const

/** How long a screen may wait for its host to speak, in milliseconds. */
const PREPARE_MS = 300

/** Asks the host, for a screen that is about to be shown: what it says then moves nothing. */
export async function prepareDemoKey(): Promise<void> {
  const limit = new Promise<void>((resolve) => {
    setTimeout(resolve, PREPARE_MS)
  })
  await Promise.race([hostQueryClient.query(hostInfoQuery).catch(() => undefined), limit])
}

/**
 * The key of the demo account, from the host that serves this page.
 *
 * @returns undefined where the real service is behind it, or no host of ours at all
 */
export function useDemoKey(): string | undefined {
  const { data } = useQuery(hostInfoQuery, hostQueryClient)
  return data?.demoKey
}
