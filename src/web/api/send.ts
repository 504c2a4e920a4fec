import {
  bearerHeader,
  MAX_RESPONSE_BYTES,
  type OperationName,
  operations,
} from '#contract/operations.ts'

/** The time limit of a request, in milliseconds. The host's own limits are shorter. */
const TIME_LIMIT_MS = 30_000

/** The base address of the service: that of the host, unless the build sets another one. */
export const BASE_URL = /* @__PURE__ */ (import.meta.env.VITE_TASK_API_BASE_URL ?? '/api').replace(
  /\/+$/,
  '',
)

/**
 * The address of an operation.
 *
 * @param query with its `?`, or ''
 */
export function operationUrl(name: OperationName, query: string): string {
  return `${BASE_URL}${operations[name].path}${query}`
}

/** A whole answer as it came. Nothing of it is checked, and it may repeat the key. */
export interface RawReply {
  readonly response: Response
  readonly body: string
}

/** How a request has ended. A failure is plain data: an error of one bundle is of another class in the other one. */
export type RequestResult = (
  | { reply: RawReply }
  | {
      failure:
        | { kind: 'cancelled' | 'timeout' | 'offline' | 'unreachable' }
        | { kind: 'unreadable'; issue: 'too-large' }
    }
) & {
  /** milliseconds since the epoch */
  arrivedAt: number
}

/** What a request consists of, besides its address. */
export interface RequestParts {
  method?: string
  headers?: Record<string, string>
  body?: string | null
}

/**
 * Sends a request, and reads the whole answer. It is the only `fetch` of the app but for whole videos.
 *
 * @param apiKey goes only into the Authorization header; '' for an endpoint of our host that needs none
 */
export async function sendRequest(
  url: string,
  apiKey: string,
  cancel: AbortSignal,
  { headers, ...parts }: RequestParts = {},
): Promise<RequestResult> {
  const wasOffline = !navigator.onLine
  // Tests can control a timer with a fake clock, but not AbortSignal.timeout.
  const limit = new AbortController()
  const timer = setTimeout(() => {
    limit.abort()
  }, TIME_LIMIT_MS)
  const fail = (kind: 'cancelled' | 'timeout' | 'offline' | 'unreachable'): RequestResult => ({
    failure: { kind },
    arrivedAt: Date.now(),
  })
  try {
    const response = await fetch(url, {
      ...parts,
      headers: {
        accept: 'application/json',
        ...(apiKey !== '' && { authorization: bearerHeader(apiKey) }),
        ...headers,
      },
      signal: AbortSignal.any([cancel, limit.signal]),
      credentials: 'omit',
      // A redirect must neither take the key elsewhere nor look like a dead network.
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    })
    const body = await readText(response)
    const arrivedAt = Date.now()
    return body === undefined
      ? { failure: { kind: 'unreadable', issue: 'too-large' }, arrivedAt }
      : { reply: { response, body }, arrivedAt }
  } catch {
    if (cancel.aborted) return fail('cancelled')
    if (limit.signal.aborted) return fail('timeout')
    // A body that is cut off comes here, too. Browsers report it like a dead network.
    return fail(wasOffline || !navigator.onLine ? 'offline' : 'unreachable')
  } finally {
    clearTimeout(timer)
  }
}

/** Reads a body up to the size limit, so that a faulty service cannot fill the tab's memory. @returns undefined if it is larger */
async function readText(response: Response): Promise<string | undefined> {
  if (response.body === null) return ''
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  const reader = response.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > MAX_RESPONSE_BYTES) {
      await reader.cancel()
      return undefined
    }
    text += decoder.decode(value, { stream: true })
  }
}
