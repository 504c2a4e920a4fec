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

// One character more than is shown, so that it shows that there is more.
const lineStart = new RegExp(`\\S[^\\r\\n]{0,${CELL_LENGTH}}`)

/** The first line that holds something: all of it, or more than a table cell shows. */
export function firstLine(text: string): string {
  return lineStart.exec(text)?.[0].trimEnd() ?? ''
}

/** Levels that are written out. Deeper ones would cost more in indentation than they can tell. */
const MAX_DEPTH = 100

/**
 * A value that came as JSON, indented, for the view of what the service really sent. Numbers keep all
 * of their digits; one that no double can hold is Infinity. What is nested too deeply is "…".
 */
export function formatJson(value: unknown, newLine = '\n'): string {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${newLine}  `
  if (inner.length > 2 * MAX_DEPTH) return '…'
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const parts = Array.isArray(value)
    ? value.map((item) => formatJson(item, inner))
    : Object.entries(value).map(
        ([name, item]) => `${JSON.stringify(name)}: ${formatJson(item, inner)}`,
      )
  if (parts.length === 0) return `${open}${close}`
  return `${open}${inner}${parts.join(`,${inner}`)}${newLine}${close}`
}
