import {
  type ComponentProps,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { ChevronDown, ChevronUp, Info } from 'lucide-react'

import { caughtFailure } from '#web/api/api-error.ts'
import { useApiSession } from '#web/api/session.tsx'
import type { ListReply } from '#web/api/video-tasks.ts'
import { m } from '#web/messages/generated/messages.js'
import { isSameRequest, listPage, type ListPage, type SeenTask } from '#web/task-list/list-page.ts'
import { anyStatusLabel } from '#web/video-task/labels.ts'
import { taskAddress } from '#web/task-list/tasks-address.ts'
import type { TasksNavigation } from '#web/tasks/pending-list.ts'
import { TaskBody } from '#web/tasks/details/task-body.tsx'
import { taskName } from '#web/video-task/task-name.ts'
import { readTaskAgain } from '#web/video-task/read-task-again.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { currentPage, type TaskList } from '#web/task-list/use-task-list.ts'
import { announce } from '#web/ui/live-region.tsx'
import { useMedia } from '#web/ui/media.ts'
import { NARROW } from '#web/ui/media-queries.ts'
import { isFocusLost } from '#web/ui/page-heading.tsx'
import { isFieldFocused } from '#web/ui/pauses.ts'
import { SidePanel, usePanelKeys } from '#web/ui/side-panel.tsx'
import { updateTaskScans } from '#web/task-list/rows-source.ts'
import { matchTask, readTaskName } from '#web/task-list/search/task-query.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FIRST_PAGE, type VideoTask } from '#contract/video-tasks.ts'
import { formatNumber } from '#web/format/number.ts'
import { formatClock, formatDuration } from '#web/format/time.ts'
import { CELL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { elapsedMs, usualTimesRead } from '#web/task-list/elapsed.ts'
import { isTaskUnfinished } from '#web/task-list/status-evidence.ts'
import { TimeSoFar } from '#web/video-task/time-so-far.tsx'
import { StatusBadge } from '#web/video-task/status-badge.tsx'
import { SentenceWith } from '#web/ui/untrusted-text.tsx'

/** A task whose details are open for so long is read again, in milliseconds. */
const STAY_MS = 250

/** What the details of a task need from the screen that shows its list. */
interface TaskDetailsProps {
  /** the name of the task in the address */
  task: string
  /** the list on screen */
  list: Pick<TaskList, 'state'>
  /** what the list shows of its page: the gallery leaves hidden tasks out */
  shown: ListPage | undefined
  /** the address of the list, without a task */
  address: string
  /** the link of a task in the list; undefined: it is not there */
  linkOf: (name: string) => HTMLElement | undefined
  /** isStep: goes to a neighbour and replaces this task in the history; no task: closes */
  onTaskChange: (task?: string, isStep?: boolean) => void
  /** looks for the task in the whole account; undefined: the list is the result of that */
  onTaskSearch: (() => void) | undefined
  renderLendButton: TasksNavigation['renderLendButton']
}

/** The panel "Task details": one task of the list in full, with buttons to its neighbours. */
export function TaskDetails({
  task: name,
  list,
  shown,
  address,
  linkOf,
  onTaskChange,
  onTaskSearch,
  renderLendButton,
}: TaskDetailsProps) {
  // A sheet over the list on a narrow screen, else a panel beside the list.
  const isSheet = useMedia(NARROW)
  const { own, seen, hasLeft, position, place, onReadAgain } = useOpenTask(name, list, shown)
  const { previous, next } = position
  const heading = useRef<HTMLHeadingElement>(null)
  /** the task that the last step opened; links open all other tasks */
  const ledTo = useRef<string>(undefined)
  function step(to: string | undefined) {
    if (to === undefined) return
    ledTo.current = to
    onTaskChange(to, true)
  }
  const stepBy = (by: 1 | -1) => step(by === 1 ? next : previous)
  usePanelKeys(heading, { onStep: stepBy, onClose: () => onTaskChange() })
  const arrive = useEffectEvent((there: string) => {
    const isStep = ledTo.current === there
    if (isStep && !isFocusLost()) {
      if (seen === undefined) return
      const [task, status] = [taskName(seen.task), anyStatusLabel(seen.evidence.status)]
      announce(m.detail_moved({ task, status, position: position.at + 1, count: position.count }))
    } else if (!isFieldFocused()) {
      // The person has opened the task, or the element with the focus left with the previous task.
      heading.current?.focus()
    }
  })
  // A sheet is as high as its content. Open it when the content is known, so that it does not jump.
  const isKnown = list.state.kind === 'shown' || list.state.kind === 'unread'
  const isOpen = !isSheet || seen !== undefined || isKnown
  useEffect(() => {
    if (isOpen) arrive(name)
  }, [name, isOpen])
  const rename = useEffectEvent(() => onTaskChange(own, true))
  useEffect(() => {
    if (own !== name) rename()
  }, [own, name])
  if (!isOpen) return null

  const body = (
    <div key={name} data-print className="flex flex-col gap-4">
      {seen === undefined ? (
        <NoTask name={name} list={list}>
          {onTaskSearch && <Button onClick={onTaskSearch}>{m.detail_search()}</Button>}
        </NoTask>
      ) : (
        <>
          <TaskHead seen={seen} hasLeft={hasLeft} />
          <TaskBody
            seen={seen}
            address={taskAddress(address, name)}
            onReadAgain={onReadAgain}
            more={renderLendButton([own])}
          />
        </>
      )}
    </div>
  )
  const Frame = isSheet ? SheetFrame : SidePanel
  return (
    <Frame
      title={m.detail_title()}
      heading={heading}
      closeLabel={m.close()}
      onClose={() => onTaskChange()}
      returnTo={() => linkOf(name)}
      actions={<StepButtons {...{ previous, next, place }} onStep={step} />}
    >
      {body}
    </Frame>
  )
}

/** The sheet over the list. */
function SheetFrame({ actions, children, ...frame }: ComponentProps<typeof SidePanel>) {
  return (
    <Dialog {...frame}>
      {/* Beside the title, before the close button. */}
      <div className="absolute top-[calc(2rem-var(--spacing-icon)/2)] right-[calc(1rem+var(--spacing-icon))] print:hidden">
        {actions}
      </div>
      {children}
    </Dialog>
  )
}

/** The open task: from the page on screen, or as it was last read. */
function useOpenTask(
  name: string,
  { state }: TaskDetailsProps['list'],
  shown: TaskDetailsProps['shown'],
) {
  const current = currentPage(state)
  const session = useApiSession()
  const own = nameHere(current, name)
  const here = current?.tasks.get(own)
  const [seen, setSeen] = useLastSeen(own, here)
  // A task that was just hidden keeps its place, so that one can step on from it.
  const names = [...(current?.tasks.keys() ?? [])].filter(
    (one) => one === own || shown?.tasks.has(one) === true,
  )
  const at = names.indexOf(own)
  const [previous, next] = at === -1 ? [] : [names[at - 1], names[at + 1]]
  /** it came with another page of the service: it was found by a search */
  const isFromElsewhere = here !== undefined && !isSameRequest(current, here.origin)
  function takeAgain(reply: ListReply) {
    // It may no longer be what was searched for, and leave the list.
    const again = listPage(reply).tasks.get(own)
    if (again !== undefined) setSeen(again)
    updateTaskScans(session, reply)
  }
  const readAgain = useEffectEvent(async (opened: string) => {
    if (seen === undefined || opened !== name) return
    const again = await readTaskAgain(session, seen.task, seen.origin.request).catch(caughtFailure)
    if (again !== undefined && 'reply' in again) takeAgain(again.reply)
  })
  useEffect(() => {
    if (!isFromElsewhere) return
    // Not for tasks that the person only steps past.
    const timer = setTimeout(() => void readAgain(name), STAY_MS)
    return () => clearTimeout(timer)
  }, [name, isFromElsewhere])
  return {
    /** the name that the task has in addresses of the app */
    own,
    /** undefined: not known yet, or not found */
    seen,
    /** undefined: the task is of the page on screen, which is read again as a whole */
    onReadAgain: isFromElsewhere ? takeAgain : undefined,
    /** it is no longer on this page */
    hasLeft: here === undefined && current !== undefined,
    position: { at, count: names.length, previous, next },
    place: placeIn(current, own),
  }
}

/** The place of a task in the whole list, or among what a search found; '': not known. */
function placeIn(page: ListPage | undefined, own: string): string {
  const { rows = [], request, total, searched } = page ?? {}
  const at = rows.findIndex((row) => row.kind === 'task' && row.name === own)
  if (request === undefined || at === -1 || total === undefined || total === null) return ''
  const before = (request.pageNumber - FIRST_PAGE) * request.pageSize
  const place = { shown: formatNumber(before + at + 1), total: formatNumber(total) }
  return searched === undefined ? m.detail_place(place) : m.detail_place_found(place)
}

/** A link may name a task in another way than the app does: in capitals, without dashes, or by its number. */
function nameHere(page: ListPage | undefined, name: string): string {
  if (page === undefined || page.tasks.has(name)) return name
  const query = readTaskName(name)
  const found = [...page.tasks].find(([, { task }]) => matchTask(query, task) === 'whole')
  return found?.[0] ?? name
}

/** Says why there is no task to show: it is loading, could not be read, or is not on this page. */
function NoTask({
  name,
  list: { state },
  children,
}: Pick<TaskDetailsProps, 'list'> & { name: string; children: ReactNode }): ReactNode {
  if (state.kind === 'shown') return <MissingTask name={name}>{children}</MissingTask>
  if (state.kind !== 'unread') return <TaskSkeleton />
  // The list itself says what to do.
  return <p className="text-sm text-muted">{m.detail_no_list()}</p>
}

/**
 * The current task, or its last known version: it may leave the page while its details are open.
 *
 * @returns the task, and a function that takes over what a newer reply says
 */
function useLastSeen(name: string, here: SeenTask | undefined) {
  const [last, setLast] = useState<{ name: string; seen: SeenTask }>()
  const known = last?.name === name ? last.seen : undefined
  const current = here && here.origin.readAt >= (known?.origin.readAt ?? 0) ? here : undefined
  const isNews = current?.task !== known?.task || current?.origin.readAt !== known?.origin.readAt
  if (current !== undefined && isNews) setLast({ name, seen: current })
  return [current ?? known, (seen: SeenTask) => setLast({ name, seen })] as const
}

/** The buttons that lead to the previous and the next task on the page, with the place of this one. */
export function StepButtons({
  previous,
  next,
  place,
  onStep,
}: {
  /** undefined: there is no such task */
  previous: string | undefined
  next: string | undefined
  /** '': not known */
  place: string
  onStep: (to: string | undefined) => void
}) {
  const button = (label: string, to: string | undefined, icon: ReactNode) => (
    <IconButton
      label={label}
      // Not `disabled`: the button must keep the keyboard focus when it reaches the last task.
      aria-disabled={to === undefined}
      onClick={() => onStep(to)}
    >
      {icon}
    </IconButton>
  )
  return (
    <div className="flex items-center">
      <span className="mr-1 text-sm text-muted tabular-nums max-xs:sr-only">{place}</span>
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
  const session = useApiSession()
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
      {task.createdAt !== null && isTaskUnfinished(task, evidence.status) && (
        <p className="text-sm text-muted tabular-nums print:hidden">
          <TimeSoFar
            since={Date.parse(task.createdAt)}
            usual={usualTimesRead(session, task.scene)}
          />
        </p>
      )}
      {hasLeft && (
        <p
          role="status"
          className="flex gap-2 rounded-control border border-line bg-hover px-3 py-2 text-sm"
        >
          <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
          <span>{m.detail_left({ time: formatClock(origin.readAt) })}</span>
        </p>
      )}
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
