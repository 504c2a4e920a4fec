/** Most characters of a foreign text that stand in a table cell, and in a dialog. */
export const CELL_LENGTH = 200
export const DETAIL_LENGTH = 10_000

// Characters that nobody sees, halves of pairs, and everything that changes the direction of text; but
// for tab, line feed, and the two that choose how an emoji looks.
const unseen =
  /(?![\t\n]|\ufe0e|\ufe0f)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

// More marks than this on one letter belong to no language, and grow into the lines around it.
const piles = /(?<=\p{M}{4})\p{M}/gu

/**
 * Makes a foreign text safe to look at: characters that cannot be seen or that turn text around are
 * written out, and so are those that pile up, and blanks where there is nothing else; a line break of
 * any system is one, and only the start of a long text is kept.
 */
export function showUntrusted(text: string, maxLength: number): string {
  const start = startOf(text, maxLength).replaceAll('\r\n', '\n')
  const visible =
    start.trim() === ''
      ? start.replaceAll(/./gsu, writtenOut)
      : start.replaceAll(unseen, writtenOut).replaceAll(piles, writtenOut)
  return text.length > maxLength ? `${visible}…` : visible
}

/** The start of a text. Its end parts no two that only mean something together: a surrogate pair, or CR and LF. */
export function startOf(text: string, length: number): string {
  const start = text.slice(0, length)
  return text.length > length ? start.replace(/[\r\ud800-\udbff]$/, '') : start
}

/** The end of a text. Its start is no half of a pair. */
export function endOf(text: string, length: number): string {
  const end = text.slice(-length)
  return text.length > length ? end.replace(/^[\udc00-\udfff]/, '') : end
}

function writtenOut(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
}

/**
 * Foreign text for a sentence of ours where no element can keep the two apart, as in a tooltip: it
 * turns no word around it.
 */
export function isolated(shown: string): string {
  return `\u2068${shown}\u2069`
}

// One character more than is shown, so that it shows that there is more.
const lineStart = new RegExp(`\\S[^\\r\\n]{0,${CELL_LENGTH}}`)

/** The first line that holds something: all of it, or more than a table cell shows. A blank text is its own. */
export function firstLine(text: string): string {
  return lineStart.exec(text)?.[0].trimEnd() ?? text
}
