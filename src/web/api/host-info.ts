import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'

import { isSuccessCode } from '#contract/envelope.ts'
import type { MediaInfo } from '#contract/media.ts'
import type { UploadsInfo } from '#contract/uploads.ts'
import { caughtFailure } from '#web/api/api-error.ts'
import { exchange, HAS_HOST } from '#web/api/exchange.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { parseJson } from '#web/api/request.ts'

/** The path of a video on this host, and of nothing else: `//` would begin the name of another one. */
const SAMPLE_PATH = /^(?:\/[\w-]+)+\.(?:webm|mp4)$/

const uploads: z.ZodMiniType<UploadsInfo> = z.object({
  keepHours: z.number(),
  bucket: z.exactOptional(z.string()),
})

/** What the host says of itself. What cannot be used is left out. */
export const hostInfo = z.object({
  demoKey: z.optional(z.string()),
  // Not a record of zod: that would be 2 KB more before the first rows.
  sceneSamples: z.catch(z.looseObject({}), {}),
  uploads: z.catch(z.optional(uploads), undefined),
  media: z.catch(z.optional(z.object({ hosts: z.array(z.string()) })), undefined),
  views: z.catch(z.optional(z.object({ longestMs: z.number() })), undefined),
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
  return useHostInfo()?.demoKey
}

const NONE = {}

/** scene → path of its sample on this host; what cannot be used is left out. Empty before the host has answered. */
export function useSceneSamples(): Readonly<Record<string, string>> {
  return useHostInfo()?.sceneSamples ?? NONE
}

/** How the host takes pictures, so that the service can fetch them. undefined: it takes none, or has not answered yet */
export function useUploadsInfo(): UploadsInfo | undefined {
  return useHostInfo()?.uploads
}

/** Whether the host lends views. Never rejects. */
export async function lendsViews(): Promise<boolean> {
  const info = await hostQueryClient.query(hostInfoQuery).catch(() => null)
  return info?.views !== undefined
}

/** For how long the host lends a view at most, in milliseconds. undefined: it lends none, or has not answered yet */
export function useLongestView(): number | undefined {
  return useHostInfo()?.views?.longestMs
}

/** Whose videos the host hands out. undefined: none, or the host has not answered yet */
export function useMediaInfo(): MediaInfo | undefined {
  return useHostInfo()?.media
}

function useHostInfo() {
  return useQuery(hostInfoQuery, hostQueryClient).data
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
