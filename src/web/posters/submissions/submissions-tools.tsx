import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'

import type { Submission } from '#web/submissions/submission.ts'
import { useApiSession } from '#web/api/session.tsx'
import { csvLossWords } from '#web/format/csv.ts'
import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import {
  chooseFilter,
  filterOutcome,
  SUBMISSION_OUTCOMES,
  type SubmissionFilter,
} from '#web/posters/submissions/submission-filter.ts'
import { submissionWords } from '#web/posters/submissions/submission-words.ts'
import { ClearSubmissions } from '#web/posters/submissions/clear-submissions.tsx'
import {
  submissionsFile,
  submissionsLosses,
  type SubmissionsFormat,
} from '#web/posters/submissions/submissions-file.ts'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { Select } from '#web/ui/select.tsx'

/** The actions on the whole log: filter, export, clear. */
export function SubmissionsTools({
  submissions,
  shown,
  filter,
  sendingId,
  accountName,
  onFilter,
  onCleared,
}: {
  /** all submissions of the log */
  submissions: readonly Submission[]
  /** those that match the filter */
  shown: readonly Submission[]
  filter: SubmissionFilter | undefined
  sendingId: string | undefined
  accountName: string
  onFilter: (filter: SubmissionFilter | undefined) => void
  onCleared: (ids: ReadonlySet<string>) => void
}) {
  const session = useApiSession()
  const [isClearing, setIsClearing] = useState(false)
  const option = (label: string, count: number) =>
    m.submissions_option({ outcome: label, count: formatNumber(count) })
  const save = (format: SubmissionsFormat) => {
    const about = { account: accountName, apiKey: session.apiKey, now: Date.now() }
    const { name, content } = submissionsFile(shown, format, {
      ...about,
      ...(filter !== undefined && { outcome: filter.outcome }),
    })
    saveFile(name, content)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Select
        label={m.submissions_outcome()}
        value={filter?.outcome ?? ''}
        options={[
          { value: '', label: option(m.submissions_all(), submissions.length) },
          ...SUBMISSION_OUTCOMES.map((outcome) => ({
            value: outcome,
            label: option(
              submissionWords[outcome].word(),
              submissions.filter((submission) => filterOutcome(submission) === outcome).length,
            ),
          })),
        ]}
        onChange={(value) => {
          const outcome = SUBMISSION_OUTCOMES.find((one) => one === value)
          onFilter(outcome && chooseFilter(submissions, outcome))
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          onClick={() => {
            save('csv')
          }}
        >
          <Download aria-hidden className="size-4" />
          <span>{m.submissions_export_csv()}</span>
        </Button>
        <Button
          onClick={() => {
            save('json')
          }}
        >
          <Download aria-hidden className="size-4" />
          <span>{m.submissions_export_json()}</span>
        </Button>
        <Button
          onClick={() => {
            setIsClearing(true)
          }}
        >
          <Trash2 aria-hidden className="size-4" />
          <span>{m.submissions_clear()}</span>
        </Button>
      </div>
      {[...submissionsLosses(shown)].map((loss) => (
        <p key={loss} className="basis-full text-sm text-muted">
          {csvLossWords[loss]()}
        </p>
      ))}
      {isClearing && (
        <ClearSubmissions
          submissions={submissions.filter(({ id }) => id !== sendingId)}
          onClose={() => {
            setIsClearing(false)
          }}
          onCleared={onCleared}
        />
      )}
    </div>
  )
}
