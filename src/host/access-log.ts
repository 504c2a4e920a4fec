import type { IncomingMessage, ServerResponse } from 'node:http'

/** Takes one line of the log, without its line break. */
export type WriteLine = (line: string) => void

const MAX_LOGGED_PATH = 200

/**
 * Writes one line of JSON at the end of each response: time, request ID, method, path without its query, status and
 * milliseconds. It leaves out headers and bodies, because they carry keys.
 * `status` is null, and `aborted` true, where the client left first.
 */
export function logAccess(
  request: IncomingMessage,
  response: ServerResponse,
  id: string,
  writeLine: WriteLine,
) {
  const startedAt = performance.now()
  response.once('close', () => {
    const aborted = !response.writableFinished
    writeLine(
      JSON.stringify({
        time: new Date().toISOString(),
        id,
        method: request.method,
        path: loggedPath(request.url ?? ''),
        status: response.headersSent ? response.statusCode : null,
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
        ...(aborted && { aborted }),
      }),
    )
  })
}

function loggedPath(target: string): string {
  // An absolute-form target can carry a password in front of its host.
  if (!target.startsWith('/')) return '-'
  const path = target.replace(/[?#].*$/s, '')
  return path.length > MAX_LOGGED_PATH ? `${path.slice(0, MAX_LOGGED_PATH)}…` : path
}

/** The line for an unexpected error, without its message, which may quote the request. */
export function describeFault(error: unknown, id?: string): string {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  return JSON.stringify({
    time: new Date().toISOString(),
    event: 'error',
    ...(id !== undefined && { id }),
    name: error instanceof Error ? error.name : typeof error,
    at: stack
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 5)
      .map((line) => line.trim()),
  })
}
