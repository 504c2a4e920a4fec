import { type KeyboardEvent, use } from 'react'

import { m } from '#web/messages/generated/messages.js'
import { formatNumber } from '#web/format/number.ts'
import type { SeenTask } from '#web/task-list/list-page.ts'
import { useSessionMarks } from '#web/task-list/session-marks.ts'
import { marksOf } from '#web/task-list/task-marks.ts'
import { MarkButtons } from '#web/tasks/marks/mark-controls.tsx'
import { TaskMarkingContext } from '#web/tasks/marks/task-marking.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FieldProblem } from '#web/ui/field-problem.tsx'
import { pressedKeyAlone } from '#web/ui/key-press.ts'
import { useMedia } from '#web/ui/media.ts'
import { REDUCED_MOTION } from '#web/ui/media-queries.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { UntrustedText } from '#web/ui/untrusted-text.tsx'
import { SheetTile, VideoSheet } from '#web/video-task/preview/video-sheet.tsx'
import { SceneText } from '#web/video-task/scene-text.tsx'
import { taskName } from '#web/video-task/task-name.ts'
import { Unkept } from '#web/ui/unkept.tsx'

const STEPS = new Map([
  ['ArrowLeft', -1],
  ['ArrowUp', -1],
  ['ArrowRight', 1],
  ['ArrowDown', 1],
])

/**
 * Tasks side by side, as large as the window allows. Their videos play in step; the arrow keys go from one to the next, and
 * "s" stars it. The starred ones are the picks, which are downloaded together.
 */
export function CompareTasks({
  tasks,
  onClose,
}: {
  /** by name, two to four */
  tasks: ReadonlyMap<string, SeenTask>
  onClose: () => void
}) {
  const isStill = useMedia(REDUCED_MOTION)
  const marking = use(TaskMarkingContext)
  const marks = useSessionMarks()
  const shown = Array.from(tasks, ([name, { task, evidence }]) => ({ name, task, evidence }))
  const all = shown.map(({ task }) => task)
  // The notice below the list is behind the dialog.
  const refusal = marking?.news?.kind === 'refused' ? marking.news.text : undefined
  const first = marking?.isOnDevice === true ? m.marks_first_device() : m.marks_first_tab()
  function press(event: KeyboardEvent) {
    const { target, currentTarget } = event
    const key = pressedKeyAlone(event.nativeEvent) ?? ''
    if (!(target instanceof Element)) return
    const tiles = [...currentTarget.children]
    const at = tiles.findIndex((tile) => tile.contains(target))
    const by = STEPS.get(key)
    const to = by === undefined ? undefined : tiles[(at + by + tiles.length) % tiles.length]
    if (to instanceof HTMLElement) {
      event.preventDefault()
      to.focus()
    }
    if (key === 's') marking?.toggle(all.slice(at, at + 1), 'isStarred')
  }
  return (
    <Dialog
      title={m.compare_title({ shown: formatNumber(tasks.size) })}
      closeLabel={m.close()}
      onClose={onClose}
      isWide
    >
      <Unkept words={m.choice_unkept()} />
      <VideoSheet
        tasks={all}
        picks={all.filter((task) => marksOf(marks, task).isStarred)}
        pickLabel={m.compare_download}
        pickHelp={m.compare_pick()}
        isPlayingFirst={!isStill}
      >
        {(play) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the tiles have the focus
          <ul
            onKeyDown={press}
            role="list"
            aria-label={m.compare_title({ shown: formatNumber(tasks.size) })}
            // On a phone a finger goes from one to the next.
            className="grid auto-cols-[85%] grid-flow-col gap-3 text-sm max-sm:relative max-sm:fade-sides max-sm:overflow-x-auto sm:auto-cols-fr"
          >
            {shown.map(({ name, task, evidence }, index) => (
              <li
                key={name}
                ref={index === 0 ? focusFirst : undefined}
                tabIndex={-1}
                className="flex min-w-0 flex-col gap-1.5 rounded-control"
              >
                <SheetTile
                  {...{ task, evidence, play }}
                  frame={classNames(
                    'aspect-[3/4] sm:aspect-auto sm:h-[min(60dvh,48rem)]',
                    marksOf(marks, task).isHidden && 'opacity-45',
                  )}
                />
                <p className="flex flex-wrap gap-x-2 text-xs text-muted">
                  {task.createdAt !== null && (
                    <RelativeTime at={Date.parse(task.createdAt)} toTheMinute />
                  )}
                  {task.scene !== null && <SceneText scene={task.scene} />}
                  <span className="font-mono">
                    <UntrustedText text={taskName(task)} />
                  </span>
                </p>
                <div className="flex flex-wrap gap-2">
                  <MarkButtons tasks={[task]} />
                </div>
              </li>
            ))}
          </ul>
        )}
      </VideoSheet>
      <FieldProblem
        id="compare-marks"
        problem={marking?.news?.kind === 'first' ? first : refusal}
        isNote={refusal === undefined}
      />
    </Dialog>
  )
}

/** The browser focuses this element when it opens the dialog, so that the keys act on it. */
function focusFirst(tile: HTMLElement | null): void {
  tile?.setAttribute('autofocus', '')
}
