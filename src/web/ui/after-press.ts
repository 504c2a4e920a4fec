let isPressed = false

function endPress(): void {
  isPressed = false
}

// Before anything that reacts to the press, and after everything that does.
window.addEventListener('pointerdown', ({ button }) => (isPressed = button === 0), true)
window.addEventListener('click', endPress)
window.addEventListener('pointercancel', endPress)

/**
 * Runs at once, or at the end of the press that is on its way. A field that is left by a press must not say something before it:
 * that would move what is pressed away from the pointer, and the press would do nothing.
 */
export function afterPress(run: () => void): void {
  if (isPressed) window.addEventListener('click', run, { once: true })
  else run()
}
