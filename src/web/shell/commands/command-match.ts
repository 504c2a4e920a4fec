import type { Command } from '#web/ui/commands.ts'

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
