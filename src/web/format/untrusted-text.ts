import { replaceUnseen } from '#contract/record.ts'

/** The most characters of an untrusted text in a table cell, and in a dialog. */
export const CELL_LENGTH = 200
export const DETAIL_LENGTH = 10_000

// Unseen, and yet left as they are: tab, line feed and the two variation selectors of emoji.
const kept = /[\t\n]|\ufe0e|\ufe0f/

// No language has more combining marks than this on one letter. More would cover the lines around it.
const piles = /(?<=\p{M}{4})\p{M}/gu

// Most texts. The other patterns take long to compile, so they wait until a text needs them.
const plain = /^[\x20-\x7e]*$/

/**
 * Makes an untrusted text safe to show. Characters that are invisible, change the direction of text or pile up are written
 * as codes, and so are blanks if there is nothing else. A long text is cut.
 */
export function showUntrusted(text: string, maxLength: number): string {
  if (text.length <= maxLength && plain.test(text) && text.trim() !== '') return text
  const start = startOf(text, maxLength).replaceAll('\r\n', '\n')
  const visible =
    start.trim() === ''
      ? start.replaceAll(/./gsu, writtenOut)
      : replaceUnseen(start, (one) => (kept.test(one) ? one : writtenOut(one))).replaceAll(
          piles,
          writtenOut,
        )
  return text.length > maxLength ? `${visible}…` : visible
}

/** The start of a text. It does not split a surrogate pair, or CR and LF. */
export function startOf(text: string, length: number): string {
  const start = text.slice(0, length)
  return text.length > length ? start.replace(/[\r\ud800-\udbff]$/, '') : start
}

/** The end of a text. It does not split a surrogate pair. */
export function endOf(text: string, length: number): string {
  const end = text.slice(-length)
  return text.length > length ? end.replace(/^[\udc00-\udfff]/, '') : end
}

function writtenOut(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
}

/**
 * Isolates the direction of an untrusted text within a sentence of ours, for places without elements, such as tooltips.
 */
export function isolated(shown: string): string {
  return `\u2068${shown}\u2069`
}

// One character more than a cell shows, so that showUntrusted adds its "…".
const lineStart = new RegExp(`\\S[^\\r\\n]{0,${CELL_LENGTH}}`)

/** The first line that is not blank, cut to a little more than a table cell shows. A blank text is returned as it is. */
export function firstLine(text: string): string {
  return lineStart.exec(text)?.[0].trimEnd() ?? text
}
