import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { useEffect, useMemo, useRef } from 'react'

import {
  IDEMPOTENCY_KEPT_MS,
  idempotencyPath,
  type IdempotencyState,
  readIdempotencyState,
} from '#contract/idempotency.ts'
import { ApiError } from '#web/api/api-error.ts'
import { type Caller, HAS_HOST } from '#web/api/exchange.ts'
import { askHost } from '#web/api/request.ts'
import { type ApiSession, useApiSession } from '#web/api/session.tsx'
import { refreshVideoTasks } from '#web/api/video-tasks.ts'
import { askAbout, askAgainIn, type CheckAnswer } from '#web/poster-records/outcome.ts'
import { canNameKeys } from '#web/api/tab-entries.ts'
import { ownerOf } from '#web/poster-records/owner.ts'
import { logOf, type RecordLog, type RecordReading } from '#web/poster-records/record-log.ts'
import { posterRecordStore } from '#web/poster-records/record-store.ts'
import { isOpen, type PosterRecord } from '#web/poster-records/record.ts'
import { isSenderGone, type PosterSender, type SenderState } from '#web/poster-records/sender.ts'
import { usePolling } from '#web/task-list/polling.ts'

/** How often to read the log again while the disk does not answer, in milliseconds. */
const READ_AGAIN_MS = 5_000

/** What the disk says of a session's account. It is invalidated on every change, so it never becomes stale by time. */
const readingQuery = (session: ApiSession) =>
  queryOptions({
    queryKey: ['poster-log', session.profileId],
    queryFn: async (): Promise<RecordReading> => posterRecordStore.read(await ownerOf(session)),
    staleTime: Infinity,
    refetchOnMount: 'always',
    // A disk that did not answer may do so later. A browser that stores nothing is not asked again.
    refetchInterval: ({ state }) => state.data?.isRead === false && canNameKeys() && READ_AGAIN_MS,
    retry: false,
  })

/** The posters of the current account in this browser, and what this tab does with them. */
export interface PosterRecords extends SenderState {
  /** the posters that were sent; undefined until the log is read */
  readonly log: RecordLog | undefined
  /** all records in this tab, in order */
  readonly own: readonly PosterRecord[]
}

/** The posters of the current account, and what becomes of them. */
export function usePosterRecords(sender: PosterSender): PosterRecords {
  const session = useApiSession()
  const queryClient = useQueryClient()
  const reading = useQuery(readingQuery(session)).data
  const own = useSelector(sender.own)
  const log = useMemo(
    () => reading && logOf(reading, own, session.profileId),
    [reading, session, own],
  )
  useEffect(
    () =>
      posterRecordStore.subscribe(() => {
        void queryClient.invalidateQueries({ queryKey: readingQuery(session).queryKey })
      }),
    [session, queryClient],
  )
  return { ...useSelector(sender.state), log, own }
}

/**
 * Asks the host about a poster whose outcome is open: once automatically, again while it is in flight or may
 * still arrive, and on request.
 *
 * @param isOurs this tab is sending it: there is nothing to ask yet
 */
export function useOutcomeCheck(record: PosterRecord, isOurs: boolean) {
  const session = useApiSession()
  const canAsk = HAS_HOST && isOpen(record) && !isOurs
  const isRequested = useRef(false)
  const queryKey = ['poster-check', session.profileId, record.id]
  const query = useQuery({
    queryKey,
    queryFn: async (): Promise<CheckAnswer> => {
      const wasRequested = isRequested.current
      isRequested.current = false
      const verdict = await askAbout(record, wasRequested, {
        ask: (method) => askForState(session, method, record.id),
        isSenderGone,
        now: Date.now,
      })
      if (verdict.kind !== 'settled') return verdict
      // As in sender.ts: before the screen knows of the task.
      if (verdict.outcome.kind === 'created' && !session.signal.aborted) refreshVideoTasks(session)
      await posterRecordStore.settle(record.id, verdict.outcome)
      return { kind: 'settled' }
    },
    enabled: () => canAsk && isKept(record),
    staleTime: Infinity,
    gcTime: Infinity,
    refetchOnReconnect: false,
  })
  const { data, dataUpdatedAt, isFetching, refetch } = query
  const asked = session.queryClient.getQueryState(queryKey)?.dataUpdateCount ?? 0
  const interval = canAsk && askAgainIn(data, asked)
  usePolling(
    // An answer does not say how many reads had failed before it.
    { ...query, data: undefined },
    interval === false
      ? undefined
      : { isOn: true, isUnfinished: true, busyInterval: () => interval },
  )
  const check = () => {
    isRequested.current = true
    void refetch()
  }
  return {
    /** undefined until the host was asked */
    answer: data,
    /** when the answer came, milliseconds since the epoch; 0: never */
    askedAt: dataUpdatedAt,
    isChecking: canAsk && isFetching,
    /** undefined if there is nothing to ask, or no host */
    check: canAsk ? check : undefined,
  }
}

/** Whether the host still has a record of a poster. */
function isKept({ startedAt }: PosterRecord): boolean {
  return Date.now() - startedAt < IDEMPOTENCY_KEPT_MS
}

async function askForState(
  caller: Caller,
  method: 'GET' | 'DELETE',
  id: string,
): Promise<IdempotencyState> {
  const state = readIdempotencyState(await askHost(caller, method, idempotencyPath(id)))
  if (state === undefined) throw new ApiError({ kind: 'unreadable', issue: 'not-json' })
  return state
}
