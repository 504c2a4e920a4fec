import { NotLoaded } from '#web/notices/not-loaded.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'

/** The parts of the posters screen that one poster does not need. */
export const BatchView = lazyPart(
  async () => (await import('#web/posters/batch-view.tsx')).BatchView,
  NotLoaded,
)
export const ClearSubmissions = lazyPart(
  async () => (await import('#web/posters/clear-submissions.tsx')).ClearSubmissions,
  NotLoaded,
)
