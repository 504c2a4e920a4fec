import { useMemo } from 'react'

import { useApiSession } from '#web/api/session.tsx'
import { accountEntry } from '#web/api/tab-entries.ts'
import { createDeviceChoices, useDeviceChoice } from '#web/ui/device-choice.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { loadsByItself, useMediaHosts } from '#web/video-task/media/handed-out.ts'

/** The hosts for which the person has decided whether previews may load from them: host → yes or no. */
type Decisions = Readonly<Record<string, boolean>>

/** From which hosts previews load, for the current account. */
export interface PreviewHosts {
  /** undefined: the person has not decided. What our own host has or hands out needs no decision. */
  isAllowed: (url: URL) => boolean | undefined
  /** the person has allowed another host, or our own hands out videos of others */
  isAnyAllowed: boolean
  /** Remembers a decision for this account. */
  decide: (hosts: readonly string[], isAllowed: boolean) => void
}

/** From which hosts previews load. Another host learns the person's address, and which videos they see. */
export function usePreviewHosts(): PreviewHosts {
  const { profileId } = useApiSession()
  const choice = choiceOf(profileId)
  const decisions = useDeviceChoice(choice)
  const media = useMediaHosts()
  return useMemo(
    () => ({
      isAllowed: (url) => loadsByItself(url) || decisions[url.host],
      isAnyAllowed: media.length > 0 || Object.values(decisions).includes(true),
      decide(hosts, isAllowed) {
        choice.set({ ...decisions, ...Object.fromEntries(hosts.map((host) => [host, isAllowed])) })
      },
    }),
    [choice, decisions, media],
  )
}

/** The first frame of a video. Its code is loaded after the first rows. */
export const LazyPreview = lazyPart(
  async () => (await import('#web/video-task/preview/video-preview.tsx')).VideoPreview,
  () => null,
  'never',
)

const choiceOf = createDeviceChoices<Decisions>(
  (profileId) => accountEntry('previews', profileId),
  readDecisions,
  JSON.stringify,
)

/** Reads a stored text. Anything else than decisions counts as none. */
function readDecisions(text: string | null): Decisions {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(
      Object.entries(value).filter(
        (entry): entry is [string, boolean] => typeof entry[1] === 'boolean',
      ),
    )
  } catch {
    return {}
  }
}
