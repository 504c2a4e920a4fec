import { useNavigate } from '@tanstack/react-router'

import { m } from '#web/messages/generated/messages.js'
import { CommandCenter } from '#web/shell/commands/command-center.tsx'
import { useDisplayCommands } from '#web/shell/display-controls.tsx'

/** The commands: navigation to every screen, and the commands that each screen registers. */
export function Commands() {
  const navigate = useNavigate()
  const display = useDisplayCommands()
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
        ...display,
      ]}
    />
  )
}
