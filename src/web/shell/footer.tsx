import { useSelector } from '@tanstack/react-store'
import { useEffect, useRef } from 'react'

import { formatDateAndClock } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import { DisplayControls } from '#web/shell/display-controls.tsx'
import { FooterPlace } from '#web/shell/frame.tsx'
import { FloatingNote } from '#web/shell/floating-note.tsx'
import { newVersion } from '#web/shell/kept-shell.ts'
import { Button } from '#web/ui/button.tsx'
import { useTimeZone } from '#web/ui/time-zone-choice.ts'

/** The version of the app. On a phone, also the buttons that are in the header on larger screens. */
export function Footer({ hasControls = false }: { hasControls?: boolean }) {
  useTimeZone()
  return (
    <FooterPlace>
      <footer className="mx-auto flex w-full max-w-7xl items-center gap-x-4 gutter pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] text-xs text-muted">
        <p className="min-w-0 flex-1">
          {m.footer_version({
            version: import.meta.env.MARQUEE_VERSION,
            time: formatDateAndClock(Date.parse(import.meta.env.MARQUEE_BUILT_AT)),
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

/** Elements that react to a tap. */
const PRESSED = 'a, button, input, label, select, summary'

/** The distance of the hint from its element and from the edges of the screen, in pixels. */
const GAP_PX = 8

/** Shows the `title` of an element on a tap, as a touch screen has no hover. */
function TapHint() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    function onClick(event: MouseEvent) {
      const { target } = event
      if (!isTouch(event) || !(target instanceof Element) || target.closest(PRESSED)) return
      const titled = target.closest<HTMLElement>('[title]')
      if (box.current !== null && titled !== null) showBeside(titled, box.current)
    }
    function onScroll() {
      box.current?.hidePopover()
    }
    document.addEventListener('click', onClick)
    // Captured, as scroll events inside a dialog do not bubble.
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      document.removeEventListener('click', onClick)
      document.removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [])
  return (
    <div
      ref={box}
      role="tooltip"
      popover="auto"
      className="fixed right-auto bottom-auto m-0 w-max max-w-[min(20rem,100vw-1rem)] rounded-control border border-line bg-raised px-3 py-2 text-sm wrap-anywhere text-ink shadow-float"
    />
  )
}

function isTouch(event: MouseEvent): boolean {
  return event instanceof PointerEvent && event.pointerType === 'touch'
}

/** Places the hint below the element, or above if there is no room, and within the screen. */
function showBeside(titled: HTMLElement, hint: HTMLElement): void {
  hint.textContent = titled.title
  hint.showPopover()
  const about = titled.getBoundingClientRect()
  const { width, height } = hint.getBoundingClientRect()
  const below = about.bottom + GAP_PX
  const top = below + height + GAP_PX > innerHeight ? about.top - GAP_PX - height : below
  const left = Math.min(about.left, innerWidth - width - GAP_PX)
  hint.style.top = `${String(Math.max(top, GAP_PX))}px`
  hint.style.left = `${String(Math.max(left, GAP_PX))}px`
}
