import { Command as CommandIcon } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { m } from '#web/messages/generated/messages.js'
import { areShortcutsOn } from '#web/shell/choices.ts'
import { CommandPalette } from '#web/shell/command-palette.tsx'
import { isTypedInto, KeySequence } from '#web/shell/key-sequence.ts'
import { ShortcutSheet } from '#web/shell/shortcut-sheet.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { availableCommands, type Command, useCommands } from '#web/ui/commands.ts'

/** Behind what the screen itself offers. */
const PLACES_ORDER = 1

/** Listens to the keyboard for the whole page: Ctrl or ⌘ K, ?, and the keys of whatever can be done. */
export function CommandCenter({ places }: { places: readonly Omit<Command, 'group'>[] }) {
  const [open, setOpen] = useState<'palette' | 'shortcuts'>()
  const sequence = useRef(new KeySequence())
  useCommands(
    [
      ...places.map((place) => ({ ...place, group: m.commands_places() })),
      {
        id: 'shortcuts',
        label: m.commands_shortcuts(),
        group: m.commands_help(),
        keys: ['?'],
        run: () => setOpen('shortcuts'),
      },
    ],
    PLACES_ORDER,
  )
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    // A dialog that keeps the focus is answered first.
    const isBusy =
      document.querySelector('dialog:modal, :popover-open:not([role=tooltip])') !== null
    const isPaletteKey = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
    if (isPaletteKey && !event.altKey && !event.shiftKey) {
      event.preventDefault()
      if (!isBusy) setOpen('palette')
      return
    }
    if (isBusy || !areShortcutsOn() || isTypedInto(document.activeElement)) return
    const found = sequence.current.take(event, availableCommands(), Date.now())
    if (found === undefined) return
    event.preventDefault()
    if (found !== 'begun') found.run()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => {
      document.removeEventListener('keydown', press)
    }
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
            // What had the focus has it again by then, and may lose it to what is opened.
            queueMicrotask(() => command.run())
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'shortcuts' && <ShortcutSheet onClose={() => setOpen(undefined)} />}
    </>
  )
}
