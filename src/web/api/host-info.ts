import { QueryClient, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'

import { readHostDocument } from '#web/api/request.ts'

const hostInfo = z.object({ taskApi: z.literal('local'), demoKey: z.string() })

/** What belongs to the host and to no account: outside of every session's cache. */
const hostQueryClient = new QueryClient()

/**
 * The key of the demo account, from the host that serves this page.
 *
 * @returns undefined where the real service is behind it, or no host of ours at all
 */
export function useDemoKey(): string | undefined {
  const { data } = useQuery(
    {
      queryKey: ['host-info'],
      queryFn: async () => hostInfo.safeParse(await readHostDocument('/host/info')).data ?? null,
      networkMode: 'always',
    },
    hostQueryClient,
  )
  return data?.demoKey
}
