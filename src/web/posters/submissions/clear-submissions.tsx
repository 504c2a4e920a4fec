import { useState } from 'react'

import { isOpen, type Submission } from '#web/submissions/submission.ts'
import { clearSubmissions } from '#web/submissions/kept-submissions.ts'
import { useApiSession } from '#web/api/session.tsx'
import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { announce } from '#web/ui/live-region.tsx'

/** Asks before the log is cleared. Open submissions stay, unless the person includes them. */
export function ClearSubmissions({
  submissions,
  onClose,
  onCleared,
}: {
  /** those that may be removed */
  submissions: readonly Submission[]
  onClose: () => void
  onCleared: (ids: ReadonlySet<string>) => void
}) {
  const session = useApiSession()
  const [withOpen, setWithOpen] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const open = submissions.filter(isOpen)
  const going = withOpen ? submissions : submissions.filter((submission) => !isOpen(submission))

  async function clear() {
    const ids = going.map(({ id }) => id)
    const isGone = await clearSubmissions(session, ids)
    setHasFailed(!isGone)
    if (!isGone) return
    onCleared(new Set(ids))
    announce(m.submissions_cleared())
    onClose()
  }

  return (
    <Dialog title={m.submissions_clear_title()} closeLabel={m.close()} onClose={onClose} isQuestion>
      <p>
        {going.length === 0
          ? m.submissions_clear_none()
          : m.submissions_clear_count({ count: going.length, shown: formatNumber(going.length) })}
      </p>
      {open.length > 0 && (
        <Checkbox
          label={m.submissions_clear_open({ count: open.length, shown: formatNumber(open.length) })}
          help={m.submissions_clear_open_help()}
          checked={withOpen}
          onChange={setWithOpen}
        />
      )}
      {hasFailed && <Banner tone="problem" title={m.submissions_clear_failed()} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="large" onClick={onClose}>
          {m.cancel()}
        </Button>
        <Button
          tone="danger"
          size="large"
          disabled={going.length === 0}
          onClick={() => {
            void clear()
          }}
        >
          {m.submissions_clear_confirm()}
        </Button>
      </div>
    </Dialog>
  )
}
