import { useEffect } from 'react'

import type { LatestSubmission } from '#web/submissions/send-submission.ts'
import type { SubmissionsApi } from '#web/submissions/use-submissions.ts'
import { loadDraft, type PosterDraft } from '#web/posters/form/draft.ts'

/**
 * Where the browser keeps no submissions, or another tab has them forgotten, a page that was loaded
 * again knows of the last one by its draft: what became of it can still be asked for.
 */
export function useRecall({
  draft: { imageUrl, scene, sent },
  log,
  latest,
  recall,
  profileId,
}: { draft: PosterDraft; profileId: string } & Pick<
  SubmissionsApi,
  'log' | 'latest' | 'recall'
>): void {
  const isLost =
    log !== undefined &&
    (log.isRead || !log.isKept) &&
    sent?.profileId === profileId &&
    sent.id !== latest?.id &&
    !log.submissions.some(({ id }) => id === sent.id)
  useEffect(() => {
    if (!isLost || scene === null) return
    const request = { image_url: imageUrl.trim(), prompt: scene }
    recall({ id: sent.id, request, startedAt: sent.at })
    // oxlint-disable-next-line react/exhaustive-deps -- once for each that is lost
  }, [isLost])
}

/** A submission that was begun on this screen before it was left has marked the stored draft alone. */
export function useLateMark(
  profileId: string,
  latest: LatestSubmission | null,
  setDraft: (draft: PosterDraft) => void,
): void {
  const id = latest?.id
  useEffect(() => {
    const stored = loadDraft(profileId)
    if (id !== undefined && stored.sent?.id === id) setDraft(stored)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each submission
  }, [id])
}
