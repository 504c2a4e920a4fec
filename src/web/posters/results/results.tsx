import { type ReactNode, useCallback, useId, useRef, useState } from 'react'

import { DEFAULT_LIST_REQUEST } from '#contract/video-tasks.ts'
import { FailureText } from '#web/failures/failure-banner.tsx'
import { counted, formatNumber } from '#web/format/number.ts'
import { formatDuration } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import { type BatchPhase, type HoldReason, recordsOf } from '#web/poster-records/queue.ts'
import { lastBalance, type PosterRecord } from '#web/poster-records/record.ts'
import { isFollowed, taskOf } from '#web/posters/follow/followed-tasks.ts'
import type { WantedPoster } from '#web/posters/form/plan.ts'
import { withImages } from '#web/posters/form/poster-input.ts'
import { isMoving, readPosterImage } from '#web/posters/picture/pictures.ts'
import { LowBalance, PlanPayer, PointsLimitField, usePointsLimit } from '#web/posters/price.tsx'
import { type ShownState, stateOf, stateWords } from '#web/posters/poster-words.tsx'
import { usePosters } from '#web/posters/posters-context.ts'
import { holdAdvice, phaseWords, progressOf, timeLeft } from '#web/posters/results/batch-words.ts'
import {
  type FailureCause,
  failedPosters,
  failedTarget,
  type ReviewedPoster,
  reviewOf,
} from '#web/posters/results/failed-posters.ts'
import { ResultTile } from '#web/posters/results/result-tile.tsx'
import { Button } from '#web/ui/button.tsx'
import { useChange } from '#web/ui/effects.ts'
import { useClock } from '#web/ui/now.ts'
import { catchFocus, focusOnce } from '#web/ui/page-heading.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { VideoSheet } from '#web/video-task/preview/video-sheet.tsx'

/** What is left of a batch is about so exact, in milliseconds. */
const LEFT_STEP_MS = 10_000

/** A poster among the results. */
interface Result {
  readonly record: PosterRecord
  readonly state: ShownState
  /** why it failed; undefined: it did not */
  readonly cause: FailureCause | undefined
  /** how it is to be created again; undefined: it is not time for that, or it did not fail */
  readonly reviewed: ReviewedPoster | undefined
}

/** Several posters as tiles, while they are sent and made; or the failed ones of the log. Failed ones are corrected in their tile. */
export function Results() {
  const { input, posters, followed, pictures, renderSelection } = usePosters()
  const results = useResults()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const select = useCallback((name: string, isSelected: boolean) => {
    setSelected(
      (now) => new Set(isSelected ? [...now, name] : [...now].filter((one) => one !== name)),
    )
  }, [])
  const here = new Map(
    results.flatMap(({ record }) => {
      const one = taskOf(record, followed.tasks)
      if (one?.kind !== 'seen') return []
      const request = { ...DEFAULT_LIST_REQUEST, pageNumber: one.page }
      const { pageNumber, pageSize } = request
      const origin = { request, pageNumber, pageSize, readAt: one.evidence.asOf, total: null }
      return [[uuidOf(record), { ...one, origin }] as const]
    }),
  )
  const tasks = new Map([...here].filter(([name]) => selected.has(name)))
  return (
    <section aria-labelledby="results" className="flex flex-col gap-5">
      <Head results={results} phase={input.isReviewing ? undefined : posters.batch?.phase} />
      <VideoSheet tasks={[...here.values()].map(({ task }) => task)}>
        {({ joinRounds, isAllowed }) => (
          <ol
            aria-label={m.batch_rows()}
            className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,10rem),1fr))] items-start gap-3 text-sm"
          >
            {results.map((result) => (
              <ResultTile
                key={result.record.id}
                {...result}
                {...{ joinRounds, isAllowed, select }}
                isSelected={selected.has(uuidOf(result.record))}
                followed={taskOf(result.record, followed.tasks)}
                bucket={pictures.info?.bucket}
              />
            ))}
          </ol>
        )}
      </VideoSheet>
      {tasks.size > 0 &&
        renderSelection({
          tasks,
          here,
          added: undefined,
          selectPage: () => setSelected(new Set(here.keys())),
          clear: () => setSelected(new Set()),
        })}
    </section>
  )
}

const uuidOf = ({ state }: PosterRecord) => (state.kind === 'created' ? state.created.uuid : '')

/** The posters that were sent together, or the failed ones of the log that are reviewed. */
function useResults(): readonly Result[] {
  const { input, posters, followed } = usePosters()
  const { batch, own, log, sendingId } = posters
  const { isReviewing, reviewed } = input
  const failed = failedPosters(log?.records ?? [], followed.tasks)
  const causes = new Map(failed.map(({ record, cause }) => [record.id, cause]))
  const ofBatch = batch === null ? [] : recordsOf(batch, own)
  const records = isReviewing
    ? failed.map(({ record }) => record).filter(({ id }) => reviewed.some((one) => one.id === id))
    : ofBatch
  const isOver = isReviewing || batch?.phase.kind === 'over'
  return records.map((record) => {
    const state = stateOf(record, record.id === sendingId, taskOf(record, followed.tasks))
    const cause = causes.get(record.id)
    const [review] = isOver && cause !== undefined ? reviewOf([record], reviewed) : []
    // When all is over, posters that waited were not sent.
    const isStopped = isOver && state === 'queued'
    return { record, state: isStopped ? 'not-sent' : state, cause, reviewed: review }
  })
}

/** How far the posters are that were sent together, or how many are reviewed, and what can be done with all of them. */
function Head({ results, phase }: { results: readonly Result[]; phase: BatchPhase | undefined }) {
  const { posters, sender, followed, usualTimes, show, edit } = usePosters()
  const title = useRef<HTMLHeadingElement>(null)
  // The focused button goes away with its phase.
  useChange(phase?.kind, () => catchFocus(title.current))
  const { done, words } = progressOf(results.map(({ record }) => record))
  const left = useClock((now) => {
    const isSent = phase?.kind === 'running' || phase?.kind === 'over'
    const records = isSent ? results.map(({ record }) => record) : []
    const isOpen = (record: PosterRecord) => isFollowed(taskOf(record, followed.tasks))
    const rest =
      phase?.kind === 'over' ? records.filter(({ state }) => state.kind !== 'queued') : records
    return Math.ceil(timeLeft(rest, isOpen, usualTimes, now) / LEFT_STEP_MS) * LEFT_STEP_MS
  })
  const unsent = results.filter(
    ({ record, state }) => record.state.kind === 'queued' || state === 'not-sent',
  )

  function startNew() {
    sender.clear()
    show('form', { reviewed: [] })
    edit(withImages([...new Set(unsent.map(({ record }) => record.request.image_url))]))
  }

  return (
    <div className="flex flex-col gap-3 rounded-panel border border-line bg-surface px-4 py-4">
      <h2
        id="results"
        ref={phase === undefined ? focusOnce : title}
        tabIndex={-1}
        className="text-base font-semibold wrap-anywhere"
      >
        {phase === undefined
          ? m.results_failed(counted(results.length))
          : phaseWords(phase, unsent.length)}
      </h2>
      {phase !== undefined && (
        <>
          <div className="flex items-center gap-3">
            <ProgressBar
              aria-labelledby="results"
              aria-valuetext={words}
              value={done}
              max={results.length}
            />
            <span className="text-sm tabular-nums">{words}</span>
          </div>
          <p className="text-sm text-muted tabular-nums">
            {[
              ...countWords(results),
              ...(left > 0 ? [m.batch_left({ time: formatDuration(left) })] : []),
            ].join(' · ')}
          </p>
        </>
      )}
      {phase?.kind === 'held' && <Held why={phase.why} results={results} />}
      {/* Buttons that go away with the phase are last, so that no other button moves under the pointer. */}
      {phase?.kind === 'over' && <LowBalance balance={lastBalance(posters.log?.records ?? [])} />}
      {phase === undefined || phase.kind === 'over' ? (
        <CreateAgain results={results}>
          {phase === undefined ? (
            <Button onClick={() => show('results', { reviewed: [] })}>{m.cancel()}</Button>
          ) : (
            <Button onClick={startNew}>{m.results_new()}</Button>
          )}
        </CreateAgain>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => sender.stop()}>{m.batch_stop()}</Button>
          <Button onClick={() => show('form')}>{m.results_form()}</Button>
          {phase.kind === 'running' && (
            <Button
              aria-disabled={phase.next !== 'go-on'}
              onClick={() => {
                if (phase.next === 'go-on') sender.pause()
              }}
            >
              {m.batch_pause()}
            </Button>
          )}
        </div>
      )}
      {!posters.isKept && phase !== undefined && phase.kind !== 'over' && (
        <p className="text-sm text-muted">{m.batch_not_kept()}</p>
      )}
    </div>
  )
}

/** Creates those again that failed or were stopped, with what was corrected. */
function CreateAgain({ results, children }: { results: readonly Result[]; children: ReactNode }) {
  const { ask, pictures } = usePosters()
  const corrected = results.flatMap(({ record, reviewed }) => {
    if (reviewed === undefined || reviewed.isLeftOut) return []
    return [{ record, reading: readPosterImage(reviewed.imageUrl, pictures.deleted) }]
  })
  const isAwaited = pictures.list.some(
    (one) => isMoving(one) && corrected.some(({ record }) => one.target === failedTarget(record)),
  )
  const stopped = results.filter(({ record }) => record.state.kind === 'queued')
  const wanted: WantedPoster[] = [
    ...corrected.flatMap(({ record: { id, request }, reading }) =>
      reading.ok ? [{ request: { ...request, image_url: reading.url }, retryOf: [id] }] : [],
    ),
    ...stopped.map(({ record: { request, retryOf = [] } }) => ({ request, retryOf })),
  ]
  const count = corrected.length + stopped.length
  const isReady = !isAwaited && wanted.length === count && count > 0
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {(stopped.length > 0 || results.some(({ reviewed }) => reviewed !== undefined)) && (
          <Button
            tone="primary"
            aria-disabled={!isReady}
            onClick={() => {
              if (isReady) ask(wanted)
            }}
          >
            {corrected.length === 0
              ? m.results_rest(counted(count))
              : m.results_again(counted(count))}
          </Button>
        )}
        {children}
      </div>
      <p role="status" className="text-sm empty:-mt-3">
        {isAwaited && m.picture_wait_several()}
      </p>
    </>
  )
}

/** Why sending is paused, and the way to resume it. */
function Held({ why, results }: { why: HoldReason; results: readonly Result[] }) {
  const { posters, sender, onReplaceKey } = usePosters()
  const { log, isSending } = posters
  // The log is not read yet, something else is being sent, or the limit cannot be read.
  const isReady = usePointsLimit() !== null && log !== undefined && !isSending
  const payerId = useId()
  const advice = holdAdvice(why)
  const waiting = results.filter(({ record }) => record.state.kind === 'queued')
  return (
    <>
      {'failure' in why && (
        <div className="flex flex-col gap-2 text-sm">
          <FailureText failure={why.failure} />
        </div>
      )}
      {advice !== '' && <p className="text-sm">{advice}</p>}
      <PointsLimitField balance={lastBalance(log?.records ?? [])} />
      <div id={payerId} className="flex flex-col gap-1 text-sm wrap-anywhere text-muted">
        <PlanPayer requests={waiting.map(({ record }) => record.request)} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          tone="primary"
          aria-disabled={!isReady}
          aria-describedby={payerId}
          onClick={({ detail }) => {
            // Ignore the second click of a double click: it was meant for the button that was here before.
            if (isReady && detail < 2) sender.resume()
          }}
        >
          {m.batch_resume()}
        </Button>
        {why.kind === 'key' && <Button onClick={onReplaceKey}>{m.account_replace()}</Button>}
      </div>
    </>
  )
}

/** "Created 4", "Waiting 2", …: only states that occur. */
function countWords(results: readonly Result[]): string[] {
  const counts = new Map<ShownState, number>()
  for (const { state } of results) counts.set(state, (counts.get(state) ?? 0) + 1)
  return Array.from(counts, ([state, count]) =>
    m.batch_count({ state: stateWords[state].word(), count: formatNumber(count) }),
  )
}
