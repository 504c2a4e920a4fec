import { createContext, use, useMemo } from 'react'

import { useAccounts, useShownAccounts } from '#web/accounts/account-services.ts'
import type { OtherAccounts } from '#web/tasks/other-accounts.ts'
import type { TasksParams } from '#web/task-list/tasks-address.ts'

/** Makes another account active, and shows these parameters of the screen there. */
export const OpenInAccount = createContext<(profileId: string, search: TasksParams) => void>(
  () => undefined,
)

/** The accounts beside the active one, as the tasks screen reads them. */
export function useOtherAccounts(): OtherAccounts {
  const services = useAccounts()
  const { sessions, storage } = services
  const { account, accounts } = useShownAccounts(services)
  const openIn = use(OpenInAccount)
  const active = account?.profileId
  return useMemo(
    () => ({
      accounts: accounts.filter(({ profileId }) => profileId !== active),
      areSomeLocked: () =>
        storage.readVault() !== null && sessions.tabAccounts()?.vaultKey === null,
      lend: sessions.lend,
      takeBack: sessions.takeBack,
      open: (profileId, q, task) => openIn(profileId, { q, task }),
    }),
    [accounts, active, storage, sessions, openIn],
  )
}
