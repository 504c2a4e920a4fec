import type { TakeResult } from '#web/api/request.ts'
import { operationUrl, type RequestResult, sendRequest } from '#web/api/send.ts'
import { listQueryString, readListRequest } from '#contract/video-tasks.ts'
import { type StoredAccount, summaryOf } from '#web/accounts/account-record.ts'
import { keptKeys } from '#web/accounts/key-storage.ts'
import { keptClock, reasonNotToOpen } from '#web/accounts/lock/lock-clock.ts'
import { parseAddress } from '#web/format/address.ts'

/*
 * The hand-over of a reply from the script of the page to the app. That script sends the first list request while the app's
 * code is still loading. The two are separate bundles, so they meet at a global property.
 */

/** A request that was sent before the app was loaded. */
export interface EarlyRequest {
  /** the active account */
  readonly account: EarlyAccount
  /** the key and the address that it was sent with */
  readonly apiKey: string
  readonly url: string
  readonly result: Promise<RequestResult>
  readonly cancel: () => void
  /** Sends another request of the account instead, for another list. */
  readonly sendInstead: (query: string) => EarlyRequest
  /** Whether the account is still open: another tab has not locked it, signed out of it or forgotten everything. */
  readonly isStillOpen: () => boolean
  /** the timer that drops the request if the app does not take it */
  readonly untaken: ReturnType<typeof setTimeout>
  /** its rows are on screen, or those of the request before it; set by the early screen */
  isShown: boolean
}

/** What the early screen shows of the active account. */
export interface EarlyAccount {
  readonly profileId: string
  readonly name: string
  readonly keyTail: string
  readonly isReadOnly: boolean
}

declare global {
  var earlyRequest: EarlyRequest | undefined
}

/** A reply that has waited longer for the app is not used unless it is on screen, in milliseconds. */
const FRESH_MS = 5_000

/** A request that no app takes is dropped after this time, in milliseconds. */
const UNTAKEN_MS = 30_000

/**
 * Sends a list request for the app that is still loading, instead of the one before.
 *
 * @param query with its `?`, or ''
 */
export function sendEarlyRequest(
  account: EarlyAccount,
  apiKey: string,
  query: string,
): EarlyRequest {
  dropEarlyRequest()
  const url = operationUrl('listVideoTasks', query)
  const cancelling = new AbortController()
  const request = {
    account,
    apiKey,
    url,
    result: sendRequest(url, apiKey, cancelling.signal),
    cancel: () => cancelling.abort(),
    sendInstead: (other: string) => sendEarlyRequest(account, apiKey, other),
    isStillOpen: () => openAccount()?.profileId === account.profileId,
    untaken: setTimeout(dropUnshown, UNTAKEN_MS),
    isShown: false,
  }
  globalThis.earlyRequest = request
  return request
}

/** Whether the early screen shows rows, which the app must not replace by a skeleton. */
export function isEarlyReplyShown(): boolean {
  return globalThis.earlyRequest?.isShown === true
}

function dropUnshown(): void {
  if (!isEarlyReplyShown()) dropEarlyRequest()
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
 * Takes the early request, also if it fails: it is the first try of the app's first read. Only that read can take it, and
 * only with the same key and address; otherwise it is dropped.
 */
export const takeEarlyResult: TakeResult = (apiKey, url, cancel) => {
  const early = globalThis.earlyRequest
  if (early === undefined) return undefined
  if (early.apiKey !== apiKey || early.url !== url || cancel.aborted) {
    dropEarlyRequest()
    return undefined
  }
  forgetEarlyRequest()
  return resultOf(early, cancel)
}

async function resultOf(
  { result, isShown, cancel: cancelRequest }: EarlyRequest,
  cancel: AbortSignal,
): Promise<RequestResult | undefined> {
  const takenAt = Date.now()
  cancel.addEventListener('abort', cancelRequest)
  const found = await result
  cancel.removeEventListener('abort', cancelRequest)
  return isShown || takenAt - found.arrivedAt <= FRESH_MS ? found : undefined
}

/** The address of the list. */
const LIST_PATH = '/tasks'

/**
 * Sends the list request of the address while the code of the app is still loading. Does nothing on another screen, in a
 * tab without accounts, and in one whose accounts are to be locked: then the app decides.
 */
export function startEarlyRequest(): void {
  // Only the app can search.
  if (location.pathname !== LIST_PATH || /[?&](?:q|sort|from|to)=/.test(location.search)) return
  const account = openAccount()
  if (account === undefined) return
  const { request } = readListRequest(parseAddress(location.search))
  sendEarlyRequest(summaryOf(account), account.apiKey, listQueryString(request))
}

/** The active account; undefined: there is none, or the app is to lock or leave it. */
function openAccount(): StoredAccount | undefined {
  const kept = keptKeys.load()
  const stored = { storage: keptKeys, clock: keptClock(), now: () => Date.now() }
  if (kept === undefined || reasonNotToOpen(kept, stored) !== null) return undefined
  const account = kept.accounts.find(({ profileId }) => profileId === kept.activeId)
  return account === undefined || keptKeys.isSignedOut(account) ? undefined : account
}
