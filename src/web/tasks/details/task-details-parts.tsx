import { ChevronDown, ChevronUp, Info } from 'lucide-react'
import type { ReactNode } from 'react'

import type { VideoTask } from '#contract/video-tasks.ts'
import { formatNumber } from '#web/format/number.ts'
import { formatClock, formatDuration } from '#web/format/time.ts'
import { CELL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import type { SeenTask } from '#web/task-list/list-page.ts'
import { elapsedMs } from '#web/task-list/elapsed.ts'
import { StatusBadge } from '#web/video-task/status-badge.tsx'
import { taskName } from '#web/video-task/task-name.ts'
import { IconButton } from '#web/ui/button.tsx'
import { SentenceWith } from '#web/ui/untrusted-text.tsx'

/** The buttons that lead to the previous and the next task on the page. */
export function StepButtons({
  previous,
  next,
  onStep,
}: {
  /** undefined: there is no such task */
  previous: string | undefined
  next: string | undefined
  onStep: (to: string | undefined) => void
}) {
  const button = (label: string, to: string | undefined, icon: ReactNode) => (
    <IconButton
      label={label}
      // Not `disabled`: the button must keep the keyboard focus when it reaches the last task.
      aria-disabled={to === undefined}
      onClick={() => {
        onStep(to)
      }}
      className="aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
    >
      {icon}
    </IconButton>
  )
  return (
    <div className="flex">
      {button(m.detail_previous(), previous, <ChevronUp aria-hidden className="size-4" />)}
      {button(m.detail_next(), next, <ChevronDown aria-hidden className="size-4" />)}
    </div>
  )
}

/** The ID of the task and its status. */
export function TaskHead({
  seen,
  hasLeft,
}: {
  seen: SeenTask
  /** it is no longer on this page */
  hasLeft: boolean
}) {
  const { task, evidence, origin } = seen
  return (
    <>
      {/* Print leaves out the panel's title and the buttons beside it. */}
      <p className="hidden text-xl font-semibold print:block">{m.detail_title()}</p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusBadge evidence={evidence} task={task} />
        <bdi lang="" className="font-mono text-sm">
          {taskName(task)}
        </bdi>
        {task.uuid !== null && task.id !== null && (
          <span className="text-sm wrap-anywhere text-muted tabular-nums">
            {m.tasks_number({ id: task.id })}
          </span>
        )}
      </div>
      <TaskFacts task={task} />
      {hasLeft && <Note>{m.detail_left({ time: formatClock(origin.readAt) })}</Note>}
    </>
  )
}

/** When, how long and how much, in one line. The fields below have everything in full. */
function TaskFacts({ task: { createdAt, completedAt, price } }: { task: VideoTask }) {
  const elapsed = elapsedMs(createdAt, completedAt)
  const facts = [
    [m.column_created(), createdAt === null ? null : formatClock(Date.parse(createdAt))],
    [m.column_elapsed(), elapsed === null ? null : formatDuration(elapsed)],
    [m.column_price(), price === null ? null : formatNumber(price)],
  ] as const
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm tabular-nums print:hidden">
      {facts.map(
        ([label, shown]) =>
          shown !== null && (
            <div key={label} className="flex gap-x-1.5">
              <dt className="text-muted">{label}</dt>
              <dd className="max-w-48 truncate">{shown}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p
      role="status"
      className="flex gap-2 rounded-control border border-line bg-hover px-3 py-2 text-sm"
    >
      <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <span>{children}</span>
    </p>
  )
}

/** Says that this page does not have the task. */
export function MissingTask({
  name,
  children,
}: {
  /** the name from the address; it is untrusted text */
  name: string
  /** buttons that look for it elsewhere */
  children?: ReactNode
}) {
  return (
    <div className="flex flex-col items-start gap-3 text-sm">
      <p className="text-base font-semibold">{m.detail_missing_title()}</p>
      <p className="wrap-anywhere text-muted">
        <SentenceWith
          shown={showUntrusted(name, CELL_LENGTH)}
          say={(task) => m.detail_missing_text({ task })}
        />
      </p>
      {children}
    </div>
  )
}

/** Says that the list could not be read. The list itself says what to do. */
export function TaskUnread() {
  return <p className="text-sm text-muted">{m.detail_no_list()}</p>
}

/** The skeleton of a task, while its page loads. */
export function TaskSkeleton() {
  const line = 'animate-shimmer rounded-inset bg-line'
  return (
    <>
      <p role="status" className="sr-only">
        {m.detail_loading()}
      </p>
      <div aria-hidden className="flex flex-col gap-4">
        <span className={`h-6 w-40 ${line}`} />
        <span className="aspect-video w-full animate-shimmer rounded-control bg-line" />
        {['w-48', 'w-32', 'w-40', 'w-56'].map((width) => (
          <span key={width} className={`h-4 ${width} ${line}`} />
        ))}
      </div>
    </>
  )
}
