import { createFileRoute } from '@tanstack/react-router'

import { AccountsScreen } from '#web/accounts/manage/accounts-screen.tsx'

/** /accounts: the open accounts, where their keys are stored, and when they are locked. */
export const Route = createFileRoute('/accounts')({ component: AccountsScreen })
