import {
  type ComponentProps,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'

import { useApiSession } from '#web/api/session.tsx'
import { m } from '#web/messages/generated/messages.js'
import { foundBefore, rememberFound } from '#web/tasks/details/found-memory.ts'
import { listPage, type SeenTask } from '#web/task-list/list-page.ts'
import { anyStatusLabel } from '#web/video-task/labels.ts'
import { nameInAddress } from '#web/task-list/task-identity.ts'
import { taskAddress } from '#web/tasks/tasks-address.ts'
import { TaskBody } from '#web/tasks/details/task-body.tsx'
import {
  MissingTask,
  StepButtons,
  TaskHead,
  TaskSkeleton,
  TaskUnread,
} from '#web/tasks/details/task-details-parts.tsx'
import { taskName } from '#web/video-task/task-name.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { currentPage, type TaskList } from '#web/task-list/use-task-list.ts'
import { announce } from '#web/ui/live-region.tsx'
import { useMedia } from '#web/ui/media.ts'
import { NARROW } from '#web/ui/media-queries.ts'
import { isFocusLost } from '#web/ui/page-heading.tsx'
import { isFieldFocused } from '#web/ui/pauses.ts'
import { SidePanel, usePanelKeys } from '#web/ui/side-panel.tsx'
import { openTaskScan, type TaskScan } from '#web/task-list/scan/task-scan.ts'
import { readTaskName } from '#web/tasks/find/task-query.ts'
import { TaskSearch } from '#web/tasks/find/task-search.tsx'
import { Button } from '#web/ui/button.tsx'

/** What the details of a task need from the screen that shows its list. */
export interface TaskDetailsProps {
  /** the name of the task in the address */
  task: string
  /** the list on screen */
  list: Pick<TaskList, 'state'>
  /** the address of the list, without a task */
  address: string
  /** the link of a task in the list; undefined: it is not there */
  linkOf: (name: string) => HTMLElement | undefined
  /** isStep: goes to a neighbour and replaces this task in the history; no task: closes */
  onTaskChange: (task?: string, isStep?: boolean) => void
}

/** The panel "Task details": one task of the list in full, with buttons to its neighbours. */
export function TaskDetails({ task: name, list, address, linkOf, onTaskChange }: TaskDetailsProps) {
  // A sheet over the list on a narrow screen, else a panel beside the list.
  const isSheet = useMedia(NARROW)
  const { seen, place, position, remember, isFromElsewhere } = useOpenTask(name, list)
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
  const isOpen = !isSheet || seen !== undefined || isKnown(list)
  useEffect(() => {
    if (isOpen) arrive(name)
  }, [name, isOpen])
  if (!isOpen) return null

  const body = (
    <div key={name} data-print className="flex flex-col gap-4">
      {seen === undefined ? (
        <NoTask name={name} list={list}>
          <SearchWhole
            name={name}
            onFound={(elsewhere) => {
              remember(elsewhere)
              // A link may name the task in another way: in capitals, or by its number.
              const own = nameInAddress(elsewhere.task)
              if (own !== null && own !== name) onTaskChange(own, true)
              heading.current?.focus()
            }}
          />
        </NoTask>
      ) : (
        <>
          <TaskHead seen={seen} place={place} />
          <TaskBody
            seen={seen}
            address={taskAddress(address, name)}
            onReadAgain={
              isFromElsewhere
                ? (reply) => {
                    const again = listPage(reply).tasks.get(name)
                    if (again !== undefined) remember(again)
                  }
                : undefined
            }
          />
        </>
      )}
    </div>
  )
  const Frame = isSheet ? SheetFrame : PanelFrame
  return (
    <Frame
      title={m.detail_title()}
      heading={heading}
      closeLabel={m.close()}
      onClose={() => onTaskChange()}
      returnTo={() => linkOf(name)}
      actions={<StepButtons previous={previous} next={next} onStep={step} />}
    >
      {body}
    </Frame>
  )
}

type FrameProps = ComponentProps<typeof SidePanel>

/** The panel beside the list. */
function PanelFrame({ children, ...frame }: FrameProps) {
  return (
    <SidePanel {...frame}>
      <div className="p-4">{children}</div>
    </SidePanel>
  )
}

/** The sheet over the list. */
function SheetFrame({ actions, children, ...frame }: FrameProps) {
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

/** Whether the list was read or has failed. */
function isKnown({ state }: TaskDetailsProps['list']): boolean {
  return state.kind === 'shown' || state.kind === 'unread'
}

/** The open task: from the page on screen, or as it was last read on this or another page. */
function useOpenTask(name: string, { state }: TaskDetailsProps['list']) {
  const current = currentPage(state)
  const session = useApiSession()
  const here = current?.tasks.get(name)
  const [, setFound] = useState(0)
  const found = foundBefore(session, name)
  const seen = useLastSeen(name, here) ?? found
  const names = [...(current?.tasks.keys() ?? [])]
  const at = names.indexOf(name)
  const [previous, next] = at === -1 ? [] : [names[at - 1], names[at + 1]]
  const isFromElsewhere = seen !== undefined && seen === found
  const absence: 'left' | 'elsewhere' = isFromElsewhere ? 'elsewhere' : 'left'
  return {
    /** undefined: not known yet, or not found */
    seen,
    isFromElsewhere,
    /** why it is shown although it is not on this page; undefined: it is on this page, or the page is loading */
    place: here !== undefined || current === undefined ? undefined : absence,
    position: { at, count: names.length, previous, next },
    /** Keeps a task that was found on another page. */
    remember: (elsewhere: SeenTask) => {
      rememberFound(session, elsewhere)
      setFound((times) => times + 1)
    },
  }
}

/** Says why there is no task to show: it is loading, could not be read, or is not on this page. */
function NoTask({
  name,
  list: { state },
  children,
}: Pick<TaskDetailsProps, 'list'> & { name: string; children: ReactNode }): ReactNode {
  if (state.kind === 'shown') return <MissingTask name={name}>{children}</MissingTask>
  return state.kind === 'unread' ? <TaskUnread /> : <TaskSkeleton />
}

/** The current task, or its last known version: it may leave the page while its details are open. */
function useLastSeen(name: string, here: SeenTask | undefined): SeenTask | undefined {
  const [last, setLast] = useState<{ name: string; seen: SeenTask }>()
  const isNews =
    here !== undefined &&
    (last?.name !== name ||
      last.seen.task !== here.task ||
      last.seen.origin.readAt !== here.origin.readAt)
  if (isNews) setLast({ name, seen: here })
  return here ?? (last?.name === name ? last.seen : undefined)
}

/** On request, scans the whole list for a task that is not on this page. */
function SearchWhole({
  name,
  onFound,
}: {
  /** the name from the address */
  name: string
  onFound: (seen: SeenTask) => void
}) {
  const session = useApiSession()
  const [list, setList] = useState<TaskScan>()
  if (list === undefined) {
    return <Button onClick={() => setList(openTaskScan(session, {}))}>{m.detail_search()}</Button>
  }
  // The address has the full name, so only an exact match counts.
  return (
    <div className="w-full">
      <TaskSearch query={readTaskName(name)} list={list} onOpen={onFound} />
    </div>
  )
}
