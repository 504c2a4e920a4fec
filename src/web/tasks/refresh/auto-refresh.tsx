import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'

import type { VideoTaskListParams } from '#contract/video-tasks.ts'
import { type ApiFailure, failureOf } from '#web/api/api-error.ts'
import { useApiSession } from '#web/api/session.tsx'
import type { StatusLookup } from '#web/api/status-lookup.ts'
import {
  failedReads,
  type FiguresQuery,
  type VideoTaskListReply,
  type VideoTasksQuery,
} from '#web/api/video-tasks.ts'
import { formatClock, formatClockSeconds } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import { describeFailure } from '#web/failures/describe-failure.ts'
import { chooseAutoRefresh, isAutoRefreshChosen } from '#web/tasks/refresh/auto-refresh-choice.ts'
import { useNews } from '#web/tasks/refresh/auto-refresh-news.ts'
import { FAILURES_UNTIL_PAUSE, type PauseReason } from '#web/tasks/refresh/auto-refresh-policy.ts'
import { resumesAt, useRefreshTimer } from '#web/tasks/refresh/auto-refresh-timer.ts'
import { FilterSheet } from '#web/tasks/filters/filter-sheet.tsx'
import { notePlace, switchPlace } from '#web/tasks/header-places.ts'
import { isTaskUnfinished, statusInReply } from '#web/video-task/status-evidence.ts'
import type { StatusOfTask } from '#web/tasks/refresh/task-changes.ts'
import { classNames } from '#web/ui/class-names.ts'
import { announce } from '#web/ui/live-region.tsx'
import { openLayer } from '#web/ui/open-layers.ts'
import { focusPageHeading } from '#web/ui/page-heading.tsx'

/** What keeping a list alive needs of the screen that shows it. */
export interface AutoRefreshProps {
  /** the list on screen */
  query: VideoTasksQuery
  totals: FiguresQuery
  /** the page says another total of its filter than they do */
  isTotalOld: boolean
  /** with what looking up its unfinished tasks has found so far */
  lookup: FiguresQuery & { data: StatusLookup | undefined }
  /** somebody has asked for a newer reply than the one on screen: they are told how that went */
  isAsked: boolean
  /** and its answer has not come */
  isAwaited: boolean
  /** the screen says in full that the last read failed */
  isErrorShown: boolean
  /** takes whether failed reads are tried again from here */
  onRetryManaged: (isRetryManagedByAutoRefresh: boolean) => void
  /** a refresh that the person asks for */
  onRefresh: () => void
  /** the service has refused the key, and nobody has asked for another dialog */
  onKeyRefused: () => void
  /** takes what stands before the title of the page: how many tasks have finished unseen */
  onTitleMark: (mark: string) => void
  params: VideoTaskListParams
  /** what shares a sheet with the switch on a narrow screen; undefined: it is wide */
  choices: ReactNode
}

/** Keeps the list on screen alive: the switch "Auto-refresh", and what there is to say about it. */
export function AutoRefresh({
  query,
  totals,
  isTotalOld,
  lookup,
  isAsked,
  isAwaited,
  isErrorShown,
  onRetryManaged,
  onRefresh,
  onKeyRefused,
  onTitleMark,
  params,
  choices,
}: AutoRefreshProps) {
  const { profileId } = useApiSession()
  const [isOn, setIsOn] = useState(() => isAutoRefreshChosen(profileId))
  const noteId = useId()
  const reply = query.isPlaceholderData ? undefined : query.data
  const found = lookup.data
  const statuses = useMemo(() => statusesOf(reply, found), [reply, found])
  const pause = useRefreshTimer(query, {
    isOn,
    isAwaited,
    isUnfinished: statuses.some(({ task, status }) => isTaskUnfinished(task, status)),
  })
  useNews({ reply, statuses, isAsked, onTitleMark, totals, isTotalOld, lookup })
  useKeyRequest(query, onKeyRefused)
  useEffect(() => {
    onRetryManaged(true)
    return () => {
      onRetryManaged(false)
    }
  }, [onRetryManaged])
  const isInSheet = choices !== undefined
  const control = (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-describedby={noteId}
      onClick={() => {
        chooseAutoRefresh(profileId, !isOn)
        setIsOn(!isOn)
      }}
      className={classNames(
        'group inline-flex items-center gap-2 rounded-control text-sm whitespace-nowrap select-none',
        isInSheet ? 'h-control flex-row-reverse' : `justify-end ${switchPlace}`,
      )}
    >
      <span
        aria-hidden
        className="inline-flex h-4.5 w-8 items-center rounded-full border border-edge bg-canvas p-0.5 transition-colors group-aria-checked:border-focus group-aria-checked:bg-accent"
      >
        <span className="size-3 rounded-full bg-edge transition-transform group-aria-checked:translate-x-3.5 group-aria-checked:bg-on-accent forced-colors:bg-[CanvasText] forced-colors:group-aria-checked:bg-[CanvasText]" />
      </span>
      {m.auto_refresh()}
    </button>
  )
  return (
    <>
      {isInSheet ? (
        <FilterSheet params={params}>
          {choices}
          {control}
        </FilterSheet>
      ) : (
        control
      )}
      <div id={noteId} className={notePlace}>
        <Note
          query={query}
          pause={pause}
          isOn={isOn}
          isSwitchAway={isInSheet}
          isAsked={isAsked}
          isErrorShown={isErrorShown}
          onRetry={onRefresh}
        />
      </div>
    </>
  )
}

function statusesOf(
  reply: VideoTaskListReply | undefined,
  lookup: StatusLookup | undefined,
): StatusOfTask[] {
  if (reply === undefined) return []
  const { params, page, readAt } = reply
  return page.rows.slice(0, params.page_size).flatMap((row) => {
    if (row.kind === 'unreadable') return []
    const { task } = row
    return { task, status: statusInReply(task, { filter: params.status, readAt, lookup }).status }
  })
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

/** How fresh the rows are not, and when that will be tried to change. */
function Note({
  query,
  pause,
  isOn,
  isSwitchAway,
  isAsked,
  isErrorShown,
  onRetry,
}: {
  query: VideoTasksQuery
  pause: PauseReason | undefined
  isOn: boolean
  /** nobody sees by the switch that it is off */
  isSwitchAway: boolean
  isAsked: boolean
  isErrorShown: boolean
  onRetry: () => void
}) {
  const isWaiting = query.isPending || query.isPlaceholderData
  const reply = isWaiting ? undefined : query.data
  const reason = query.error ?? (isWaiting || isSerious(query) ? query.failureReason : null)
  const what = reason === null ? '' : describeFailure(failureOf(reason)).what
  const stale =
    reason === null || reply === undefined || isErrorShown
      ? undefined
      : m.stale_quiet({ time: formatClock(reply.readAt), what })
  // Whoever waits for it is told in full how it ends.
  useAnnounceOnce(isAsked ? undefined : stale, reply?.readAt)
  if (isWaiting && !isErrorShown) {
    return <p role="status">{reason === null ? '' : m.tasks_still_loading({ what })}</p>
  }
  const why = pause === undefined ? undefined : pauses[pause]()
  if (reason === null && !isErrorShown) return <p>{isOn ? why : isSwitchAway && m.auto_off()}</p>
  const next = query.isFetching ? m.stale_trying() : (why ?? nextTry(query, isOn))
  if (stale === undefined) return <p>{next}</p>
  return (
    <p>
      <TriangleAlert aria-hidden className="mr-1 inline size-3.5 align-[-2px]" />
      {stale} {/* Before what changes all the time: it would move from under a finger. */}
      <button
        type="button"
        onClick={() => {
          focusPageHeading()
          onRetry()
        }}
        className="-my-1 rounded-control py-1 font-medium text-ink underline decoration-edge underline-offset-4 hover:decoration-current"
      >
        {m.retry()}
      </button>{' '}
      {next}
    </p>
  )
}

/** Whether a read that is tried again has failed for long: a short hiccup is nobody's business. */
function isSerious({ failureReason, failureCount }: VideoTasksQuery): boolean {
  if (failureReason === null) return false
  return failureCount > 1 || failureOf(failureReason).kind === 'timeout'
}

/** When it is tried again after a failure; undefined: not by itself. */
function nextTry(query: VideoTasksQuery, isOn: boolean): string | undefined {
  const at = resumesAt(query)
  if (at === undefined || at === false) return undefined
  const time = formatClockSeconds(at)
  return isOn && failedReads(query) >= FAILURES_UNTIL_PAUSE
    ? m.stale_paused({ time })
    : m.stale_next_try({ time })
}

/** Has a text read out when it first appears, and not again for what happens to the same rows. */
function useAnnounceOnce(text: string | undefined, readAt: number | undefined): void {
  const announcedFor = useRef<number>(undefined)
  useEffect(() => {
    if (text === undefined || announcedFor.current === readAt) return
    announcedFor.current = readAt
    announce(text)
  }, [text, readAt])
}

/** When the dialog last opened by itself: not once more before a read has succeeded. */
let keyAskedAt = 0

/** Asks for another key once the service has refused the one at work, over the rows that stay. */
function useKeyRequest(query: VideoTasksQuery, onKeyRefused: () => void): void {
  const { error } = query
  const ask = useEffectEvent((failure: ApiFailure) => {
    if (failure.kind !== 'unauthorized') return
    if (query.data === undefined || query.data.readAt <= keyAskedAt) return
    // Whoever is at something else sees the banner, and opens the dialog from there.
    if (openLayer() !== undefined || isTyping()) return
    keyAskedAt = Date.now()
    onKeyRefused()
  })
  useEffect(() => {
    if (error !== null) ask(failureOf(error))
  }, [error])
}

function isTyping(): boolean {
  const field = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]'
  return document.activeElement?.matches(field) === true
}
