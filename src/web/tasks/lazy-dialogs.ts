import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'

/** The dialogs that a cell opens. Their code loads when the first one opens. */
const loadDialogs = () => import('#web/tasks/dialogs.tsx')

export const ErrorDialog = lazyPart(async () => (await loadDialogs()).ErrorDialog, NotLoaded)
export const JsonDialog = lazyPart(async () => (await loadDialogs()).JsonDialog, NotLoaded)
export const VideoDialog = lazyPart(async () => (await loadDialogs()).VideoDialog, NotLoaded)
