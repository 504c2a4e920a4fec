/** Whether a module could not be loaded. Each browser has its own message for this. */
export function isNotLoaded(error: unknown): boolean {
  const message = error instanceof Error ? error.message : ''
  return /dynamically imported module|importing a module script|error loading/i.test(message)
}
