import { Command as CommandIcon } from 'lucide-react'
import {
  Fragment,
  type KeyboardEvent as ReactKeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'

import { m } from '#web/messages/generated/messages.js'
import { IconButton } from '#web/ui/button.tsx'
import {
  availableCommands,
  type Command,
  subscribeToCommands,
  useCommands,
  useAvailableCommands,
} from '#web/ui/commands.ts'
import { keepKey, opensCommands, takeEarlyKey } from '#web/ui/early-key.ts'
import { currentPause, isFieldFocused } from '#web/ui/pauses.ts'
import { pressedKey } from '#web/ui/key-press.ts'
import { Checkbox } from '#web/ui/boxes.tsx'
import { createDeviceChoice, useDeviceChoice } from '#web/ui/device-choice.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDocumentEvent } from '#web/ui/effects.ts'
import { Unkept } from '#web/ui/unkept.tsx'
import { counted } from '#web/format/number.ts'
import { classNames } from '#web/ui/class-names.ts'

/** Whether single keys run commands. People who use speech input or have a tremor may want them off. */
export const shortcutsChoice = createDeviceChoice(
  'marquee.shortcuts',
  (text) => text !== 'off',
  (areOn) => (areOn ? 'on' : 'off'),
)

/** Commands of the screen come before these. */
const PLACES_ORDER = 1

/** Handles the keyboard for the whole page: Ctrl or ⌘ K, ?, and the keys of the available commands. */
export function CommandCenter({ commands }: { commands: readonly Command[] }) {
  const [open, setOpen] = useState<'palette' | 'shortcuts'>()
  const sequence = useRef(new KeySequence())
  const own: readonly Command[] = [
    ...commands,
    {
      id: 'shortcuts',
      label: m.commands_shortcuts(),
      group: m.commands_help(),
      keys: ['?'],
      run: () => setOpen('shortcuts'),
    },
  ]
  useCommands(own, PLACES_ORDER)
  const press = (event: KeyboardEvent, at = Date.now()) => {
    if (event.defaultPrevented || pressedKey(event) === undefined) return
    keepKey(undefined)
    const layer = currentPause()
    if (opensCommands(event)) {
      event.preventDefault()
      // A dialog closes a menu.
      if (layer !== 'dialog') setOpen('palette')
      return
    }
    // Other keys belong to an open dialog or menu.
    if (layer === 'dialog' || layer === 'menu') return
    if (!shortcutsChoice.get() || isFieldFocused()) return
    const found = sequence.current.take(event, availableCommands(), Date.now())
    if (found === undefined) {
      // The code of the screen, with the command for this key, may not be loaded yet.
      if (availableCommands().length <= own.length) keepKey({ press: event, at })
      return
    }
    event.preventDefault()
    if (found !== 'begun') found.run()
  }
  useDocumentEvent('keydown', (event) => press(event))
  const pressEarly = useEffectEvent(() => {
    const early = takeEarlyKey()
    if (early === undefined) return
    const { key, ctrlKey, metaKey } = early.press
    press(new KeyboardEvent('keydown', { key, ctrlKey, metaKey }), early.at)
  })
  useEffect(() => {
    // A command may render at once, which React refuses in the middle of its own work.
    const pressSoon = () => queueMicrotask(() => pressEarly())
    pressSoon()
    return subscribeToCommands(pressSoon)
  }, [])
  return (
    <>
      <IconButton
        label={m.commands_open()}
        aria-keyshortcuts="Control+K Meta+K"
        className="size-control max-md:hidden"
        onClick={() => setOpen('palette')}
      >
        <CommandIcon aria-hidden className="size-4" />
      </IconButton>
      {open === 'palette' && (
        <CommandPalette
          onRun={(command) => {
            setOpen(undefined)
            // Run it after the palette has returned the focus: the command may move the focus.
            queueMicrotask(() => command.run())
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'shortcuts' && <ShortcutSheet onClose={() => setOpen(undefined)} />}
    </>
  )
}

/** The dialog with the keyboard shortcuts of this screen, and a box to switch them off. */
function ShortcutSheet({ onClose }: { onClose: () => void }) {
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
      <Unkept words={m.choice_unkept()} />
      <dl className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-1.5 text-sm">
        <dt>{m.commands_title()}</dt>
        <dd>
          <kbd className="rounded-sm border border-line bg-canvas px-1 font-mono text-xs text-muted">
            {m.commands_keys()}
          </kbd>
        </dd>
      </dl>
      {groups.map((group) => (
        <section key={group} aria-label={group} className="flex flex-col gap-1.5">
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

/** The longest time between two keys of a sequence, in milliseconds. */
const TOGETHER_MS = 1_500

type HasKeys = Pick<Command, 'keys'>

/** Finds the command that a sequence of key presses stands for. */
export class KeySequence {
  #pressed: string[] = []
  #pressedAt = 0

  /**
   * Takes the next key press.
   *
   * @param now milliseconds since the epoch
   * @returns the command, `begun` if more keys may follow, or undefined if no command has this key
   */
  take<Named extends HasKeys>(
    press: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
    commands: readonly Named[],
    now: number,
  ): Named | 'begun' | undefined {
    if (press.ctrlKey || press.metaKey || press.altKey) {
      this.#pressed = []
      return undefined
    }
    const before = now - this.#pressedAt > TOGETHER_MS ? [] : this.#pressed
    this.#pressedAt = now
    // A key that does not continue the sequence may begin a new one.
    for (const pressed of before.length > 0
      ? [[...before, press.key], [press.key]]
      : [[press.key]]) {
      const found = match(pressed, commands)
      this.#pressed = found === 'begun' ? pressed : []
      if (found !== undefined) return found
    }
    return undefined
  }
}

function match<Named extends HasKeys>(
  pressed: readonly string[],
  commands: readonly Named[],
): Named | 'begun' | undefined {
  const begun = commands.filter(({ keys = [] }) => pressed.every((key, at) => keys[at] === key))
  const whole = begun.find(({ keys = [] }) => keys.length === pressed.length)
  return whole ?? (begun.length > 0 ? 'begun' : undefined)
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** The dialog with all commands of the screen: type a part of a name, press Enter. */
function CommandPalette({
  onRun,
  onClose,
}: {
  onRun: (command: Command) => void
  onClose: () => void
}) {
  const listId = useId()
  const commands = useAvailableCommands()
  const [typed, setTyped] = useState('')
  const found = matchCommands(commands, typed)
  // An ID, not an index: commands that become available later must not change what Enter runs.
  const [activeId, setActiveId] = useState(found[0]?.id)
  const index = Math.max(
    found.findIndex(({ id }) => id === activeId),
    0,
  )
  const active = found[index]
  const optionId = (command: Command) => `${listId}-${command.id}`
  function onKeyDown(event: ReactKeyboardEvent) {
    const key = pressedKey(event.nativeEvent)
    if (key === undefined) return
    const step = STEPS[key]
    if (step !== undefined) {
      event.preventDefault()
      setActiveId(found[(index + step + found.length) % found.length]?.id)
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
        onChange={({ target: { value } }) => {
          setTyped(value)
          setActiveId(matchCommands(commands, value)[0]?.id)
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
          // The text box handles the keyboard.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={command.id}
            ref={(item) => {
              if (command === active) item?.scrollIntoView({ block: 'nearest' })
            }}
            role="option"
            tabIndex={-1}
            id={optionId(command)}
            aria-selected={command === active}
            onPointerMove={() => setActiveId(command.id)}
            onClick={() => onRun(command)}
            className={classNames(
              'flex min-h-9 cursor-default items-center gap-3 rounded-control px-2 text-sm',
              command === active && 'bg-accent-soft forced-colors:outline',
            )}
          >
            <span lang={command.lang} className="min-w-0 flex-1 truncate">
              {command.label}
            </span>
            <span className="text-muted max-sm:hidden">{command.group}</span>
            {command.keys && <Keys keys={command.keys} />}
          </div>
        ))}
      </div>
      <p role="status" className="sr-only">
        {found.length === 0 ? m.commands_none() : m.commands_found(counted(found.length))}
      </p>
      {found.length === 0 && (
        <p aria-hidden className="absolute inset-x-5 top-36 text-sm text-muted">
          {m.commands_none()}
        </p>
      )}
    </Dialog>
  )
}

/**
 * The commands whose label, alias or group contains every typed word. Commands whose label begins with the typed text come first.
 */
export function matchCommands(commands: readonly Command[], typed: string): Command[] {
  const words = fold(typed).split(/\s+/).filter(Boolean)
  const found = commands.filter(({ label, alias = '', group }) => {
    const text = fold(`${label} ${alias} ${group}`)
    return words.every((word) => text.includes(word))
  })
  const begins = ({ label }: Command) => fold(label).startsWith(fold(typed).trim())
  return [...found.filter(begins), ...found.filter((command) => !begins(command))]
}

/** Lower case without accents, as people leave them out when they type fast. */
function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Keys to press one after the other, drawn as on a keyboard. */
function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-xs text-muted">
      {keys.map((key, index) => (
        <Fragment key={key}>
          {index > 0 && <span>{m.keys_then()}</span>}
          <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-line bg-canvas px-1 font-mono">
            {key}
          </kbd>
        </Fragment>
      ))}
    </span>
  )
}
