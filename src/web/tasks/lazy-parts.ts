import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'

/** The parts of the tasks screen that its first rows do not need. */
const loadEmptyList = () => import('#web/tasks/list-empty.tsx')
const loadNotes = () => import('#web/tasks/list-notes.tsx')
export const loadTools = () => import('#web/tasks/list-parts.ts')

export const EmptyList = lazyPart(async () => (await loadEmptyList()).EmptyList, NotLoaded)
export const LoadFailed = lazyPart(async () => (await loadEmptyList()).LoadFailed, NotLoaded)
export const ReplyNotes = lazyPart(async () => (await loadNotes()).ReplyNotes, NotLoaded)
export const StaleRows = lazyPart(async () => (await loadNotes()).StaleRows, NotLoaded)
export const IgnoredInputs = lazyPart(
  async () => (await import('#web/failures/ignored-inputs.tsx')).IgnoredInputs,
  NotLoaded,
)
// Where it does not come the screen is still whole: it is refreshed by hand, and needs no sheet.
export const AutoRefresh = lazyPart(
  async () => (await import('#web/tasks/refresh/auto-refresh.tsx')).AutoRefresh,
  ({ choices }) => choices,
)
export const TaskDetails = lazyPart(
  async () => (await import('#web/tasks/details/task-details.tsx')).TaskDetails,
  NotLoaded,
)
// Without them the list is still whole.
export const ListTools = lazyPart(
  async () => (await loadTools()).ListTools,
  () => null,
)
