/** Most characters of a foreign text that stand in a table cell, and in a dialog. */
export const CELL_LENGTH = 200
export const DETAIL_LENGTH = 10_000

// Control characters but tab and line feed, and everything that changes the direction of text.
const invisible =
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/**
 * Makes a foreign text safe to look at: characters that cannot be seen or that turn text around are
 * written out, a line break of any system is one, and only the start of a long text is kept.
 */
export function showUntrusted(text: string, maxLength: number): string {
  const isLong = text.length > maxLength
  const start = text.slice(0, maxLength)
  // The end must not part what only means something together: a surrogate pair, or CR and LF.
  const whole = isLong ? start.replace(/[\r\ud800-\udbff]$/, '') : start
  const visible = whole
    .replaceAll('\r\n', '\n')
    .replaceAll(invisible, (character) => `⟨U+${hexOf(character)}⟩`)
  return isLong ? `${visible}…` : visible
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
