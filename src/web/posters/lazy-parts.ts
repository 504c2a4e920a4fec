import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'

/** The parts of the posters screen that one poster does not need. */
export const BatchView = lazyPart(
  async () => (await import('#web/posters/batch/batch-view.tsx')).BatchView,
  NotLoaded,
)
export const ClearSubmissions = lazyPart(
  async () => (await import('#web/posters/submissions/clear-submissions.tsx')).ClearSubmissions,
  NotLoaded,
)
