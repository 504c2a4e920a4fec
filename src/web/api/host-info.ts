import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'

import { isSuccessCode } from '#contract/envelope.ts'
import { reportDefect } from '#web/api/api-error.ts'
import { exchange, HAS_HOST } from '#web/api/exchange.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { parseJson } from '#web/api/request.ts'

const hostInfo = z.object({ taskApi: z.literal('local'), demoKey: z.string() })

/** The cache for data of the host, which belongs to no account and no session. */
const hostQueryClient = createQueryClient()

const hostInfoQuery = {
  queryKey: ['host-info'],
  queryFn: async () => hostInfo.safeParse(await readHostInfo()).data ?? null,
} as const

/** Asks the host before a screen is shown, so that the answer causes no layout shift. Never rejects. */
export async function prepareDemoKey(): Promise<void> {
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

/** What the host says of itself; undefined if the page is hosted as static files, or the host does not answer. */
async function readHostInfo(): Promise<unknown> {
  if (!HAS_HOST) return undefined
  try {
    const { status, body } = await exchange('/host/info', '', new AbortController().signal)
    return isSuccessCode(status) ? parseJson(body) : undefined
  } catch (error) {
    reportDefect(error)
    return undefined
  }
}
