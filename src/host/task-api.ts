import { errorEnvelope } from '#contract/envelope.ts'
import { HOST_FINDING_HEADER, type HostFinding } from '#contract/host-finding.ts'

/** Answers the Task API's operations: the local API, or the proxy to a real service. */
export interface TaskApi {
  /** @param request its path starts behind the base address: `/plugins/video/tasks` */
  fetch(request: Request): Response | Promise<Response>
}

/** The local API as the host needs it. */
export interface LocalTaskApi extends TaskApi {
  /** key of the seeded demo account */
  readonly demoKey: string
  /** starts the worker that moves tasks on */
  start(): void
  /** stops the worker and closes the database */
  close(): void
}

/** What the local API is opened with. */
export interface LocalTaskApiOptions {
  /** folder of the database file */
  dataDir: string
  /** whether posters appear in the video list (spec: not shown) */
  postersInList: boolean
  /** called with every error of the local API itself */
  reportError: (error: unknown) => void
}

/** Whether Chromium repeats a POST by itself on this status. No answer of ours may have it. */
export function isSentAgainOn(status: number): boolean {
  return status === 408 || status === 421
}

/** The message that replaces such a status of the Task API. */
export function gaveUpWaiting(status: number): string {
  return `The Task API gave up waiting (HTTP ${status}).`
}

/** The answer to a request without a key. */
export function keyMissing(): Response {
  return hostResponse(401, 'not-allowed', 'The header Authorization: Bearer <API_KEY> is missing.')
}

/**
 * An answer of the host itself: an error in the envelope, with the HTTP status as its code (spec: "Errors"; error
 * bodies: not shown).
 *
 * @param message for developers
 */
export function hostResponse(
  status: number,
  finding: HostFinding,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(errorEnvelope(status, message), {
    status,
    headers: { ...headers, [HOST_FINDING_HEADER]: finding },
  })
}
