import { useEffect, useRef } from 'react'

/** What a tap does something with. */
const PRESSED = 'a, button, input, label, select, summary'

/** Between the hint, what it is about, and the edges of the screen, in pixels. */
const GAP_PX = 8

/** What a title tells a pointer that rests on it, a finger is told by a tap. */
export function TapHint() {
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
    // Inside of a dialog too.
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

/** Below it, or above where there is no room; never beyond the edges of the screen. */
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
