import type { VideoTask } from '#contract/video-tasks.ts'
import { openAccountActions } from '#web/accounts/account-actions.ts'
import type { Account } from '#web/accounts/account-sessions.ts'
import type { AccountServices } from '#web/accounts/account-services.ts'
import { describeDeviceProblem } from '#web/accounts/vault/device-problem.ts'
import { formatNumber } from '#web/format/number.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { m } from '#web/messages/generated/messages.js'
import { sessionMarks } from '#web/task-list/session-marks.ts'
import {
  type AccountMarks,
  markKey,
  type MarkNotice,
  marksOf,
  MOST_MARKED,
  type TaskMarks,
  withMarks,
} from '#web/task-list/task-marks.ts'
import { announce } from '#web/ui/live-region.tsx'

/** The name of a mark sets it, or takes it back if all of the tasks have it. */
export type MarkChange = Partial<TaskMarks> | 'isStarred' | 'isHidden'

/**
 * Changes marks in the record of an account, and announces that. Nothing happens if the account is no longer open: a note may
 * be left while another account becomes active.
 *
 * @returns undefined: nothing more has to be said
 */
export async function markTasks(
  services: AccountServices,
  account: Account,
  tasks: readonly VideoTask[],
  change: MarkChange,
): Promise<MarkNotice | undefined> {
  const keys = tasks.flatMap((task) => markKey(task) ?? [])
  if (account.session.signal.aborted || keys.length === 0) return undefined
  const marks = sessionMarks(account.session)
  const changed =
    typeof change === 'string'
      ? { [change]: !tasks.every((task) => marksOf(marks, task)[change]) }
      : change
  const apply = (before: AccountMarks) => withMarks(before, keys, changed)
  const before = Object.keys(marks).length
  const after = Object.keys(apply(marks)).length
  if (after > Math.max(before, MOST_MARKED)) {
    return refused(m.marks_too_many({ most: formatNumber(MOST_MARKED) }))
  }
  const changing = openAccountActions(services).change(account.profileId, (one) => ({
    marks: apply(one.marks),
  }))
  const problem = describeDeviceProblem(await changing)
  if (problem !== undefined) return refused(joinSentences(m.marks_not_kept(), problem))
  announce(doneInWords(changed, keys.length))
  if (before > 0) return undefined
  announce(account.keep === 'device' ? m.marks_first_device() : m.marks_first_tab())
  return { kind: 'first' }
}

/** The screen has an alert with this text. */
function refused(text: string): MarkNotice {
  return { kind: 'refused', text }
}

function doneInWords({ isStarred, isHidden, note }: Partial<TaskMarks>, count: number): string {
  const counted = { count, shown: formatNumber(count) }
  if (note !== undefined) return note === '' ? m.marks_note_removed() : m.marks_note_kept()
  if (isStarred !== undefined)
    return isStarred ? m.marks_starred(counted) : m.marks_unstarred(counted)
  return isHidden === true ? m.marks_hidden(counted) : m.marks_unhidden(counted)
}
