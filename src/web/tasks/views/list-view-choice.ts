import { LIST_VIEW_ENTRY, type ListView, readListView } from '#web/tasks/views/list-view.ts'
import { createDeviceChoice, useDeviceChoice } from '#web/ui/device-choice.ts'

/** The view that was chosen last in this browser. */
export const listViewChoice = createDeviceChoice<ListView>(
  LIST_VIEW_ENTRY,
  readListView,
  (view) => view,
)

/** The view of a list: that of its address, or else the one that was chosen last. */
export function useListView(ofAddress: ListView | undefined): ListView {
  const chosen = useDeviceChoice(listViewChoice)
  return ofAddress ?? chosen
}
