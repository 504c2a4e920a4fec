import { useNavigate } from '@tanstack/react-router'

import { openAccountActions } from '#web/accounts/account-actions.ts'
import { useAccounts, useShownAccounts } from '#web/accounts/account-services.ts'
import { useAccountDialogs } from '#web/accounts/manage/account-dialogs.tsx'
import { useLongestView } from '#web/api/host-info.ts'
import { m } from '#web/messages/generated/messages.js'
import { CommandCenter } from '#web/shell/commands/command-center.tsx'
import { useDisplayCommands } from '#web/shell/display-controls.tsx'

/** The commands: navigation to every screen and account, and the commands that each screen registers. */
export function Commands() {
  const navigate = useNavigate()
  const display = useDisplayCommands()
  const services = useAccounts()
  const { accounts, account } = useShownAccounts(services)
  const openDialog = useAccountDialogs()
  const canLend = useLongestView() !== undefined
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
        ...(account?.isLent === true
          ? [
              {
                id: 'leave-view',
                label: m.view_leave(),
                group: m.view_title(),
                run: () => void openAccountActions(services).signOut(account.profileId),
              },
            ]
          : []),
        ...(account?.isLent === false && canLend
          ? [
              {
                id: 'lend',
                label: m.lend(),
                alias: `lend share support ${m.view_title()}`,
                group: m.title_accounts(),
                run: () => openDialog({ kind: 'lend', tasks: [] }),
              },
            ]
          : []),
        ...display,
      ]}
    />
  )
}
