import { useSelector } from '@tanstack/react-store'

import { m } from '#web/messages/generated/messages.js'
import { FloatingNote } from '#web/shell/floating-note.tsx'
import { newVersion } from '#web/shell/kept-shell.ts'
import { Button } from '#web/ui/button.tsx'

/** Says that a newer version is ready. The note floats over the screen, so nothing moves. */
export function NewVersion() {
  const isReady = useSelector(newVersion)
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
