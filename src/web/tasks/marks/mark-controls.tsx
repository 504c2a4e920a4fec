import { EyeOff, Star, X } from 'lucide-react'
import { type KeyboardEvent, use, useState } from 'react'

import type { VideoTask } from '#contract/video-tasks.ts'
import { formatNumber } from '#web/format/number.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { CELL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { useSessionMarks } from '#web/task-list/session-marks.ts'
import {
  markKey,
  type MarkNotice,
  marksOf,
  MAX_NOTE_LENGTH,
  noteLine,
  type TaskMarks,
} from '#web/task-list/task-marks.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useLeave } from '#web/ui/effects.ts'
import { FieldProblem } from '#web/ui/field-problem.tsx'
import { pressedKey } from '#web/ui/key-press.ts'
import { useMedia } from '#web/ui/media.ts'
import { NARROW } from '#web/ui/media-queries.ts'
import { focusPageHeading } from '#web/ui/page-heading.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { type TaskMarking, TaskMarkingContext } from '#web/tasks/marks/task-marking.ts'

const pressedPlace = 'aria-pressed:border-edge aria-pressed:bg-hover'

/**
 * The buttons that star and hide some tasks. They are pressed if all of the tasks are marked so.
 *
 * @param words classes of the words beside the icons
 */
export function MarkButtons({ tasks, words }: { tasks: readonly VideoTask[]; words?: string }) {
  const marking = use(TaskMarkingContext)
  const marks = useSessionMarks()
  if (marking === undefined || tasks.every((task) => markKey(task) === undefined)) return null
  const all = tasks.map((task) => marksOf(marks, task))
  const isStarred = all.every((one) => one.isStarred)
  const isHidden = all.every((one) => one.isHidden)
  return (
    <>
      <Button
        aria-pressed={isStarred}
        className={pressedPlace}
        title={m.marks_star()}
        onClick={() => marking.toggle(tasks, 'isStarred')}
      >
        <Star aria-hidden className="size-3.5" fill={isStarred ? 'currentColor' : 'none'} />
        <span className={words}>{m.marks_star()}</span>
      </Button>
      <Button
        aria-pressed={isHidden}
        className={pressedPlace}
        title={m.marks_hide_help()}
        onClick={() => marking.toggle(tasks, 'isHidden')}
      >
        <EyeOff aria-hidden className="size-3.5" />
        <span className={words}>{m.marks_hide()}</span>
      </Button>
    </>
  )
}

/** What the person notes about one task, with where that is kept. */
export function OwnNote({ task }: { task: VideoTask }) {
  const marking = use(TaskMarkingContext)
  const isSheet = useMedia(NARROW)
  if (marking === undefined || markKey(task) === undefined) return null
  const { news } = marking
  const refusal = isSheet && news?.kind === 'refused' ? news.text : undefined
  return (
    <div className="flex flex-col gap-2 print:hidden">
      <NoteField task={task} marking={marking} />
      {/* A sheet lies over the notice below the list. */}
      <FieldProblem id="marks-problem" problem={refusal} />
    </div>
  )
}

/** The note of a task. Enter or leaving the field keeps it, Escape takes the change back. */
function NoteField({ task, marking }: { task: VideoTask; marking: TaskMarking }) {
  const { note } = marksOf(useSessionMarks(), task)
  /** undefined: the note as it is kept */
  const [typed, setTyped] = useState<string>()
  const line = noteLine(typed ?? note)
  const isTooLong = line.length > MAX_NOTE_LENGTH
  async function keep() {
    if (typed === undefined || isTooLong) return
    // What was typed stays if it is refused.
    if (line === note || (await marking.setNote(task, line))) {
      // Meanwhile more may have been typed.
      setTyped((now) => (now === typed ? undefined : now))
    }
  }
  useLeave(() => void keep())
  function press(event: KeyboardEvent) {
    const key = pressedKey(event.nativeEvent)
    if (key === 'Enter') void keep()
    if (key !== 'Escape' || typed === undefined) return
    // Not for the panel.
    event.preventDefault()
    setTyped(undefined)
  }
  const [shown, most] = [formatNumber(line.length), formatNumber(MAX_NOTE_LENGTH)]
  return (
    <TextField
      label={m.marks_note()}
      value={typed ?? note}
      autoComplete="off"
      enterKeyHint="done"
      problem={isTooLong ? m.marks_note_long({ most, shown }) : undefined}
      help={joinSentences(
        m.marks_note_help({ most }),
        marking.isOnDevice ? m.marks_on_device() : m.marks_in_tab(),
      )}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => void keep()}
      onKeyDown={press}
    />
  )
}

/** Says at the first mark of an account where marks are kept, or why a change was refused. */
export function MarksNotice({
  news,
  isOnDevice,
  dismiss,
}: Pick<TaskMarking, 'isOnDevice' | 'dismiss'> & { news: MarkNotice }) {
  const isProblem = news.kind === 'refused'
  const first = isOnDevice ? m.marks_first_device() : m.marks_first_tab()
  return (
    <div
      id="marks-news"
      role={isProblem ? 'alert' : 'status'}
      className={classNames(
        'mb-2 flex items-start gap-2 rounded-panel border py-1.5 pr-2 pl-4 text-sm print:hidden',
        // Above the bar of the selection, if that is there.
        'cramped:sticky cramped:bottom-[max(0.5rem,env(safe-area-inset-bottom))] cramped:z-10 cramped:has-[~#selection]:bottom-24',
        isProblem ? 'border-failed/40 bg-failed-soft' : 'border-line bg-hover',
      )}
    >
      <p className="min-w-0 flex-1 self-center wrap-anywhere">{isProblem ? news.text : first}</p>
      <IconButton
        label={m.storage_dismiss()}
        onClick={() => {
          focusPageHeading()
          dismiss()
        }}
      >
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  )
}

/** What the person has marked, on a tile: the flags over the picture, the note below the facts. */
export function TileMarks({ marks: { isStarred, isHidden, note } }: { marks: TaskMarks }) {
  const flag = (icon: string, label: string) => (
    <span role="img" aria-label={label} className={`icon inline-flex p-1 ${icon}`} />
  )
  return (
    <>
      {(isStarred || isHidden) && (
        <span className="absolute top-1.5 right-1.5 flex rounded-control bg-surface/90">
          {isStarred && flag('icon-star', m.mark_starred())}
          {isHidden && flag('icon-eye-off', m.mark_hidden())}
        </span>
      )}
      {note !== '' && (
        <bdi lang="" className="truncate px-2 pb-2 text-sm">
          {showUntrusted(note, CELL_LENGTH)}
        </bdi>
      )}
    </>
  )
}
