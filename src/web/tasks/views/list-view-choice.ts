import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { LIST_VIEW_ENTRY, type ListView, readListView } from '#web/task-list/tasks-address.ts'
import { createDeviceChoice, useDeviceChoice } from '#web/ui/device-choice.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { HOLD_MS, withTimeout } from '#web/ui/with-timeout.ts'

/** The view that was chosen last in this browser. */
const listViewChoice = createDeviceChoice<ListView>(LIST_VIEW_ENTRY, readListView, (view) => view)

/** The view of a list: that of its address, or else the one that was chosen last. */
export function useListView(ofAddress: ListView | undefined): ListView {
  const chosen = useDeviceChoice(listViewChoice)
  return ofAddress ?? chosen
}

/** The list as tiles. Only its use loads it, as few people use it. */
export const TaskGallery = lazyPart(
  async () => (await import('#web/tasks/gallery/task-gallery.tsx')).TaskGallery,
  NotLoaded,
  'never',
)

/** Changes the view. Its code is loaded first, if that is quick: the rows stay until then. */
export async function chooseListView(view: ListView): Promise<void> {
  if (view === 'gallery') await withTimeout(HOLD_MS, TaskGallery.load())
  listViewChoice.set(view)
}
