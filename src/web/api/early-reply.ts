import type { StoredReply } from '#contract/idempotency.ts'
import { exchangeWithKey } from '#web/api/exchange.ts'

/*
 * The hand-over of a reply from the boot script to the app. The boot script sends the first list request while the app's
 * code is still loading. The two are separate bundles, so they meet at a global property.
 */

/** A reply, and when it arrived in milliseconds since the epoch. */
export interface ArrivedReply {
  reply: StoredReply
  arrivedAt: number
}

/** A request that was sent before the app was loaded. */
export interface EarlyRequest {
  /** the key and the address that it was sent with */
  readonly apiKey: string
  readonly url: string
  /** undefined: it failed or was refused. The app then sends its own request, and shows what becomes of that. */
  readonly arrived: Promise<ArrivedReply | undefined>
  readonly cancel: () => void
  /** drops it if no app takes it; the timer holds nothing of the request */
  readonly untaken: ReturnType<typeof setTimeout>
}

declare global {
  var earlyRequest: EarlyRequest | undefined
}

/** A reply that has waited longer for the app is not used, in milliseconds. */
const FRESH_MS = 5_000

/** A request that no app takes is dropped after this time, in milliseconds. */
const UNTAKEN_MS = 30_000

/** Sends a request for the app that is still loading. */
export function sendEarlyRequest(apiKey: string, url: string): void {
  const cancelling = new AbortController()
  const arrived = exchangeWithKey(url, apiKey, cancelling.signal, { method: 'GET' }).then(
    (reply) => (isSuccess(reply) ? { reply, arrivedAt: Date.now() } : undefined),
    () => undefined,
  )
  globalThis.earlyRequest = {
    apiKey,
    url,
    arrived,
    cancel: () => cancelling.abort(),
    untaken: setTimeout(dropEarlyRequest, UNTAKEN_MS),
  }
}

function isSuccess({ status }: StoredReply): boolean {
  return status >= 200 && status < 300
}

/** Cancels the early request, if it was not taken. Nothing of it is used. */
export function dropEarlyRequest(): void {
  globalThis.earlyRequest?.cancel()
  forgetEarlyRequest()
}

function forgetEarlyRequest(): void {
  clearTimeout(globalThis.earlyRequest?.untaken)
  globalThis.earlyRequest = undefined
}

/**
 * Takes the reply of the early request. Only the first request of the app can take it, and only with the same key and
 * address; otherwise it is dropped.
 *
 * @param cancel of the request that would be sent otherwise
 * @returns undefined: there is none; resolves to undefined: it has failed, or it is too old
 */
export function takeEarlyReply(
  apiKey: string,
  url: string,
  cancel: AbortSignal,
): Promise<ArrivedReply | undefined> | undefined {
  const early = globalThis.earlyRequest
  if (early === undefined) return undefined
  if (early.apiKey !== apiKey || early.url !== url || cancel.aborted) {
    dropEarlyRequest()
    return undefined
  }
  forgetEarlyRequest()
  return arrivalOf(early, cancel)
}

async function arrivalOf(
  { arrived, cancel: cancelRequest }: EarlyRequest,
  cancel: AbortSignal,
): Promise<ArrivedReply | undefined> {
  cancel.addEventListener('abort', cancelRequest)
  const found = await arrived
  cancel.removeEventListener('abort', cancelRequest)
  return found !== undefined && Date.now() - found.arrivedAt <= FRESH_MS ? found : undefined
}
