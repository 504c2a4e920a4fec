import { m } from '#web/messages/generated/messages.js'
import { shortcutsChoice } from '#web/shell/device-choices.ts'
import { Keys } from '#web/shell/commands/keys.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { useAvailableCommands } from '#web/ui/commands.ts'
import { useDeviceChoice } from '#web/ui/device-choice.ts'
import { Dialog } from '#web/ui/dialog.tsx'

/** The dialog with the keyboard shortcuts of this screen, and a box to switch them off. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const areOn = useDeviceChoice(shortcutsChoice)
  const named = useAvailableCommands().filter(({ keys }) => keys !== undefined)
  const groups = [...new Set(named.map(({ group }) => group))]
  return (
    <Dialog title={m.commands_shortcuts()} closeLabel={m.close()} onClose={onClose}>
      <Checkbox
        label={m.shortcuts_on()}
        help={m.shortcuts_on_help()}
        checked={areOn}
        onChange={shortcutsChoice.set}
      />
      <dl className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-1.5 text-sm">
        <dt>{m.commands_title()}</dt>
        <dd>
          <kbd className="rounded-sm border border-line bg-canvas px-1 font-mono text-xs text-muted">
            {m.commands_keys()}
          </kbd>
        </dd>
      </dl>
      {groups.map((group) => (
        <section key={group} aria-label={group} className="space-y-1.5">
          <h3 className="text-sm font-semibold">{group}</h3>
          <dl className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-1.5 text-sm">
            {named
              .filter((command) => command.group === group)
              .map(({ id, label, keys = [] }) => (
                <div key={id} className="contents">
                  <dt>{label}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
