import { TriangleAlert, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

import { failureOf } from '#web/api/api-error.ts'
import { useApiSession } from '#web/api/session.tsx'
import { accountEntry } from '#web/api/tab-entries.ts'
import { failedReads, videoTasksQuery } from '#web/api/video-tasks.ts'
import type { RowsQuery } from '#web/task-list/rows-source.ts'
import { describeFailure } from '#web/failures/describe-failure.ts'
import { formatClock, formatClockSeconds } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import { noteClasses, switchClasses } from '#web/tasks/classes.ts'
import { FAILURES_UNTIL_PAUSE, type PauseReason } from '#web/task-list/refresh-plan.ts'
import { resumesAt, usePolling } from '#web/task-list/polling.ts'
import { tasksOf } from '#web/task-list/list-page.ts'
import { isTaskUnfinished } from '#web/task-list/status-evidence.ts'
import { createDeviceChoices, useDeviceChoice } from '#web/ui/device-choice.ts'
import { currentPage, type TaskList } from '#web/task-list/use-task-list.ts'
import { announce } from '#web/ui/live-region.tsx'
import { focusPageHeading } from '#web/ui/page-heading.tsx'
import {
  type ListRequest,
  DEFAULT_LIST_REQUEST,
  OTHER_FILTER_NAMES,
} from '#contract/video-tasks.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { formatNumber } from '#web/format/number.ts'
import { Unkept } from '#web/ui/unkept.tsx'

/** Whether auto-refresh is on for an account, in this tab until it is closed. It is on by default. */
export const autoRefreshChoice = createDeviceChoices(
  (profileId) => accountEntry('auto-refresh', profileId),
  (text) => text !== 'off',
  (isOn) => (isOn ? 'on' : 'off'),
  'sessionStorage',
)

/**
 * The switch "Auto-refresh", and a note about how fresh the rows are. It refreshes the list here: a pause does not render the rows
 * again.
 */
export function AutoRefreshControl({
  list,
  choices,
}: {
  list: TaskList
  /** the other content of the switch's sheet on a narrow screen; undefined: the screen is wide */
  choices: ReactNode
}) {
  const { isOn, setOn, pause } = useAutoRefresh(list)
  const noteId = useId()
  const isInSheet = choices !== undefined
  const control = (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-describedby={noteId}
      onClick={() => setOn(!isOn)}
      className={classNames(
        'group inline-flex items-center gap-2 rounded-control text-sm whitespace-nowrap select-none',
        isInSheet ? 'h-control flex-row-reverse' : `justify-end ${switchClasses}`,
      )}
    >
      <span
        aria-hidden
        className="inline-flex h-4.5 w-8 items-center rounded-full border border-edge bg-canvas p-0.5 group-aria-checked:border-focus group-aria-checked:bg-accent"
      >
        <span className="size-3 rounded-full bg-edge transition-transform group-aria-checked:translate-x-3.5 group-aria-checked:bg-on-accent forced-colors:bg-[CanvasText] forced-colors:group-aria-checked:bg-[CanvasText]" />
      </span>
      <span>{m.auto_refresh()}</span>
    </button>
  )
  return (
    <>
      {isInSheet ? (
        <FilterSheet request={list.request}>
          {choices}
          {control}
          <Unkept words={m.choice_unkept()} />
        </FilterSheet>
      ) : (
        control
      )}
      <div id={noteId} className={noteClasses}>
        <RefreshNote list={list} isOn={isOn} pause={pause} isSwitchHidden={isInSheet} />
      </div>
    </>
  )
}

/**
 * Reads the list again by itself, unless the person has switched that off.
 *
 * @returns the person's choice, and why the list does not refresh at the moment; undefined: it does, or it is switched off
 */
function useAutoRefresh({ state, reads }: TaskList) {
  const session = useApiSession()
  const { profileId, queryClient } = session
  const choice = autoRefreshChoice(profileId)
  const isOn = useDeviceChoice(choice)
  const page = currentPage(state)
  const pause = usePolling(reads.page, {
    isOn,
    isUnfinished: tasksOf(page?.rows ?? []).some(({ task, evidence }) =>
      isTaskUnfinished(task, evidence.status),
    ),
    onReading() {
      if (page === undefined || reads.requested === 'awaited') return
      const { queryKey } = videoTasksQuery(session, page.request)
      void queryClient.cancelQueries({ queryKey })
    },
  })
  return { isOn, setOn: choice.set, pause }
}

const pauses: Record<PauseReason, () => string> = {
  key: m.auto_paused_key,
  failure: m.auto_paused_failed,
  offline: m.auto_paused_offline,
  hidden: m.auto_paused_hidden,
  dialog: m.auto_paused_dialog,
  menu: m.auto_paused_menu,
  panel: m.auto_paused_row,
  selection: m.auto_paused_selection,
  field: m.auto_paused_field,
}

/** Says why the rows are not fresh, and when they are read again. */
function RefreshNote({
  list,
  isOn,
  pause,
  isSwitchHidden,
}: {
  list: TaskList
  isOn: boolean
  pause: PauseReason | undefined
  /** the switch is hidden in a sheet, so the note says when it is off */
  isSwitchHidden: boolean
}) {
  const { state, reads } = list
  const current = currentPage(state)
  const query = reads.page
  const isErrorShown = state.kind === 'unread' || (state.kind === 'shown' && state.isBanner)
  const isWaiting = query.isPending || query.isPlaceholderData
  const reason = query.error ?? (isWaiting || isSerious(query) ? query.failureReason : null)
  const what = reason === null ? '' : describeFailure(failureOf(reason)).what
  const stale =
    reason === null || current === undefined || isErrorShown
      ? undefined
      : m.stale_quiet({ time: formatClock(current.readAt), what })
  // If the person requested the refresh, its failure is shown in full.
  useAnnounceOnce(reads.requested === undefined ? stale : undefined, current?.readAt)
  if (isWaiting && !isErrorShown) {
    const words = reason === null ? '' : m.tasks_still_loading({ what })
    return (
      // On a phone this line grows upwards, over the empty place of "Updated", so that nothing below it moves.
      // The key makes the next message another element, so that it does not move either.
      <p
        key="waiting"
        role="status"
        title={words}
        className="max-xs:absolute max-xs:bottom-0 max-xs:line-clamp-2"
      >
        {words}
      </p>
    )
  }
  const why = pause === undefined ? undefined : pauses[pause]()
  if (reason === null && !isErrorShown) return <p>{isOn ? why : isSwitchHidden && m.auto_off()}</p>
  const next = query.isFetching ? m.stale_trying() : (why ?? nextTry(query, isOn))
  if (stale === undefined) return <p>{next}</p>
  return (
    <p>
      <TriangleAlert aria-hidden className="mr-1 inline size-3.5 align-[-2px]" />
      <span>{`${stale} `}</span>
      {/* Before the text: after it, the button would move when the text changes. */}
      <button
        type="button"
        onClick={() => {
          focusPageHeading()
          list.refresh()
        }}
        className="-my-1 rounded-control py-1 font-medium text-ink underline decoration-edge underline-offset-4 hover:decoration-current"
      >
        {m.retry()}
      </button>
      <span>{` ${next ?? ''}`}</span>
    </p>
  )
}

/** Whether to show that reads fail. The first retry is silent. */
function isSerious({ failureReason, failureCount }: RowsQuery): boolean {
  if (failureReason === null) return false
  return failureCount > 1 || failureOf(failureReason).kind === 'timeout'
}

/** Says when a failed read is retried; undefined: only the person can retry. */
function nextTry(query: RowsQuery, isOn: boolean): string | undefined {
  const at = resumesAt(query)
  if (at === undefined || at === false) return undefined
  const time = formatClockSeconds(at)
  return isOn && failedReads(query) >= FAILURES_UNTIL_PAUSE
    ? m.stale_paused({ time })
    : m.stale_next_try({ time })
}

/** Announces a text when it first appears, and not again while the same rows stay. */
function useAnnounceOnce(text: string | undefined, readAt: number | undefined): void {
  const announcedFor = useRef<number>(undefined)
  useEffect(() => {
    if (text === undefined || announcedFor.current === readAt) return
    announcedFor.current = readAt
    announce(text)
  }, [text, readAt])
}

/** The sheet for filters that do not fit on a narrow screen, and its button, which shows how many are set. */
function FilterSheet({ request, children }: { request: ListRequest; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const count = [...OTHER_FILTER_NAMES, 'pageSize' as const].filter(
    (name) => request[name] !== DEFAULT_LIST_REQUEST[name],
  ).length
  const shown = formatNumber(count)
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-label={count === 0 ? m.filters() : m.filters_set({ shown })}
        className={`${switchClasses} min-w-0`}
        onClick={() => setIsOpen(true)}
      >
        <SlidersHorizontal aria-hidden className="size-3.5" />
        {/* The blank keeps word and number apart in the text that is compared with the label. */}
        <span>{`${m.filters()} `}</span>
        {count > 0 && (
          <span className="min-w-5 rounded-full bg-accent px-1 text-xs/5 text-on-accent tabular-nums">
            {shown}
          </span>
        )}
      </Button>
      {isOpen && (
        <Dialog title={m.filters()} closeLabel={m.close()} onClose={close}>
          <div className="flex flex-col gap-3 [&>button]:justify-between [&>div]:justify-between">
            {children}
          </div>
          <Button tone="primary" size="large" onClick={close}>
            {m.filters_done()}
          </Button>
        </Dialog>
      )}
    </>
  )
}
