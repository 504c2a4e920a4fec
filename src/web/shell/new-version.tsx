import { useSyncExternalStore } from 'react'

import { m } from '#web/messages/generated/messages.js'
import { FloatingNote } from '#web/shell/floating-note.tsx'
import { hasNewVersion, subscribeToVersions } from '#web/shell/kept-shell.ts'
import { Button } from '#web/ui/button.tsx'

/** Says that a newer version is ready, over whatever screen is there, and moves nothing of it. */
export function NewVersion() {
  const isReady = useSyncExternalStore(subscribeToVersions, hasNewVersion)
  return (
    <div role="status" className="fixed below-header z-30">
      {isReady && (
        <FloatingNote>
          {m.version_ready()}
          <Button onClick={() => location.reload()}>{m.version_load()}</Button>
        </FloatingNote>
      )}
    </div>
  )
}
