import { useSelector } from '@tanstack/react-store'

import { m } from '#web/messages/generated/messages.js'
import { DisplayControls } from '#web/shell/display-controls.tsx'
import { FooterPlace } from '#web/shell/frame.tsx'
import { FloatingNote } from '#web/shell/floating-note.tsx'
import { newVersion } from '#web/shell/kept-shell.ts'
import { Button } from '#web/ui/button.tsx'
import { TapHint } from '#web/ui/tap-hint.tsx'

/** The version of the app. On a phone, also the buttons that are in the header on larger screens. */
export function Footer({ hasControls = false }: { hasControls?: boolean }) {
  return (
    <FooterPlace>
      <footer className="mx-auto flex w-full max-w-7xl items-center gap-x-4 gutter pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] text-xs text-muted">
        <p className="min-w-0 flex-1">
          {m.footer_version({
            version: import.meta.env.MARQUEE_VERSION,
            // Without Intl: its first formatter would delay the start, see docs/decisions/0042.
            time: import.meta.env.MARQUEE_BUILT_AT.slice(0, 10),
          })}
        </p>
        <NewVersion />
        <TapHint />
        <DisplayControls {...(!hasControls && { className: 'sm:hidden' })} />
      </footer>
    </FooterPlace>
  )
}

/** Says that a newer version is ready. The note floats over the screen, so nothing moves. */
function NewVersion() {
  const isReady = useSelector(newVersion)
  return (
    <div role="status" className="fixed below-header z-30">
      {isReady && (
        <FloatingNote>
          <span>{m.version_ready()}</span>
          <Button onClick={() => location.reload()}>{m.version_load()}</Button>
        </FloatingNote>
      )}
    </div>
  )
}
