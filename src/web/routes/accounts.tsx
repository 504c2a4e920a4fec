import { createFileRoute } from '@tanstack/react-router'

import { AccountsScreen } from '#web/accounts/manage/accounts-screen.tsx'

/** /accounts: which keys are open here, where they are kept, and when they are locked. */
export const Route = createFileRoute('/accounts')({ component: AccountsScreen })
