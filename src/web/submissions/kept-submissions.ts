import type { ApiSession } from '#web/api/session.tsx'
import { canNameOwners, ownerOf } from '#web/submissions/submission-log.ts'
import { submissionStore } from '#web/submissions/submission-store.ts'
import { isOpen } from '#web/submissions/submission.ts'

type Account = Pick<ApiSession, 'apiKey' | 'profileId'>

/** Deletes all submissions of an account. @returns false: this browser may still have some of them */
export async function forgetSubmissions(account: Account): Promise<boolean> {
  const isGone = await submissionStore.forget(await ownerOf(account))
  // If accounts have no names here, nothing of them was ever written to disk.
  return isGone || !canNameOwners()
}

/** Removes submissions of an account from its log, in every tab. @returns false: the browser did not delete them */
export async function clearSubmissions(account: Account, ids: readonly string[]): Promise<boolean> {
  return submissionStore.remove(ids, await ownerOf(account))
}

/** Deletes all submissions of this browser. @returns as forgetSubmissions */
export async function forgetAllSubmissions(): Promise<boolean> {
  return submissionStore.forgetAll()
}

/** Forgets the submissions that this page has in memory. The disk is left to another tab. */
export function forgetKnownSubmissions(): void {
  submissionStore.forgetKnown()
}

/** Counts the submissions of an account, and how many of them have an unknown outcome. */
export async function countSubmissions(
  account: Account,
): Promise<{ all: number; unknown: number }> {
  const { submissions } = await submissionStore.list(await ownerOf(account))
  return { all: submissions.length, unknown: submissions.filter(isOpen).length }
}
