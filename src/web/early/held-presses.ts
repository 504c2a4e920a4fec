import { handlesPresses } from '#web/early/dom-runtime.ts'
import { nodeAt, pathOf } from '#web/early/place.ts'

/** What can be clicked. The table handles the clicks on its rows. */
const CLICKED = 'a, button, input, tr'

/** Presses that are kept until somebody can handle them. */
export interface HeldPresses {
  /** From now on also keeps presses of what works without the app. */
  holdAll: () => void
  /** Does the presses again, on the elements that are there now. */
  replay: () => void
  /** Keeps no presses any more: the browser does what it can. */
  stop: () => void
}

/** Keeps presses below a root that need the app: those of controls without a handler. */
export function holdPresses(root: HTMLElement): HeldPresses {
  const held: (() => void)[] = []
  let isEveryHeld = false

  const isHeld = (control: Element | null): control is Element =>
    control !== null && (isEveryHeld || !handlesPresses(control))

  const onClick = (event: MouseEvent) => {
    const { target, ctrlKey, metaKey, shiftKey, altKey } = event
    if (!(target instanceof Element) || !isHeld(target.closest(CLICKED))) return
    // The browser opens another tab or window by itself.
    if ((ctrlKey || metaKey || shiftKey || altKey) && target.closest('a') !== null) return
    // The link to the content needs no app.
    if (target.closest('a[href^="#"]') !== null) return
    event.preventDefault()
    event.stopPropagation()
    const again = finder(target)
    held.push(() =>
      again()?.dispatchEvent(
        new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey, ctrlKey, metaKey }),
      ),
    )
  }
  const onChange = (event: Event) => {
    const { target } = event
    if (!(target instanceof HTMLSelectElement) || !isHeld(target)) return
    event.stopPropagation()
    const [again, { value }] = [finder(target), target]
    held.push(() => {
      const found = again()
      if (!(found instanceof HTMLSelectElement)) return
      found.value = value
      found.dispatchEvent(new Event('change', { bubbles: true }))
    })
  }
  const onSubmit = (event: SubmitEvent) => {
    const { target } = event
    if (!(target instanceof HTMLFormElement) || !isHeld(target)) return
    event.preventDefault()
    event.stopPropagation()
    const again = finder(target)
    held.push(() => {
      const found = again()
      if (found instanceof HTMLFormElement) found.requestSubmit()
    })
  }
  const finder = (element: Element) => {
    const path = pathOf(root, element)
    return () => nodeAt(root, path)
  }

  const watching = new AbortController()
  const options = { capture: true, signal: watching.signal }
  root.addEventListener('click', onClick, options)
  root.addEventListener('change', onChange, options)
  root.addEventListener('submit', onSubmit, options)
  return {
    holdAll() {
      isEveryHeld = true
    },
    replay() {
      for (const press of held.splice(0)) press()
    },
    stop() {
      watching.abort()
    },
  }
}
