import { createAtom, useSelector } from '@tanstack/react-store'
import { useEffect, useState } from 'react'

import { counted } from '#web/format/number.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { m } from '#web/messages/generated/messages.js'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { focusPageHeading } from '#web/ui/page-heading.tsx'
import { usePosters } from '#web/posters/posters-context.ts'

/** The names that the service worker gives them: src/worker/share.ts. */
const CACHE = 'marquee-shared'
const KEY = '/share'

/** How many pictures were shared with the installed app, and wait for a person to use or discard them. */
export const sharedCount = createAtom(0)

/** Counts the shared pictures before the screen is shown. Never rejects. */
export async function countShared(): Promise<void> {
  const kept = await readKept()
  sharedCount.set(Number(kept?.headers.get('x-count') ?? 0))
}

/** Takes the shared pictures: they are kept no longer. @returns none if they were used in another tab, or forgotten. Never rejects */
export async function takeShared(): Promise<File[]> {
  const kept = await readKept()
  const form = await kept?.formData().catch(() => undefined)
  await discardShared()
  return form?.getAll('pictures').filter((one) => one instanceof File) ?? []
}

/** Deletes the shared pictures. Never rejects. */
export async function discardShared(): Promise<void> {
  sharedCount.set(0)
  // Where a browser refuses, it keeps nothing.
  await keptIn()
    ?.delete(CACHE)
    .catch(() => undefined)
}

/** After this time they are not used any more, in milliseconds. The worker deletes them then, when a page is opened. */
const KEPT_MS = 3_600_000

async function readKept(): Promise<Response | undefined> {
  const kept = await keptIn()
    ?.match(KEY, { cacheName: CACHE })
    .catch(() => undefined)
  const at = Date.parse(kept?.headers.get('date') ?? '')
  return Date.now() - at < KEPT_MS ? kept : undefined
}

/** Undefined on a page without https. */
function keptIn(): CacheStorage | undefined {
  return 'caches' in globalThis ? caches : undefined
}

/** The pictures that were shared with the installed app. Any page can send some, so they are uploaded only when the person says so. */
export function SharedNotice() {
  const { isShareLost, isReadOnly, pictures } = usePosters()
  const count = useSelector(sharedCount)
  // The address forgets it at once.
  const [isLost, setIsLost] = useState(isShareLost)
  // They may have been forgotten since the route counted them.
  useEffect(() => void countShared(), [])
  const isOff = pictures.info === undefined
  const refusal = isReadOnly ? m.picture_shared_read_only() : m.picture_problem_off()
  const isUsable = !isOff && !isReadOnly

  if (count > 0) {
    return (
      <Banner
        tone="note"
        title={m.picture_shared(counted(count))}
        actions={
          <>
            {isUsable && <Button onClick={() => void use()}>{m.picture_shared_use()}</Button>}
            <Button
              onClick={() => {
                focusPageHeading()
                void discardShared()
              }}
            >
              {m.picture_shared_discard()}
            </Button>
          </>
        }
      >
        <p>{isUsable ? m.picture_shared_text() : refusal}</p>
      </Banner>
    )
  }
  if (!isLost || isReadOnly) return null
  return (
    <Banner tone="note" title={m.picture_lost()}>
      <p>
        {joinSentences(
          m.picture_lost_text(),
          isOff ? m.picture_problem_off() : m.picture_lost_choose(),
        )}
      </p>
    </Banner>
  )

  async function use() {
    // The button that was pressed goes away.
    focusPageHeading()
    sharedCount.set(0)
    const files = await takeShared()
    setIsLost(files.length === 0)
    pictures.add(files, 'box')
  }
}
