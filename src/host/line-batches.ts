import type { WriteLine } from '#host/access-log.ts'

/** Takes lines and writes them in batches. */
export interface LineBatches {
  writeLine: WriteLine
  /** Writes what waits, for the end of the process. */
  flush: () => void
}

/**
 * Writes the lines of one turn of the event loop together: a write for each request would cost as much as the rest of a
 * small answer. A process that is killed loses the lines of that turn, usually those of less than a millisecond.
 *
 * @param write takes whole lines, each with its line break
 */
export function lineBatches(write: (text: string) => void): LineBatches {
  let waiting = ''
  function flush() {
    const text = waiting
    waiting = ''
    if (text !== '') write(text)
  }
  return {
    writeLine(line) {
      if (waiting === '') setImmediate(flush)
      waiting += `${line}\n`
    },
    flush,
  }
}
