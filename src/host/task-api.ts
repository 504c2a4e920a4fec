import { errorEnvelope } from '#contract/envelope.ts'
import type { NoOperation, OperationName } from '#contract/operations.ts'
import type { PosterScene } from '#contract/poster-tasks.ts'
import { HOST_ERROR_CODE_HEADER, type HostErrorCode } from '#contract/host-error-code.ts'

/**
 * Answers the Task API's operations: the local API, or the proxy to a real service. No answer has a status on which a browser
 * sends a POST again, or that has no body.
 */
export interface TaskApi {
  fetch(asked: TaskRequest): Response | Promise<Response>
}

/** A request for the Task API as the host has read it: once, before all else. */
export interface TaskRequest {
  /** as it came, so its path starts with API_BASE. Its body is read, and its signal is never used; see `clientSignal` */
  readonly request: Request
  readonly operation: OperationName | NoOperation
  /** undefined: it has none */
  readonly apiKey: string | undefined
  /** the body of a creation with a key; undefined for any other request */
  readonly body?: string | undefined
  /** see REQUEST_ID_HEADER */
  readonly requestId?: string | undefined
  /** tells when the browser disconnects before its answer is complete */
  readonly clientSignal?: ClientSignal | undefined
}

/**
 * Tells when a browser disconnects before its answer is complete. It is no AbortSignal: to create one for each request, with its
 * events, would take a tenth of the request's processor time.
 */
export interface ClientSignal {
  isAborted(): boolean
  /** Calls back once, when it happens from now on. @returns a function that ends this */
  watch(callback: () => void): () => void
}

/** The path of a request as it was sent, without its query. */
export function pathOf({ url }: Request): string {
  return pathOfTarget(url.slice(url.indexOf('/', url.indexOf('//') + 2)))
}

/** The path of a request target, such as `/tasks?page=2`. */
export function pathOfTarget(target: string): string {
  const end = target.indexOf('?')
  return end === -1 ? target : target.slice(0, end)
}

/** Videos that show what a poster scene looks like: scene → path on this host. */
export type SceneSamples = Readonly<Partial<Record<PosterScene, string>>>

/** The answer to a request without a key. */
export function keyMissing(): Response {
  return hostResponse(401, 'no-key', 'The header Authorization: Bearer <API_KEY> is missing.')
}

/**
 * An answer of the host itself: an error in the envelope, with the HTTP status as its code (spec: "Errors"; error
 * bodies: not shown).
 *
 * @param message for developers
 */
export function hostResponse(
  status: number,
  hostErrorCode: HostErrorCode,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(errorEnvelope(status, message), {
    status,
    headers: { ...headers, [HOST_ERROR_CODE_HEADER]: hostErrorCode },
  })
}
