import { type PointerEvent, useRef } from 'react'

import { useDocumentEvent } from '#web/ui/effects.ts'
import { whenIdle } from '#web/ui/when-idle.ts'

/** Elements that react to a tap. */
const PRESSED = 'a, button, input, label, select, summary'

/** The distance of the hint from its element and from the edges of the screen, in pixels. */
const GAP_PX = 8

/** A browser shows a title when the mouse has rested for longer than this, in milliseconds. */
const REST_MS = 100

/** Shows the `title` of an element on a tap, as a touch screen has no hover. */
export function TapHint() {
  const box = useRef<HTMLDivElement>(null)
  useDocumentEvent('click', (event) => {
    const titled = tappedTitle(event)
    if (box.current !== null && titled !== undefined) showBeside(titled, box.current)
  })
  useDocumentEvent('pointerdown', () => callOffTitle?.())
  // Captured, as scroll events inside a dialog do not bubble.
  useDocumentEvent('scroll', () => box.current?.hidePopover(), { capture: true, passive: true })
  return (
    <div
      ref={box}
      role="tooltip"
      popover="auto"
      className="fixed right-auto bottom-auto m-0 w-max max-w-[min(20rem,100vw-1rem)] rounded-control border border-line bg-raised px-3 py-2 text-sm wrap-anywhere text-ink shadow-float"
    />
  )
}

/** Calls off the title that the pointer asked for last. */
let callOffTitle: (() => void) | undefined

/**
 * Gives an element its title when the pointer comes. Titles of all elements would take long to format. A mouse rests before its
 * title shows, so formatting waits for the browser to be idle, and a press calls it off: what it asks for must not wait.
 */
export function giveTitle(
  { currentTarget, pointerType }: Pick<PointerEvent<HTMLElement>, 'currentTarget' | 'pointerType'>,
  titleOf: () => string,
): void {
  const give = () => {
    currentTarget.title = titleOf()
  }
  callOffTitle?.()
  if (pointerType === 'mouse') callOffTitle = whenIdle(give, REST_MS)
  else give()
}

/** Gives the element below the pointer the title that its `data-title` names; '': its label. What is cut off, or was before, has its text. A list does so for all its items. */
export function giveNamedTitle(
  { target, pointerType }: PointerEvent,
  titleOf: (name: string) => string,
): void {
  const titled =
    target instanceof Element ? target.closest<HTMLElement>('[data-title],.truncate,[title]') : null
  if (titled === null) return
  const { title: name = '' } = titled.dataset
  giveTitle({ currentTarget: titled, pointerType }, () =>
    name === '' ? (titled.ariaLabel ?? titled.textContent) : titleOf(name),
  )
}

/** The element whose title the tap of a finger shows; undefined: the click is no tap, or presses something. */
export function tappedTitle(event: MouseEvent): HTMLElement | undefined {
  const { target } = event
  const isTap = 'pointerType' in event && event.pointerType === 'touch'
  if (!isTap || !(target instanceof Element) || target.closest(PRESSED)) return undefined
  return target.closest<HTMLElement>('[title]') ?? undefined
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
