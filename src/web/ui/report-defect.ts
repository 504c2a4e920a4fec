/**
 * Makes a defect of our own code loud: the console, tests and soak runs see it. Call it with whatever a `catch` receives and
 * did not expect. A refusal of the browser, such as storage that is full, is no defect. The message is left out, as
 * it may quote data.
 */
export function reportDefect(error: unknown): void {
  if (isRefusalOfBrowser(error) || isNotLoaded(error)) return
  const isError = error instanceof Error
  const report = new Error(isError ? error.name : typeof error)
  const frames = isError ? (error.stack ?? '').split('\n').filter((line) => FRAME.test(line)) : []
  report.stack = [`Defect: ${report.message}`, ...frames].join('\n')
  reportError(report)
}

/** A line of a stack: "    at name (file:1:2)" in Chromium, "name@file:1:2" in Firefox and WebKit. */
const FRAME = /^\s+at .*:\d+:\d+\)?$|@\S*:\d+:\d+$/

function isRefusalOfBrowser(error: unknown): boolean {
  // Our code has given it what cannot be stored.
  return error instanceof DOMException && error.name !== 'DataCloneError'
}

/** Whether a module could not be loaded. Each browser has its own message for this. */
export function isNotLoaded(error: unknown): boolean {
  const message = error instanceof Error ? error.message : ''
  return /dynamically imported module|importing a module script|error loading/i.test(message)
}
