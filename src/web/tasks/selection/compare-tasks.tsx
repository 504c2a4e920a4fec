import { type KeyboardEvent, useRef } from 'react'

import { m } from '#web/messages/generated/messages.js'
import { formatNumber } from '#web/format/number.ts'
import type { SeenTask } from '#web/task-list/list-page.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { pressedKey } from '#web/ui/key-press.ts'
import { useMedia } from '#web/ui/media.ts'
import { REDUCED_MOTION } from '#web/ui/media-queries.ts'
import { UntrustedText } from '#web/ui/untrusted-text.tsx'
import { SheetTile, VideoSheet } from '#web/video-task/preview/video-sheet.tsx'
import { taskName } from '#web/video-task/task-name.ts'

const STEPS = new Map([
  ['ArrowLeft', -1],
  ['ArrowUp', -1],
  ['ArrowRight', 1],
  ['ArrowDown', 1],
])

/** Tasks side by side, as large as the window allows. Their videos play in step; the arrow keys go from one to the next. */
export function CompareTasks({
  tasks,
  onClose,
}: {
  /** by name, two to four */
  tasks: ReadonlyMap<string, SeenTask>
  onClose: () => void
}) {
  const isStill = useMedia(REDUCED_MOTION)
  const list = useRef<HTMLUListElement>(null)
  function step(event: KeyboardEvent) {
    const { altKey, ctrlKey, metaKey, shiftKey, target } = event
    const key = pressedKey(event.nativeEvent)
    const by = altKey || ctrlKey || metaKey || shiftKey ? undefined : STEPS.get(key ?? '')
    if (by === undefined || !(target instanceof Element)) return
    const tiles = [...(list.current?.children ?? [])]
    const from = tiles.findIndex((tile) => tile.contains(target))
    const to = tiles[(from + by + tiles.length) % tiles.length]
    event.preventDefault()
    if (to instanceof HTMLElement) to.focus()
  }
  return (
    <Dialog
      title={m.compare_title({ shown: formatNumber(tasks.size) })}
      closeLabel={m.close()}
      onClose={onClose}
      isWide
    >
      <VideoSheet tasks={Array.from(tasks.values(), ({ task }) => task)} isPlayingFirst={!isStill}>
        {(play) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the tiles have the focus
          <ul
            ref={list}
            role="list"
            aria-label={m.compare_title({ shown: formatNumber(tasks.size) })}
            onKeyDown={step}
            className="grid grid-cols-2 gap-3 text-sm sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none"
          >
            {Array.from(tasks, ([name, { task, evidence }]) => (
              // The arrow keys bring the focus here.
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              <li key={name} tabIndex={0} className="flex min-w-0 flex-col gap-1.5 rounded-control">
                <SheetTile
                  {...{ task, evidence, play }}
                  frame="aspect-[3/4] sm:aspect-auto sm:h-[min(60dvh,48rem)]"
                />
                <p className="truncate font-mono text-xs text-muted">
                  <UntrustedText text={taskName(task)} />
                </p>
              </li>
            ))}
          </ul>
        )}
      </VideoSheet>
    </Dialog>
  )
}
