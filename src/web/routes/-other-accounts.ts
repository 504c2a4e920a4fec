import { useMemo } from 'react'

import {
  type AccountServices,
  useAccounts,
  useShownAccounts,
} from '#web/accounts/account-services.ts'
import { perSession } from '#web/api/session.tsx'
import type { OtherAccounts } from '#web/tasks/other-accounts.ts'
import type { TasksParams } from '#web/task-list/tasks-address.ts'

/** The parameters that are shown in the account that becomes active next. */
const nextParams = perSession((_services: AccountServices): { params?: TasksParams } => ({}))

/** Takes the parameters that are to be shown in the account that has become active. */
export function takeNextParams(services: AccountServices): TasksParams {
  const next = nextParams(services)
  const { params = {} } = next
  delete next.params
  return params
}

/** Makes another account active, and shows these parameters of the screen there. */
async function openIn(services: AccountServices, profileId: string, params: TasksParams) {
  const { openAccountActions } = await import('#web/accounts/account-actions.ts')
  nextParams(services).params = params
  openAccountActions(services).switchTo(profileId)
}

/** The accounts beside the active one, as the tasks screen reads them. */
export function useOtherAccounts(): OtherAccounts {
  const services = useAccounts()
  const { account, accounts } = useShownAccounts(services)
  const active = account?.profileId
  return useMemo(() => {
    const { sessions, storage } = services
    return {
      accounts: accounts.filter(({ profileId }) => profileId !== active),
      areSomeLocked: () =>
        storage.readVault() !== null && sessions.tabAccounts()?.vaultKey === null,
      lend: sessions.lend,
      takeBack: sessions.takeBack,
      open: (profileId, q, task) => void openIn(services, profileId, { q, task }),
    }
  }, [accounts, active, services])
}
