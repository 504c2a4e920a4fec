/** The two operations that are specified (spec: "Endpoints"). Paths are relative to the base address. */
export const operations = {
  listVideoTasks: { method: 'GET', path: '/plugins/video/tasks' },
  createPosterTask: { method: 'POST', path: '/plugins/poster/tasks' },
} as const

/** The name of a specified operation. */
export type OperationName = keyof typeof operations

/** Largest request body that is accepted, in bytes (spec: not shown; a URL and a word need far less). */
export const MAX_REQUEST_BYTES = 16 * 1024

/** Largest response body that is read, in bytes (spec: not shown; 100 records with long messages fit). */
export const MAX_RESPONSE_BYTES = 16 * 1024 * 1024

/**
 * Response header by which our host says that a request never reached the service (spec: not shown).
 * A service cannot set it: the host does not forward it.
 */
export const NOT_SENT_HEADER = 'x-marquee-not-sent'

/** Why a request matches no operation: nothing at that path, or another method. */
export type NoOperation =
  | { problem: 'not-found' }
  | { problem: 'method-not-allowed'; allow: string }

/**
 * Finds the operation at a path below the base address.
 *
 * @param method the request's method, upper case
 * @param path the path as sent, without the base address and without a query
 */
export function findOperation(method: string, path: string): OperationName | NoOperation {
  for (const name of ['listVideoTasks', 'createPosterTask'] as const) {
    const operation = operations[name]
    if (operation.path !== path) continue
    return operation.method === method
      ? name
      : { problem: 'method-not-allowed', allow: operation.method }
  }
  return { problem: 'not-found' }
}
