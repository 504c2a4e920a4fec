import type { Submission } from '#web/submissions/submission.ts'
import { withoutKey } from '#contract/without-key.ts'
import { CSV_START, csvLoss, type CsvLoss, csvRecord, type CsvValue } from '#web/format/csv.ts'
import { safeFileName } from '#web/format/file-name.ts'
import { formatJson } from '#web/format/json-text.ts'
import { zonedIso } from '#web/format/time-zone.ts'
import type { SubmissionOutcome } from '#web/posters/submissions/submission-filter.ts'

/** The formats of an exported file. */
export type SubmissionsFormat = 'csv' | 'json'

/** The fields of a submission in a file. They have the specification's names if it has any. */
const fields = {
  sent_at: ({ startedAt }) => zonedIso(startedAt),
  image_url: ({ request }) => request.image_url,
  prompt: ({ request }) => request.prompt,
  outcome: ({ outcome }) => outcome?.kind ?? 'unknown',
  uuid: ({ outcome }) => (outcome?.kind === 'created' ? outcome.created.uuid : null),
  remaining_points: ({ outcome }) =>
    outcome?.kind === 'created' ? outcome.created.remainingPoints : null,
  task_type: ({ outcome }) => (outcome?.kind === 'created' ? outcome.created.taskType : null),
  code: ({ outcome }) => codeOf(outcome),
  message: ({ outcome }) => messageOf(outcome),
  submission_id: ({ id }) => id,
} satisfies Record<string, (submission: Submission) => CsvValue>

/** What a spreadsheet does not show of submissions in CSV. */
export function submissionsLosses(submissions: readonly Submission[]): ReadonlySet<CsvLoss> {
  const losses = submissions.flatMap((submission) =>
    Object.values(fields).map((valueOf) => csvLoss(valueOf(submission))),
  )
  return new Set(losses.filter((loss) => loss !== undefined))
}

/**
 * A file of submissions, in the order on screen. It does not contain the key.
 *
 * @param apiKey is removed from texts of the service that repeat it
 * @param outcome by which they are filtered; undefined: they are not
 * @param now milliseconds since the epoch
 */
export function submissionsFile(
  submissions: readonly Submission[],
  format: SubmissionsFormat,
  {
    account,
    apiKey,
    outcome,
    now,
  }: { account: string; apiKey: string; outcome?: SubmissionOutcome; now: number },
): { name: string; content: Blob } {
  const rows = submissions.map((submission) =>
    Object.entries(fields).map(([name, valueOf]) => {
      const value = valueOf(submission)
      // Before a text is cut: half a key would not be found.
      return [name, typeof value === 'string' ? withoutKey(value, apiKey) : value] as const
    }),
  )
  const text =
    format === 'csv'
      ? CSV_START +
        csvRecord(Object.keys(fields)) +
        rows.map((row) => csvRecord(row.map(([, value]) => value))).join('')
      : `${formatJson(rows.map((row) => Object.fromEntries(row)))}\n`
  const type = format === 'csv' ? 'text/csv' : 'application/json'
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')
  const parts = ['marquee-submissions', safeFileName(account, ''), outcome, `${time}Z`]
  return {
    name: `${parts.filter((part) => part !== undefined).join('-')}.${format}`,
    content: new Blob([text], { type: `${type};charset=utf-8` }),
  }
}

function codeOf(outcome: Submission['outcome']): number | string | null {
  if (outcome === null || outcome.kind === 'created' || outcome.failure === null) return null
  const { failure } = outcome
  if ('code' in failure) return failure.word ?? failure.code
  return 'status' in failure ? failure.status : null
}

function messageOf(outcome: Submission['outcome']): string | null {
  if (outcome?.kind === 'created') return outcome.created.message
  const failure = outcome?.failure ?? null
  return failure !== null && 'message' in failure ? failure.message : null
}
