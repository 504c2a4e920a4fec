/** Most characters of a foreign text that stand in a table cell, and in a dialog. */
export const CELL_LENGTH = 200
export const DETAIL_LENGTH = 10_000

// Control characters but tab and line feed, and everything that changes the direction of text.
const invisible =
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/**
 * Makes a foreign text safe to look at: characters that cannot be seen or that turn text around are
 * written out, and only the start of a long text is kept.
 */
export function showUntrusted(text: string, maxLength: number): string {
  const start = text.slice(0, maxLength)
  const visible = start.replaceAll(invisible, (character) => `⟨U+${hexOf(character)}⟩`)
  return text.length > maxLength ? `${visible}…` : visible
}

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
}

/** The first line that holds something. */
export function firstLine(text: string): string {
  return text.trim().split(/\r?\n/, 1)[0] ?? ''
}

/** A value that came as JSON, indented, for the view of what the service really sent. */
export function formatJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2)
}
