import { useRef, useState } from 'react'

import { joinList } from '#web/format/sentences.ts'
import { CELL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { isReadable } from '#web/video-task/media/handed-out.ts'
import { usePreviewHosts } from '#web/video-task/preview/preview-hosts.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { SentenceWith } from '#web/ui/untrusted-text.tsx'
import { useChange } from '#web/ui/effects.ts'

/** Asks whether previews may load from the hosts of some videos. After that, a button changes the answer. */
export function PreviewQuestion({ videos }: { videos: readonly URL[] }) {
  const { isAllowed, decide } = usePreviewHosts()
  const button = useRef<HTMLButtonElement>(null)
  const [isAnswered, setIsAnswered] = useState(false)
  // The buttons of the question are gone.
  useChange(isAnswered, () => button.current?.focus())
  const foreign = videos.filter((url) => !isReadable(url))
  if (foreign.length === 0) return null
  const unanswered = foreign.filter((url) => isAllowed(url) === undefined)
  const answer = (urls: readonly URL[], isYes: boolean) => () => {
    decide(hostsOf(urls), isYes)
    setIsAnswered(true)
  }
  if (unanswered.length === 0) {
    const isOn = foreign.some((url) => isAllowed(url) === true)
    return (
      <Button ref={button} tone="quiet" onClick={answer(foreign, !isOn)}>
        {isOn ? m.frames_stop() : m.frames_load()}
      </Button>
    )
  }
  const hosts = joinList(hostsOf(unanswered).map((host) => showUntrusted(host, CELL_LENGTH)))
  return (
    <div className="w-full">
      <Banner
        tone="note"
        title={m.frames_question()}
        actions={
          <>
            <Button onClick={answer(unanswered, true)}>{m.frames_load()}</Button>
            <Button tone="quiet" onClick={answer(unanswered, false)}>
              {m.frames_none()}
            </Button>
          </>
        }
      >
        <p>
          <SentenceWith shown={hosts} say={(slot) => m.frames_question_text({ hosts: slot })} />
        </p>
      </Banner>
    </div>
  )
}

function hostsOf(urls: readonly URL[]): string[] {
  return [...new Set(urls.map(({ host }) => host))]
}
