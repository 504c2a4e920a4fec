import { useEffect, useState } from 'react'

import type { MediaProblem } from '#web/api/media.ts'
import { useMediaInfo } from '#web/api/host-info.ts'
import type { ApiSession } from '#web/api/session.tsx'
import { m } from '#web/messages/generated/messages.js'
import { buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDocumentEvent } from '#web/ui/effects.ts'
import { isOfMediaHost, setMediaHosts } from '#web/video-task/media/handed-out.ts'
import { describeMediaProblem, saveMedia } from '#web/video-task/media/save-media.ts'

/**
 * Lets the page read the videos that our host hands out, and has them saved by a press on any link of `downloadLink`: rows of the table
 * have no handlers of their own.
 */
export function MediaLinks({ session }: { session: ApiSession }) {
  const hosts = useMediaInfo()?.hosts
  const [failed, setFailed] = useState<{ href: string; problem: MediaProblem }>()
  async function save(href: string, name: string) {
    const problem = await saveMedia(session, new URL(href), name)
    if (problem !== undefined) setFailed({ href, problem })
  }
  useEffect(() => {
    setMediaHosts(hosts ?? [])
    return () => setMediaHosts([])
  }, [hosts])
  useDocumentEvent('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[download]') : null
    if (!(link instanceof HTMLAnchorElement) || !isOfMediaHost(new URL(link.href))) return
    event.preventDefault()
    const { href, download } = link
    void save(href, download)
  })
  if (failed === undefined) return null
  return (
    <Dialog title={m.videos_failed()} closeLabel={m.close()} onClose={() => setFailed(undefined)}>
      <p role="alert">{describeMediaProblem(failed.problem)}</p>
      <p>
        <a href={failed.href} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
          {m.tasks_open()}
        </a>
      </p>
    </Dialog>
  )
}
