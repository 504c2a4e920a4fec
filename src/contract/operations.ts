/** The two operations that are specified (spec: "Endpoints"). Paths are relative to the base address. */
export const operations = {
  listVideoTasks: { method: 'GET', path: '/plugins/video/tasks' },
  createPosterTask: { method: 'POST', path: '/plugins/poster/tasks' },
} as const

/** The name of a specified operation. */
export type OperationName = keyof typeof operations
const operationNames = /* @__PURE__ */ Object.keys(operations).filter((name) =>
  isOperationName(name),
)

/** The value of the Authorization header (spec: "Authentication", 2). */
export function bearerHeader(apiKey: string): string {
  return `Bearer ${apiKey}`
}

/** Largest request body that is accepted, in bytes (spec: not shown; a URL and a word need far less). */
export const MAX_REQUEST_BYTES = 16 * 1024

/** Largest response body that is read, in bytes (spec: not shown; 100 records with long messages fit). */
export const MAX_RESPONSE_BYTES = 16 * 1024 * 1024

/**
 * Response header by which our host says that a request never reached the service (spec: not shown).
 * A service cannot set it: the host does not forward it.
 */
export const NOT_SENT_HEADER = 'x-marquee-not-sent'

function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(operations, name)
}

/** Why a request matches no operation: nothing at that path, or another method. */
export type NoOperation =
  | { problem: 'not-found' }
  | { problem: 'method-not-allowed'; allow: string }

/**
 * Header with the ID of a request (spec: not shown). The host makes one for each request, and sends it to the service and
 * to the browser; its log has it, too.
 */
export const REQUEST_ID_HEADER = 'x-request-id'

/** The host's base address of the Task API, as a path. */
export const API_BASE = '/api'

/**
 * Finds the operation at a path below the base address.
 *
 * @param method the request's method, upper case
 * @param path the path as sent, without the base address and without a query
 */
export function findOperation(method: string, path: string): OperationName | NoOperation {
  const names = operationNames.filter((name) => operations[name].path === path)
  if (names.length === 0) return { problem: 'not-found' }
  const found = names.find((name) => operations[name].method === method)
  if (found !== undefined) return found
  const allow = names.map((name) => operations[name].method).join(', ')
  return { problem: 'method-not-allowed', allow }
}

/** Where a link of a view leads, followed by its ID, `#` and its secret. No request below it reveals the secret. */
export const VIEW_PAGE = '/view/'

/** What the credential of a lent view begins with, which a page sends in the place of an API key. */
export const VIEW_CREDENTIAL = 'mqview.'

/** Whether what is sent in the place of an API key may be the credential of a lent view. */
export function isViewCredential(text: string): boolean {
  return text.startsWith(VIEW_CREDENTIAL)
}
