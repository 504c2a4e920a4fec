import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

import { useApiSession } from '#web/api/session.tsx'
import type { StatusLookup } from '#web/api/status-lookup.ts'
import type { VideoTaskListReply } from '#web/api/video-tasks.ts'
import { m } from '#web/messages/generated/messages.js'
import { foundBefore, rememberFound } from '#web/tasks/details/found-memory.ts'
import { namesShown, type SeenTask, seenTask } from '#web/tasks/seen-task.ts'
import { anyStatusLabel } from '#web/video-task/status-label.ts'
import { SearchWhole } from '#web/tasks/details/scan-for-task.tsx'
import { nameInAddress, taskAddress } from '#web/tasks/task-address.ts'
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
import { announce } from '#web/ui/live-region.tsx'
import { openLayer } from '#web/ui/open-layers.ts'
import { SidePanel } from '#web/ui/side-panel.tsx'

/** What the details of a task need of the screen that shows its list. */
export interface TaskDetailsProps {
  /** which task, as an address names it */
  task: string
  /** the list on screen; undefined: it is on its way, or could not be read */
  reply: VideoTaskListReply | undefined
  /** the list could not be read */
  isFailed: boolean
  lookup: StatusLookup | undefined
  /** a sheet over the list; else a panel beside it */
  isSheet: boolean
  /** of the list, without a task */
  address: string
  /** isStep: to a neighbour, in place of this one; no task: closes */
  onTaskChange: (task?: string, isStep?: boolean) => void
}

/** What takes the arrow keys, or Esc, for itself. */
const FIELD = 'input, select, textarea'

/** The panel "Task details": one task of the list in full, and the way to its neighbours. */
export function TaskDetails({
  task: name,
  reply,
  isFailed,
  lookup,
  isSheet,
  address,
  onTaskChange,
}: TaskDetailsProps) {
  const session = useApiSession()
  const here = reply && seenTask(reply, name, lookup)
  const [, setFound] = useState(0)
  const found = foundBefore(session, name)
  const seen = useLastSeen(name, here) ?? found
  const names = reply === undefined ? [] : namesShown(reply)
  const at = names.indexOf(name)
  const [previous, next] = at === -1 ? [] : [names[at - 1], names[at + 1]]
  const heading = useRef<HTMLHeadingElement>(null)
  /** the task that a step has led to, and no link */
  const ledTo = useRef<string>(undefined)
  function step(to: string | undefined) {
    if (to === undefined) return
    ledTo.current = to
    onTaskChange(to, true)
  }
  useKeys(heading, { previous, next, onStep: step, onClose: () => onTaskChange() })
  const arrive = useEffectEvent((there: string) => {
    const focused = document.activeElement
    const isStep = ledTo.current === there
    if (isStep && focused !== document.body) {
      if (seen === undefined) return
      const [task, status] = [taskName(seen.task), anyStatusLabel(seen.evidence.status)]
      announce(m.detail_moved({ task, status, position: at + 1, count: names.length }))
    } else if (focused?.matches(FIELD) !== true) {
      // Of what is opened, or where what had the focus has gone with the task before.
      heading.current?.focus()
    }
  })
  // A sheet is as high as what is in it: it opens when that is known, and does not jump.
  const isOpen = !isSheet || seen !== undefined || reply !== undefined || isFailed
  useEffect(() => {
    if (isOpen) arrive(name)
  }, [name, isOpen])
  function remember(elsewhere: SeenTask) {
    rememberFound(session, elsewhere)
    setFound((times) => times + 1)
  }
  const frame = {
    title: m.detail_title(),
    heading,
    closeLabel: m.close(),
    onClose: () => onTaskChange(),
    returnTo: () =>
      [...document.querySelectorAll<HTMLElement>('a[data-task]')].find(
        ({ dataset }) => dataset['task'] === name,
      ),
  }
  const steps = <StepButtons previous={previous} next={next} onStep={step} />
  const body = (
    <div key={name} data-print className="flex flex-col gap-4">
      {seen === undefined ? (
        <NoTask name={name} reply={reply} isFailed={isFailed}>
          <SearchWhole
            name={name}
            onFound={(elsewhere) => {
              remember(elsewhere)
              // A link may call it otherwise: in capitals, or by its number.
              const own = nameInAddress(elsewhere.task)
              if (own !== null && own !== name) onTaskChange(own, true)
              heading.current?.focus()
            }}
          />
        </NoTask>
      ) : (
        <>
          <TaskHead
            seen={seen}
            place={here !== undefined || reply === undefined ? undefined : whereIs(seen, found)}
          />
          <TaskBody
            seen={seen}
            address={taskAddress(address, name)}
            onReadAgain={
              seen !== found
                ? undefined
                : (there) => {
                    const again = seenTask(there, name, undefined)
                    if (again !== undefined) remember(again)
                  }
            }
          />
        </>
      )}
    </div>
  )
  if (!isOpen) return null
  if (isSheet) {
    return (
      <Dialog {...frame}>
        {/* Beside the title, before the button that closes. */}
        <div className="absolute top-[calc(2rem-var(--spacing-icon)/2)] right-[calc(1rem+var(--spacing-icon))] print:hidden">
          {steps}
        </div>
        {body}
      </Dialog>
    )
  }
  return (
    <SidePanel {...frame} actions={steps}>
      <div className="p-4">{body}</div>
    </SidePanel>
  )
}

/** Why there is no task to show: not yet, not at all, or not here. */
function NoTask({
  name,
  reply,
  isFailed,
  children,
}: Pick<TaskDetailsProps, 'reply' | 'isFailed'> & {
  name: string
  children: ReactNode
}): ReactNode {
  if (reply !== undefined) return <MissingTask name={name}>{children}</MissingTask>
  return isFailed ? <TaskUnread /> : <TaskSkeleton />
}

/** Why a task that is not on the page on screen is shown all the same. */
function whereIs(seen: SeenTask, found: SeenTask | undefined): 'left' | 'elsewhere' {
  return seen === found ? 'elsewhere' : 'left'
}

/** A task as it is, or as it was last read: it may leave the page while somebody looks at it. */
function useLastSeen(name: string, here: SeenTask | undefined): SeenTask | undefined {
  const [last, setLast] = useState<{ name: string; seen: SeenTask }>()
  const isNews =
    here !== undefined &&
    (last?.name !== name || last.seen.task !== here.task || last.seen.readAt !== here.readAt)
  if (isNews) setLast({ name, seen: here })
  return here ?? (last?.name === name ? last.seen : undefined)
}

/** ↑ and ↓ in the panel lead to its neighbours; Esc closes it, also from the list beside it. */
function useKeys(
  heading: RefObject<HTMLHeadingElement | null>,
  {
    previous,
    next,
    onStep,
    onClose,
  }: {
    previous: string | undefined
    next: string | undefined
    onStep: (to: string | undefined) => void
    onClose: () => void
  },
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    const isWithOthers = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
    if (event.defaultPrevented || isWithOthers || !(target instanceof Element)) return
    if (key === 'Escape') {
      // What lies over the page closes first, by itself.
      if (openLayer() === 'panel' && !target.matches(FIELD)) onClose()
      return
    }
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return
    const panel = heading.current?.closest('dialog')
    const isElsewhere = panel === undefined || panel === null || !panel.contains(target)
    // A box that scrolls and a player have uses of their own for them.
    if (isElsewhere || target.closest(`${FIELD}, pre, video`) !== null) return
    event.preventDefault()
    onStep(key === 'ArrowUp' ? previous : next)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      onKey(event)
    }
    document.addEventListener('keydown', listener)
    return () => {
      document.removeEventListener('keydown', listener)
    }
  }, [])
}
