import { Command as CommandIcon } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { m } from '#web/messages/generated/messages.js'
import { CommandPalette } from '#web/shell/commands/command-palette.tsx'
import { shortcutsChoice } from '#web/shell/device-choices.ts'
import { KeySequence } from '#web/shell/commands/key-sequence.ts'
import { ShortcutSheet } from '#web/shell/commands/shortcut-sheet.tsx'
import { IconButton } from '#web/ui/button.tsx'
import {
  availableCommands,
  type Command,
  subscribeToCommands,
  useCommands,
} from '#web/ui/commands.ts'
import { keepKey, opensCommands, takeEarlyKey } from '#web/ui/early-key.ts'
import { currentPause } from '#web/ui/pauses.ts'
import { isTypedInto, pressedKey } from '#web/ui/key-press.ts'

/** Commands of the screen come before these. */
const PLACES_ORDER = 1

/** Handles the keyboard for the whole page: Ctrl or ⌘ K, ?, and the keys of the available commands. */
export function CommandCenter({ places }: { places: readonly Omit<Command, 'group'>[] }) {
  const [open, setOpen] = useState<'palette' | 'shortcuts'>()
  const sequence = useRef(new KeySequence())
  const own: readonly Command[] = [
    ...places.map((place) => ({ ...place, group: m.commands_places() })),
    {
      id: 'shortcuts',
      label: m.commands_shortcuts(),
      group: m.commands_help(),
      keys: ['?'],
      run: () => setOpen('shortcuts'),
    },
  ]
  useCommands(own, PLACES_ORDER)
  const press = useEffectEvent((event: KeyboardEvent, at = Date.now()) => {
    if (event.defaultPrevented || pressedKey(event) === undefined) return
    keepKey(undefined)
    // Keys belong to an open dialog or menu.
    const layer = currentPause()
    const isBusy = layer === 'dialog' || layer === 'menu'
    if (opensCommands(event)) {
      event.preventDefault()
      if (!isBusy) setOpen('palette')
      return
    }
    if (isBusy || !shortcutsChoice.get() || isTypedInto(document.activeElement)) return
    const found = sequence.current.take(event, availableCommands(), Date.now())
    if (found === undefined) {
      // The code of the screen, with the command for this key, may not be loaded yet.
      if (availableCommands().length <= own.length) keepKey({ press: event, at })
      return
    }
    event.preventDefault()
    if (found !== 'begun') found.run()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      press(event)
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
    }
  }, [])
  useEffect(() => {
    const answer = () => {
      const early = takeEarlyKey()
      if (early === undefined) return
      const { key, ctrlKey, metaKey } = early.press
      press(new KeyboardEvent('keydown', { key, ctrlKey, metaKey }), early.at)
    }
    queueMicrotask(answer)
    return subscribeToCommands(answer)
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
