import { useNavigate } from '@tanstack/react-router'

import { openAccountActions } from '#web/accounts/account-actions.ts'
import { useAccounts, useShownAccounts } from '#web/accounts/account-services.ts'
import { m } from '#web/messages/generated/messages.js'
import { CommandCenter } from '#web/shell/commands/command-center.tsx'
import { useDisplayCommands } from '#web/shell/display-controls.tsx'

/** The commands: navigation to every screen and account, and the commands that each screen registers. */
export function Commands() {
  const navigate = useNavigate()
  const display = useDisplayCommands()
  const services = useAccounts()
  const { accounts, account } = useShownAccounts(services)
  const others = accounts.filter(({ profileId }) => profileId !== account?.profileId)
  const place = (
    to: '/tasks' | '/posters' | '/insights' | '/accounts',
    label: string,
    key: string,
  ) => ({
    id: to,
    label,
    group: m.commands_places(),
    keys: ['g', key],
    run: () => void navigate({ to }),
  })
  return (
    <CommandCenter
      commands={[
        place('/tasks', m.nav_tasks(), 't'),
        place('/posters', m.nav_posters(), 'p'),
        place('/insights', m.nav_insights(), 'i'),
        place('/accounts', m.title_accounts(), 'a'),
        ...others.map(({ profileId, name, keyTail }) => ({
          id: `account-${profileId}`,
          label: `${name} ••••${keyTail}`,
          group: m.account_switch(),
          run: () => openAccountActions(services).switchTo(profileId),
        })),
        ...display,
      ]}
    />
  )
}
