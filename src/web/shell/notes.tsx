import { useSelector } from '@tanstack/react-store'
import type { ReactNode } from 'react'

import { m } from '#web/messages/generated/messages.js'
import { languageChange, newVersion } from '#web/shell/kept-shell.ts'
import { Button } from '#web/ui/button.tsx'
import { unkept } from '#web/ui/device-choice.ts'
import { TapHint } from '#web/ui/tap-hint.tsx'

/** Names the version of the app, for the report of a problem. */
export function Version() {
  return (
    <p className="text-xs text-muted">
      {m.app_version({
        version: import.meta.env.MARQUEE_VERSION,
        // Without Intl: its first formatter would delay the start, see docs/decisions/0042.
        time: import.meta.env.MARQUEE_BUILT_AT.slice(0, 10),
      })}
    </p>
  )
}

/**
 * What floats over every screen: the hint of a tap, and a note that the other language could not be loaded, that the browser does
 * not keep a choice, or that a newer version is ready.
 */
export function Notes() {
  const isNotLoaded = useSelector(languageChange) === 'not-loaded'
  const isUnkept = useSelector(unkept) !== null
  const isNewer = useSelector(newVersion)
  function close() {
    languageChange.set('none')
    unkept.set(null)
  }
  return (
    <>
      <div role="status" className="fixed below-header z-30">
        {isNotLoaded || isUnkept ? (
          <FloatingNote text={isNotLoaded ? m.language_not_loaded() : m.choice_unkept()}>
            <Button onClick={close}>{m.close()}</Button>
          </FloatingNote>
        ) : (
          isNewer && (
            <FloatingNote text={m.version_ready()}>
              <Button onClick={() => location.reload()}>{m.version_load()}</Button>
            </FloatingNote>
          )
        )}
      </div>
      <TapHint />
    </>
  )
}

/** A note that floats over the screen, so that nothing moves. @param children what a person can do about it */
function FloatingNote({ text, children }: { text: string; children: ReactNode }) {
  return (
    <p className="flex items-center gap-3 rounded-panel border border-line bg-raised py-2 pr-2 pl-4 text-sm shadow-float">
      <span>{text}</span>
      {children}
    </p>
  )
}
