import { type KeyboardEvent, useId, useState } from 'react'

import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { Keys } from '#web/shell/commands/keys.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { type Command, useAvailableCommands } from '#web/ui/commands.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { pressedKey } from '#web/ui/key-press.ts'

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** The dialog with all commands of the screen: type a part of a name, press Enter. */
export function CommandPalette({
  onRun,
  onClose,
}: {
  onRun: (command: Command) => void
  onClose: () => void
}) {
  const listId = useId()
  const { typed, found, active, type, choose, move } = useCommandSearch()
  const optionId = (command: Command) => `${listId}-${command.id}`
  function onKeyDown(event: KeyboardEvent) {
    const key = pressedKey(event.nativeEvent)
    if (key === undefined) return
    const step = STEPS[key]
    if (step !== undefined) {
      event.preventDefault()
      move(step)
    } else if (key === 'Enter' && active !== undefined) {
      event.preventDefault()
      onRun(active)
    }
  }
  return (
    <Dialog title={m.commands_title()} closeLabel={m.close()} onClose={onClose}>
      <input
        type="text"
        role="combobox"
        aria-label={m.commands_label()}
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={active === undefined ? undefined : optionId(active)}
        aria-autocomplete="list"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={m.commands_label()}
        value={typed}
        onChange={(event) => {
          type(event.target.value)
        }}
        onKeyDown={onKeyDown}
        className="h-field w-full rounded-control border border-edge bg-surface px-3 text-lg placeholder:text-muted sm:text-base"
      />
      <div
        role="listbox"
        id={listId}
        aria-label={m.commands_title()}
        // The height is fixed, so that nothing moves while the list gets shorter.
        className="-mx-2 h-[min(24rem,50dvh)] overflow-y-auto"
      >
        {found.map((command) => (
          <CommandOption
            key={command.id}
            id={optionId(command)}
            command={command}
            isActive={command === active}
            onPoint={() => choose(command)}
            onRun={() => onRun(command)}
          />
        ))}
      </div>
      <p role="status" className="sr-only">
        {found.length === 0
          ? m.commands_none()
          : m.commands_found({ count: found.length, shown: formatNumber(found.length) })}
      </p>
      {found.length === 0 && (
        <p aria-hidden className="absolute inset-x-5 top-36 text-sm text-muted">
          {m.commands_none()}
        </p>
      )}
    </Dialog>
  )
}

/** What was typed, the commands that match it, and the one that Enter would run. */
function useCommandSearch() {
  const commands = useAvailableCommands()
  const [typed, setTyped] = useState('')
  const found = matchCommands(commands, typed)
  // An ID, not an index: commands that become available later must not change what Enter runs.
  const [activeId, setActiveId] = useState(found[0]?.id)
  const index = Math.max(
    found.findIndex(({ id }) => id === activeId),
    0,
  )
  return {
    typed,
    found,
    active: found[index],
    type: (text: string) => {
      setTyped(text)
      setActiveId(matchCommands(commands, text)[0]?.id)
    },
    choose: (command: Command) => {
      setActiveId(command.id)
    },
    move: (step: number) => {
      setActiveId(found[(index + step + found.length) % found.length]?.id)
    },
  }
}

function CommandOption({
  id,
  command: { label, lang, group, keys },
  isActive,
  onPoint,
  onRun,
}: {
  id: string
  command: Command
  isActive: boolean
  onPoint: () => void
  onRun: () => void
}) {
  return (
    // The text box handles the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={(item) => {
        if (isActive) item?.scrollIntoView({ block: 'nearest' })
      }}
      role="option"
      tabIndex={-1}
      id={id}
      aria-selected={isActive}
      onPointerMove={onPoint}
      onClick={onRun}
      className={classNames(
        'flex min-h-9 cursor-default items-center gap-3 rounded-control px-2 text-sm',
        isActive && 'bg-accent-soft forced-colors:outline',
      )}
    >
      <span lang={lang} className="min-w-0 flex-1 truncate">
        {label}
      </span>
      <span className="text-muted max-sm:hidden">{group}</span>
      {keys && <Keys keys={keys} />}
    </div>
  )
}

/**
 * The commands whose label or group contains every typed word. Commands whose label begins with the typed text come first.
 */
export function matchCommands(commands: readonly Command[], typed: string): Command[] {
  const words = fold(typed).split(/\s+/).filter(Boolean)
  const found = commands.filter(({ label, group }) => {
    const text = fold(`${label} ${group}`)
    return words.every((word) => text.includes(word))
  })
  const begins = ({ label }: Command) => fold(label).startsWith(fold(typed).trim())
  return [...found.filter(begins), ...found.filter((command) => !begins(command))]
}

/** Lower case without accents, as people leave them out when they type fast. */
function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
