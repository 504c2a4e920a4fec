import { differenceOf, type ExactNumber } from '#contract/record.ts'
import type { PosterTaskRequest } from '#contract/poster-tasks.ts'
import { FailureBanner } from '#web/failures/failure-banner.tsx'
import { type ApiFailure, isAboutKey, isNotRecorded } from '#web/api/api-error.ts'
import type { Balance, Outcome } from '#web/poster-records/record.ts'
import { HAS_HOST } from '#web/api/exchange.ts'
import { formatDifference, formatNumber } from '#web/format/number.ts'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { formatClock } from '#web/format/time.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { m } from '#web/messages/generated/messages.js'
import { CreatedFacts, SentTask } from '#web/posters/results/sent-poster.tsx'
import { hasFailed } from '#web/posters/follow/followed-tasks.ts'
import { RequestWords, stateWords } from '#web/posters/poster-words.tsx'
import { useFollowedTask, usePosters } from '#web/posters/posters-context.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ShareVideo } from '#web/video-task/share-video.tsx'
import { focusOnce } from '#web/ui/page-heading.tsx'

/** A created poster: the points left, and its video. What else the reply says stands under "Details". */
export function CreatedPanel() {
  const { shown, show, renderTasksLink } = usePosters()
  const followed = useFollowedTask(shown?.record)
  if (shown?.outcome.kind !== 'created') return null
  const { outcome } = shown
  const task = followed?.kind === 'seen' ? followed.task : undefined
  const videoUrl = safeHttpUrl(task?.videoUrl ?? '')
  const { word, icon: Icon, tint } = stateWords[hasFailed(followed) ? 'task-failed' : 'created']
  const points = pointsInWords(word(), outcome.created.remainingPoints, shown.previousBalance)
  return (
    <section
      aria-labelledby="created-title"
      className="flex max-w-2xl flex-col gap-5 rounded-panel border border-line bg-surface p-5"
    >
      <h2
        id="created-title"
        ref={focusOnce}
        tabIndex={-1}
        className="flex items-center gap-2 text-lg font-semibold"
      >
        <Icon aria-hidden className={`size-5 ${tint}`} />
        <span>{points.title}</span>
      </h2>
      {followed !== undefined && (
        <div className="flex flex-col gap-3">
          <SentTask record={shown.record} followed={followed} isLarge />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" onClick={() => show('form')}>
          {m.created_another()}
        </Button>
        {renderTasksLink(m.created_see_tasks())}
        {task !== undefined && videoUrl !== undefined && <ShareVideo task={task} url={videoUrl} />}
      </div>
      <CreatedFacts outcome={outcome} points={points.fact} />
    </section>
  )
}

/** The points left, and their difference to what they were before, which is no price: others may have used the account meanwhile. */
function pointsInWords(word: string, points: ExactNumber | null, previous: Balance | null) {
  if (points === null) return { title: word, fact: m.created_points_unknown() }
  const shown = formatNumber(points)
  const title = `${word} · ${m.submission_points({ points: shown })}`
  if (previous === null) return { title, fact: shown }
  const difference = formatDifference(differenceOf(points, previous.points))
  const since = m.created_points_difference({ difference, time: formatClock(previous.at) })
  return { title, fact: `${shown} · ${since}` }
}

/** The outcome of the last submission, beside a form that is in use; nothing if there is none. */
export function LastOutcome() {
  const { shown, renderTasksLink } = usePosters()
  if (shown === null) return null
  const { record, outcome, isFromReply, formerRequest } = shown
  if (outcome.kind !== 'created') {
    return <NotCreatedBanner key={record.id} outcome={outcome} formerRequest={formerRequest} />
  }
  // An outcome that became known later was announced by the log.
  if (!isFromReply) return null
  return (
    <Banner tone="note" title={m.created_title()} actions={renderTasksLink(m.created_see_tasks())}>
      {formerRequest !== null && (
        <p>
          <RequestWords request={formerRequest} />
        </p>
      )}
    </Banner>
  )
}

/** Says that no task was created, or that the outcome is unknown. The form keeps its values. */
function NotCreatedBanner({
  outcome,
  formerRequest,
}: {
  outcome: Exclude<Outcome, { kind: 'created' }>
  /** what was sent, if the form has another poster by now; else null */
  formerRequest: PosterTaskRequest | null
}) {
  const { onReplaceKey, renderTasksLink } = usePosters()
  const { kind, failure } = outcome
  const titles = {
    refused: m.refused_title,
    unknown: m.unknown_title,
    'not-sent': m.not_sent_title,
  }
  const isUnknown = kind === 'unknown'
  const kept = kind === 'not-sent' ? m.not_sent_kept() : m.refused_kept()
  const about = formerRequest === null ? kept : <RequestWords request={formerRequest} />
  return (
    <div
      // On a phone the form is longer than the screen, so focus scrolls to the banner. Someone who has gone on
      // typing keeps the focus in the form.
      ref={formerRequest === null ? focusOnce : undefined}
      tabIndex={-1}
      className="scroll-mt-16 rounded-panel outline-none"
    >
      {failure === null ? (
        <Banner tone="problem" title={titles[kind]()}>
          <p>{m.not_sent_lost()}</p>
          <p>{about}</p>
        </Banner>
      ) : (
        <FailureBanner
          failure={failure}
          title={titles[kind]()}
          // The advice for other failures is to try again, which may cost twice here.
          advice={isUnknown ? unknownAdvice(failure) : undefined}
          text={about}
        >
          {isAboutKey(failure) && <Button onClick={onReplaceKey}>{m.account_replace()}</Button>}
          {isUnknown && renderTasksLink(m.unknown_see_tasks())}
        </FailureBanner>
      )}
    </div>
  )
}

function unknownAdvice(failure: ApiFailure): string {
  if (isNotRecorded(failure)) return m.submission_not_recorded()
  return joinSentences(m.unknown_text(), HAS_HOST ? m.unknown_check() : '')
}
