import { useSyncExternalStore } from 'react'

import { m } from '#web/messages/generated/messages.js'
import { hasNewVersion, subscribeToVersions } from '#web/shell/kept-shell.ts'
import { Button } from '#web/ui/button.tsx'

/** Says that a newer version is ready, over whatever screen is there, and moves nothing of it. */
export function NewVersion() {
  const isReady = useSyncExternalStore(subscribeToVersions, hasNewVersion)
  return (
    <div role="status" className="fixed below-header z-30">
      {isReady && (
        <p className="flex items-center gap-3 rounded-panel border border-line bg-raised py-2 pr-2 pl-4 text-sm shadow-float">
          {m.version_ready()}
          <Button onClick={() => location.reload()}>{m.version_load()}</Button>
        </p>
      )}
    </div>
  )
}
