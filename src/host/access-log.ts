import type { IncomingMessage, ServerResponse } from 'node:http'

import { VIEW_PAGE } from '#contract/operations.ts'

/** Takes one line of the log, without its line break. */
export type WriteLine = (line: string) => void

const MAX_LOGGED_PATH = 200

/** VIEW_PAGE and what follows, each letter and slash as it is or encoded, and a credential of a view. */
const VIEW_LINK =
  /(?:\/|%2f)(?:v|%[57]6)(?:i|%[46]9)(?:e|%[46]5)(?:w|%[57]7)[^\w-].*|\bmqview\..*/is

/** What stands below MEDIA_PATH, which is enough to get a video for minutes; and its form, wherever it stands. */
const MEDIA = /(\/host\/media\/).+|(?<=[^\w-]|%2f)WzE[\w-]+\.[\w-]{43}/gis

/**
 * Follows a request for the access log. @returns a function to call once its response is over: it writes one line of JSON with time,
 * request ID, method, path without its query, status and milliseconds. It leaves out headers and bodies, because they
 * carry keys. `status` is null if no response was started; `aborted` is true if the client left before it was complete.
 */
export function logAccess(
  request: IncomingMessage,
  response: ServerResponse,
  id: string,
  writeLine: WriteLine,
): () => void {
  const startedAt = performance.now()
  return () => {
    const time = new Date().toISOString()
    const path = JSON.stringify(loggedPath(request.url ?? ''))
    const status = response.headersSent ? String(response.statusCode) : 'null'
    const ms = Math.round((performance.now() - startedAt) * 10) / 10
    const aborted = response.writableFinished ? '' : ',"aborted":true'
    // Put together by hand, as this is done for each request. Methods and IDs have nothing to escape.
    writeLine(
      `{"time":"${time}","id":"${id}","method":"${request.method ?? ''}","path":${path},` +
        `"status":${status},"ms":${ms}${aborted}}`,
    )
  }
}

function loggedPath(target: string): string {
  // An absolute-form target can carry a password in front of its host.
  if (!target.startsWith('/')) return '-'
  const end = target.search(/[?#]/)
  const whole = end === -1 ? target : target.slice(0, end)
  // The name of a kept picture is a secret, also at an address where there is none. So is what follows the ID in the link of a view:
  // a mail gate may have made it a part of the path.
  const path = whole
    .replaceAll(/(\/uploads\/).*|mq-[\da-f]{32}[^/]*|(\/host\/views\/)(?![\w-]{22}$).+/gis, '$1$2-')
    .replaceAll(MEDIA, '$1-')
    .replace(VIEW_LINK, `${VIEW_PAGE}-`)
  return path.length > MAX_LOGGED_PATH ? `${path.slice(0, MAX_LOGGED_PATH)}…` : path
}

/** The line for an event: JSON with the time. @param details nothing secret */
export function eventLine(event: string, details: object = {}): string {
  return JSON.stringify({ time: new Date().toISOString(), event, ...details })
}

/**
 * The line for a request under a name that is not allowed, with the variable that allows it.
 *
 * @param name as the client sent it, with or without a port
 */
export function describeUnknownName(name: string, id?: string): string {
  return eventLine('host-name-refused', {
    ...(id !== undefined && { id }),
    // As a browser sends it. Anything else may be a secret in the wrong header.
    name: /^[a-z0-9.-]{1,100}(?::\d{1,5})?$|^\[[0-9a-f:.]+\](?::\d{1,5})?$/.test(name) ? name : '-',
    variable: 'ALLOWED_HOSTS',
  })
}

/** The line for an unexpected error, without its message, which may quote the request. */
export function describeFault(error: unknown, id?: string): string {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  return eventLine('error', {
    ...(id !== undefined && { id }),
    name: error instanceof Error ? error.name : typeof error,
    at: stack
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 5)
      .map((line) => line.trim()),
  })
}

/**
 * Writes the lines of one turn of the event loop together: a write for each request would cost as much as the rest of a
 * small answer. A process that is killed loses the lines of that turn, usually those of less than a millisecond.
 *
 * @param write takes whole lines, each with its line break
 */
export function lineBatches(write: (text: string) => void) {
  let waiting = ''
  function flush() {
    const text = waiting
    waiting = ''
    if (text !== '') write(text)
  }
  function writeLine(line: string) {
    if (waiting === '') setImmediate(flush)
    waiting += `${line}\n`
  }
  /** flush: writes what waits, for the end of the process */
  return { writeLine, flush }
}
