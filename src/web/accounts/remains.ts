let isLeftBehind = false

/** Notes whether submissions of the key that was forgotten last may still be in this browser. */
export function noteRemains(value: boolean): void {
  isLeftBehind = value
}

/** Whether submissions of a forgotten key may still be in this browser; known until a reload. */
export function hasRemains(): boolean {
  return isLeftBehind
}
