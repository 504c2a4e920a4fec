import type { InvalidInput } from '#contract/invalid-input.ts'
import type { OperationName } from '#contract/operations.ts'
import { readPosterTaskRequest } from '#contract/poster-tasks.ts'
import {
  LIST_PARAM_NAMES,
  type ListParamName,
  listQueryString,
  readListRequest,
} from '#contract/video-tasks.ts'

/** Reads requests on the server side: for the local API and the host's proxy. */

/** Whether a Content-Type says JSON (spec: "Create poster task", headers); parameters may follow. */
export function isJsonMediaType(contentType: string | null): boolean {
  return /^\s*application\/json\s*(?:;|$)/i.test(contentType ?? '')
}

/**
 * Picks the four parameters from a query. A repeated one becomes an array, which no parameter accepts.
 *
 * @param valuesOf all values of a name, empty if it is absent
 */
export function pickListParams(
  valuesOf: (name: ListParamName) => readonly string[],
): Record<string, unknown> {
  const query: Record<string, unknown> = {}
  for (const name of LIST_PARAM_NAMES) {
    const values = valuesOf(name)
    if (values.length > 0) query[name] = values.length === 1 ? values[0] : values
  }
  return query
}

/** What a request brings beside its operation. */
export interface RequestParts {
  /** all values of a name in the query, empty if it is absent */
  valuesOf: (name: string) => readonly string[]
  /** the parsed body, undefined for a GET */
  json: unknown
}

/** A request as it was understood, or what is wrong with it. */
export type RequestReading =
  | { ok: true; query: string; body: object | undefined }
  | { ok: false; invalid: readonly InvalidInput[] }

/**
 * Reads the request of an operation.
 *
 * @returns the query and the body to forward, written from the values that were understood and nothing else
 */
export function readOperationRequest(
  operation: OperationName,
  parts: RequestParts,
): RequestReading {
  const read = readers[operation]
  return read === undefined ? { ok: true, query: '', body: undefined } : read(parts)
}

/** An operation that is not here takes neither a query nor a body: nothing of them is forwarded. */
const readers: { [Name in OperationName]?: (parts: RequestParts) => RequestReading } = {
  listVideoTasks({ valuesOf }) {
    const { request, invalid } = readListRequest(pickListParams(valuesOf))
    if (invalid.length > 0) return { ok: false, invalid }
    return { ok: true, query: listQueryString(request), body: undefined }
  },
  createPosterTask({ json }) {
    const reading = readPosterTaskRequest(json)
    return reading.ok ? { ok: true, query: '', body: reading.request } : reading
  },
}

/** A body that arrives, or one that has arrived. */
export type BodyBytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** A body's bytes, or why it was not read to its end. */
export type BoundedBody =
  | { ok: true; chunks: Uint8Array[] }
  | { ok: false; problem: 'too-large' | 'broken-off' }

/**
 * Reads a body up to a size and no further, regardless of its Content-Length.
 *
 * @param announced the Content-Length header, null if there is none
 * @param maxBytes largest size that is accepted
 */
export async function readBoundedBody(
  body: BodyBytes | null,
  announced: string | null,
  maxBytes: number,
): Promise<BoundedBody> {
  if (Number(announced ?? 0) > maxBytes) return { ok: false, problem: 'too-large' }
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.byteLength
      // Leaving the loop cancels the stream.
      if (bytes > maxBytes) return { ok: false, problem: 'too-large' }
      chunks.push(chunk)
    }
  } catch {
    // The sender closed the connection before the end.
    return { ok: false, problem: 'broken-off' }
  }
  return { ok: true, chunks }
}
