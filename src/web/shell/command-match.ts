import type { Command } from '#web/ui/commands.ts'

/**
 * The commands that a few typed words are about: each word stands at the start of one of theirs, or
 * somewhere in them. Those that begin with what was typed come first.
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

/** Small letters, without the marks that people leave out when they type fast. */
function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
