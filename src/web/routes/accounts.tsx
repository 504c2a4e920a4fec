import { createFileRoute } from '@tanstack/react-router'

import { AccountsScreen } from '#web/accounts/manage/accounts-screen.tsx'
import { prepareMayBeDeleted } from '#web/poster-records/lasting-storage.ts'
import { withTimeout } from '#web/ui/with-timeout.ts'

/** The screen waits for the browser's answer at most this long, in milliseconds. It usually takes less than ten. */
const FIRST_ANSWER_MS = 300

/** /accounts: the open accounts, where their keys are stored, and when they are locked. */
export const Route = createFileRoute('/accounts')({
  loader: async () => withTimeout(FIRST_ANSWER_MS, prepareMayBeDeleted()),
  component: AccountsScreen,
})
