import { Film } from 'lucide-react'
import { useRef, useState } from 'react'

import { useApiSession } from '#web/api/session.tsx'
import { m } from '#web/messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { useLeave } from '#web/ui/effects.ts'
import { announce } from '#web/ui/live-region.tsx'
import { sizeInWords } from '#web/video-task/download/download-videos.tsx'
import { loadVideo } from '#web/video-task/download/zip-videos.ts'
import { describeMediaProblem } from '#web/video-task/media/save-media.ts'
import { share, sharedFile, type SharedVideo } from '#web/video-task/share-video.tsx'

/** Loads the file, and shares it. Browsers allow that only shortly after a press, so a second one may be needed. */
export function ShareFile(video: SharedVideo) {
  const session = useApiSession()
  /** null: it is shared, or not yet asked for; a number: so many bytes have come */
  const [state, setState] = useState<null | number | File>(null)
  const loading = useRef<AbortController>(undefined)
  useLeave(() => loading.current?.abort())

  async function load() {
    const stopping = new AbortController()
    loading.current = stopping
    setState(0)
    const signal = AbortSignal.any([stopping.signal, session.signal])
    const content = await loadVideo(session, video.url, signal, setState)
    if (signal.aborted) return
    if (typeof content === 'string') {
      announce(describeMediaProblem(content))
      setState(null)
      return
    }
    const file = sharedFile(video, content)
    setState((await share({ files: [file] })) ? null : file)
  }
  function press() {
    if (typeof state === 'number') {
      loading.current?.abort()
      setState(null)
    } else if (state === null) void load()
    else void share({ files: [state] }).then(() => setState(null))
  }

  const busy = typeof state === 'number' ? m.share_loading({ size: sizeInWords(state) }) : undefined
  const label = busy ?? (state === null ? m.share_file() : m.share_ready())
  return (
    <Button title={label} onClick={press}>
      <Film aria-hidden className="size-3.5" />
      <span className={state === null ? video.words : undefined}>{label}</span>
    </Button>
  )
}
